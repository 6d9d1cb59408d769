/** @jsxImportSource preact */

import type { QuizAnswer, QuizPageView } from '@wordrise/core/contract';
import type { LandingAssets } from './document.tsx';
import * as own from './own-page.css.ts';
import * as styles from './privacy.css.ts';
import type { LandingConfig } from './render-landing.tsx';
import { notIndexed, renderSheetPage } from './sheet-page.tsx';

/** A complete HTML document without a script: the questions, or what is right once the form was sent. */
export function renderQuizDocument(
  config: LandingConfig,
  assets: LandingAssets,
  { path, day, questions, isIncomplete }: QuizPageView,
): string {
  const answers = questions.flatMap(({ answer }) => answer ?? []);
  const right = answers.filter(isRight).length;
  return renderSheetPage(config, assets, {
    title: isIncomplete ? 'Error: Which word fits?' : 'Which word fits?',
    heading: 'Which word fits?',
    canonical: config.publicUrl,
    head: notIndexed,
    children: (
      <article className={styles.sheet}>
        {answers.length > 0 ? (
          <p className={right > 0 ? own.done : undefined} role="status">
            {right} of {answers.length} right.
          </p>
        ) : (
          <p>The words of the week before {longDay(day)}.</p>
        )}
        {isIncomplete && (
          <p className={own.failed} role="alert">
            Choose a word for each sentence.
          </p>
        )}
        <form className={own.form} method="post" action={path}>
          {questions.map(({ pieces, choices, chosen, answer }, nth) => (
            <fieldset key={pieces.join()} className={own.often}>
              <legend className={own.question} dir="auto">
                {nth + 1}. <Sentence pieces={pieces} forms={answer?.forms} />
              </legend>
              {answer ? (
                <Result answer={answer} />
              ) : (
                choices.map((choice, number) => (
                  <label key={choice} className={own.choice} dir="auto">
                    <input
                      className={own.box}
                      type="radio"
                      name={`q${nth}`}
                      value={number}
                      checked={number === chosen}
                      required
                    />
                    {choice}
                  </label>
                ))
              )}
            </fieldset>
          ))}
          {answers.length === 0 && (
            <button className={styles.button} type="submit">
              Check my answers
            </button>
          )}
        </form>
        {answers.length > 0 && <a href={path}>Try again</a>}
        <p className={own.hint}>Nobody can see who answered. Right and wrong answers are counted per word.</p>
      </article>
    ),
  });
}

const isRight = ({ chosen, word }: QuizAnswer) => chosen === word;

/** The sentence with gaps, or with what belongs in them. */
function Sentence({ pieces, forms }: { pieces: readonly string[]; forms: readonly string[] | undefined }) {
  const [first, ...rest] = pieces;
  return (
    <>
      {first}
      {rest.map((piece, nth) => (
        <span key={piece}>
          {forms ? (
            <b>{forms[nth]}</b>
          ) : (
            <span role="img" aria-label="blank">
              _____
            </span>
          )}
          {piece}
        </span>
      ))}
    </>
  );
}

function Result({ answer }: { answer: QuizAnswer }) {
  const { chosen, word, definition, path } = answer;
  return (
    <div className={isRight(answer) ? own.done : own.failed}>
      <p>
        {isRight(answer) ? 'Right: ' : `You chose “${chosen}”. `}
        {!isRight(answer) && 'The word is '}
        {path ? <a href={path}>{word}</a> : <b>{word}</b>}.
      </p>
      <p className={own.meaning} dir="auto">
        {definition}
      </p>
    </div>
  );
}

function longDay(day: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day));
}
