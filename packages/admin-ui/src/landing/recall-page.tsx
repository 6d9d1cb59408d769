/** @jsxImportSource preact */

import type { RecallPageView } from '@wordrise/core/contract';
import type { LandingAssets } from './document.tsx';
import * as own from './own-page.css.ts';
import * as styles from './privacy.css.ts';
import type { LandingConfig } from './render-landing.tsx';
import { notIndexed, renderSheetPage } from './sheet-page.tsx';

const intro = {
  3: 'The word of three days ago.',
  21: 'The word of three weeks ago.',
  again: 'You asked to be reminded of this word.',
} as const;

/** A complete HTML document without a script: an earlier word, whose meaning opens with a click, and two buttons. */
export function renderRecallDocument(
  config: LandingConfig,
  assets: LandingAssets,
  page: RecallPageView,
): string {
  const { path, occasion, word, answer, wordPath } = page;
  return renderSheetPage(config, assets, {
    title: word,
    canonical: config.publicUrl,
    head: notIndexed,
    children: (
      <article className={styles.sheet}>
        {answer === undefined ? (
          <>
            <p>{intro[occasion]} Say what it means before you look.</p>
            <details className={own.answer}>
              <summary className={own.look}>What it means</summary>
              <Meaning {...page} />
            </details>
            <form className={own.answers} method="post" action={path}>
              <button className={styles.button} type="submit" name="answer" value="known">
                I knew it
              </button>
              <button className={own.quiet} type="submit" name="answer" value="again">
                Remind me
              </button>
            </form>
          </>
        ) : (
          <>
            <p className={own.done} role="status">
              {thanks(page)}
            </p>
            <Meaning {...page} />
          </>
        )}
        {wordPath && <a href={wordPath}>All about “{word}”</a>}
        <Fate {...page} />
      </article>
    ),
  });
}

function thanks({ answer, asksAgain, ownPagePath }: RecallPageView): string {
  if (answer === 'known') return 'Well done.';
  if (ownPagePath) return 'Here it is. From the third day on, your next email brings it back.';
  return asksAgain
    ? 'Here it is again. Emails ask about it once more, three weeks after it came.'
    : 'Here it is again.';
}

/** What becomes of a press. */
function Fate({ answer, occasion, ownPagePath }: RecallPageView) {
  if (!ownPagePath)
    return <p className={own.hint}>Nobody can see who pressed. The answers are counted per word.</p>;
  if (answer === 'known')
    return <p className={own.hint}>Nothing is stored about you, and no email reminds you of this word.</p>;
  const list = <a href={ownPagePath}>your page</a>;
  if (answer === 'again')
    return <p className={own.hint}>The word is on {list} now, where you can take it off.</p>;
  return (
    <p className={own.hint}>
      “Remind me” puts the word on {list}, so that an email can bring it back.
      {occasion === 'again' ? ' “I knew it” takes it off.' : ' “I knew it” is counted without who pressed.'}
    </p>
  );
}

function Meaning({ phoneticPronunciation, partOfSpeech, definition, example }: RecallPageView) {
  return (
    <div className={own.meaningOf}>
      <p className={own.hint}>
        {phoneticPronunciation} <em>{partOfSpeech}</em>
      </p>
      <p dir="auto">{definition}</p>
      {example && (
        <p className={own.hint} dir="auto">
          {example}
        </p>
      )}
    </div>
  );
}
