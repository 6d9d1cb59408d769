import {
  exampleNotAvailable,
  shownFields,
  type WordField,
  wordFields,
  wordFieldTable,
} from '@wordrise/core/contract';
import { Fragment, useId, useState } from 'react';
import { Field, TextArea } from '../../design/field.tsx';
import { stack } from '../../design/layout.css.ts';
import * as styles from './words.css.ts';

/** Either a starting value, or the value and a callback for its changes. */
export interface FieldState {
  errors: readonly string[] | undefined;
  defaultValue?: string | undefined;
  value?: string;
  onChange?: (event: { target: { value: string } }) => void;
  hint?: string;
  optional?: boolean;
}

const shortFields = wordFields.filter((name) => !wordFieldTable[name].multiline);
const partOf = (name: WordField) => wordFieldTable[name].part;
const headFields = shortFields.filter((name) => partOf(name) !== 'about' && partOf(name) !== 'quotation');
const aboutFields = shortFields.filter((name) => partOf(name) === 'about');
const quotationFields = wordFields.filter((name) => partOf(name) === 'quotation');
/** Numbered fields, such as the examples, share a row. */
const textRows = Object.values(
  Object.groupBy(
    wordFields.filter((name) => wordFieldTable[name].multiline && partOf(name) !== 'quotation'),
    (name) => name.replace(/\d$/, ''),
  ),
);

/** The fields of a word, in the order of a dictionary entry. */
export function WordFields({ of }: { of: (name: WordField) => FieldState }) {
  const id = useId();
  const wired = (name: WordField) => {
    const { label, required, choices, hint } = wordFieldTable[name];
    return {
      name,
      label,
      ...(!required && { optional: true }),
      ...(hint && { hint }),
      ...(choices && { list: `${id}-${name}` }),
      ...of(name),
    };
  };
  const special: Partial<Record<WordField, object>> = {
    word: { className: styles.wordInput, autoCapitalize: 'none' },
    phoneticPronunciation: { spellCheck: false },
  };
  return (
    <div className={`${stack.normal} ${styles.fields}`}>
      <div className={styles.headFields}>
        {headFields.map((name) => (
          <Field key={name} {...wired(name)} autoComplete="off" {...special[name]} />
        ))}
        {shortFields.map((name) => {
          const { choices } = wordFieldTable[name];
          return (
            choices && (
              <datalist key={name} id={`${id}-${name}`}>
                {choices.map((choice) => (
                  <option key={choice} value={choice} />
                ))}
              </datalist>
            )
          );
        })}
      </div>
      {textRows.map((names = []) => (
        <div key={names[0]} className={names.length > 1 ? styles.textPair : undefined}>
          {names.map((name) => (
            <TextArea key={name} {...wired(name)} className={styles.growing} rows={2} />
          ))}
        </div>
      ))}
      <QuotationFields wired={wired} />
      <div className={styles.aboutFields}>
        {aboutFields.map((name) => (
          <Field key={name} {...wired(name)} autoComplete="off" />
        ))}
      </div>
    </div>
  );
}

type Wired = (name: WordField) => FieldState & { name: WordField; label: string };

/** Most words have no quotation. It is open where there is one, and where something in it is to be corrected. */
function QuotationFields({ wired }: { wired: Wired }) {
  const fields = quotationFields.map(wired);
  const [isFilled] = useState(() => fields.some((field) => (field.defaultValue ?? field.value ?? '') !== ''));
  const hasErrors = fields.some(({ errors }) => errors !== undefined && errors.length > 0);
  return (
    <details className={styles.quotation} open={isFilled || hasErrors}>
      <summary className={styles.summary}>Quotation</summary>
      <div className={styles.quotationFields}>
        {fields.map((field) =>
          wordFieldTable[field.name].multiline ? (
            <TextArea key={field.name} {...field} className={styles.growing} rows={2} />
          ) : (
            <Field
              key={field.name}
              {...field}
              autoComplete="off"
              {...(wordFieldTable[field.name].isLink && { inputMode: 'url', spellCheck: false })}
            />
          ),
        )}
      </div>
    </details>
  );
}

interface WordLineProps {
  word: Readonly<Record<WordField, string>>;
  place: 'card' | 'review';
}

/** The line below a word: how to say it, and the other short fields. */
export function WordLine({ word, place }: WordLineProps) {
  const others = shownFields(place, 'line').filter(
    (name) => name !== 'phoneticPronunciation' && word[name] !== '',
  );
  return (
    <p className={styles.pronunciationLine}>
      <span className={styles.pronunciation}>{word.phoneticPronunciation}</span>
      {others.map((name) => (
        <Fragment key={name}>
          {' '}
          <em className={styles.partOfSpeech}>{word[name]}</em>
        </Fragment>
      ))}
    </p>
  );
}

/** Words from a dictionary may have a placeholder in place of an example. */
export function exampleHint(stored: string | undefined): { hint?: string } {
  return stored === exampleNotAvailable ? { hint: 'Readers do not see this. Write your own example.' } : {};
}
