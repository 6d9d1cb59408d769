import { exampleNotAvailable, type WordField, wordFields, wordFieldTable } from '@wordrise/core/contract';
import { useId } from 'react';
import { Field } from '../../design/field.tsx';
import { fieldPair, stack } from '../../design/layout.css.ts';
import { TextArea } from '../../design/text-area.tsx';
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

const partsOfSpeech = ['noun', 'verb', 'adjective', 'adverb', 'preposition', 'interjection', 'phrase'];

const headFields = wordFields.filter((name) => !wordFieldTable[name].multiline);
/** Numbered fields, such as the examples, share a row. */
const textRows = Object.values(
  Object.groupBy(
    wordFields.filter((name) => wordFieldTable[name].multiline),
    (name) => name.replace(/\d$/, ''),
  ),
);

/** The fields of a word, in the order of a dictionary entry. */
export function WordFields({ of }: { of: (name: WordField) => FieldState }) {
  const id = useId();
  const wired = (name: WordField) => {
    const { label, required } = wordFieldTable[name];
    return { name, label, ...(!required && { optional: true }), ...of(name) };
  };
  const special: Partial<Record<WordField, object>> = {
    word: { className: styles.wordInput, autoCapitalize: 'none' },
    phoneticPronunciation: { spellCheck: false },
    partOfSpeech: { list: `${id}-parts` },
  };
  return (
    <div className={stack.normal}>
      <div className={styles.headFields}>
        {headFields.map((name) => (
          <Field key={name} {...wired(name)} autoComplete="off" {...special[name]} />
        ))}
        <datalist id={`${id}-parts`}>
          {partsOfSpeech.map((part) => (
            <option key={part} value={part} />
          ))}
        </datalist>
      </div>
      {textRows.map((names = []) => (
        <div key={names[0]} className={names.length > 1 ? fieldPair : undefined}>
          {names.map((name) => (
            <TextArea key={name} {...wired(name)} className={styles.growing} rows={2} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Words from a dictionary may have a placeholder in place of an example. */
export function exampleHint(stored: string | undefined): { hint?: string } {
  return stored === exampleNotAvailable ? { hint: 'Readers do not see this. Write your own example.' } : {};
}
