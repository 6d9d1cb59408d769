/** @jsxImportSource preact */

import type { RecallPageView } from '@wordrise/core/contract';
import type { LandingAssets } from './document.tsx';
import * as own from './own-page.css.ts';
import * as styles from './privacy.css.ts';
import type { LandingConfig } from './render-landing.tsx';
import { notIndexed, renderSheetPage } from './sheet-page.tsx';

const when = { 3: 'three days ago', 21: 'three weeks ago' } as const;

/** A complete HTML document without a script: an earlier word, whose meaning opens with a click, and two buttons. */
export function renderRecallDocument(
  config: LandingConfig,
  assets: LandingAssets,
  page: RecallPageView,
): string {
  const { path, days, word, answer, wordPath } = page;
  return renderSheetPage(config, assets, {
    title: word,
    canonical: config.publicUrl,
    head: notIndexed,
    children: (
      <article className={styles.sheet}>
        {answer === undefined ? (
          <>
            <p>The word of {when[days]}. Say what it means before you look.</p>
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
        <p className={own.hint}>Nobody can see who pressed. The answers are counted per word.</p>
      </article>
    ),
  });
}

function thanks({ answer, days }: RecallPageView): string {
  if (answer === 'known') return 'Well done.';
  return days === 3
    ? 'Here it is again. Your email asks about it once more, three weeks after it came.'
    : 'Here it is again.';
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
