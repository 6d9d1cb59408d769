import { exampleNotAvailable, type WordField } from '@wordrise/core/contract';
import { useId } from 'react';
import { Field } from '../../design/field.tsx';
import { fieldPair, stack } from '../../design/layout.css.ts';
import { TextArea } from '../../design/text-area.tsx';
import { fieldLabels } from './word-texts.ts';
import * as styles from './words.css.ts';

/** Either a starting value, or the value and who is told of its change. */
export interface FieldState {
  errors: readonly string[] | undefined;
  defaultValue?: string | undefined;
  value?: string;
  onChange?: (event: { target: { value: string } }) => void;
  hint?: string;
  optional?: boolean;
}

const partsOfSpeech = ['noun', 'verb', 'adjective', 'adverb', 'preposition', 'interjection', 'phrase'];

/** The eight fields of a word, in the order in which a dictionary sets them. */
export function WordFields({ of }: { of: (name: WordField) => FieldState }) {
  const id = useId();
  const wired = (name: WordField) => ({ name, label: fieldLabels[name], ...of(name) });
  return (
    <div className={stack.normal}>
      <div className={styles.headFields}>
        <Field {...wired('word')} className={styles.wordInput} autoComplete="off" autoCapitalize="none" />
        <Field {...wired('phoneticPronunciation')} autoComplete="off" spellCheck={false} />
        <Field {...wired('partOfSpeech')} autoComplete="off" list={`${id}-parts`} />
        <datalist id={`${id}-parts`}>
          {partsOfSpeech.map((part) => (
            <option key={part} value={part} />
          ))}
        </datalist>
      </div>
      <TextArea {...wired('definition')} className={styles.growing} rows={2} />
      <TextArea {...wired('etymology')} className={styles.growing} rows={2} />
      <div className={fieldPair}>
        <TextArea {...wired('example1')} className={styles.growing} rows={2} />
        <TextArea {...wired('example2')} className={styles.growing} rows={2} />
      </div>
      <TextArea {...wired('conversationTip')} className={styles.growing} rows={2} />
    </div>
  );
}

/** Words from a dictionary may have the mark that stands for no example. */
export function exampleHint(stored: string | undefined): { hint?: string } {
  return stored === exampleNotAvailable ? { hint: 'Readers do not see this. Write your own example.' } : {};
}
