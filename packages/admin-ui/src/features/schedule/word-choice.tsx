import { messages, type UnusedWordView } from '@wordrise/core/contract';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { WordPicker } from '../../kit/word-picker.tsx';
import * as styles from './schedule.css.ts';

export interface WordChoiceProps {
  word: UnusedWordView | undefined;
  error: string | undefined;
  /** Id of the text that asks for a word; a disabled submit button refers to it. */
  hintId: string;
  /** `undefined` opens the list again. */
  onChange: (word: UnusedWordView | undefined) => void;
}

/** The word of the form: a list to choose from, or the selected word. */
export function WordChoice({ word, error, hintId, onChange }: WordChoiceProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out like a label
    <div className={styles.wordField} role="group" aria-label="Word">
      <input type="hidden" name="wordId" value={word?.id ?? 0} />
      {word ? (
        <div className={styles.selected}>
          <div className={styles.wordText}>
            <p className={styles.selectedLabel}>
              <Icon name="check" size={16} /> Selected word
            </p>
            <p className={styles.selectedWord}>{word.word}</p>
            <p className={styles.selectedDefinition}>{word.definition}</p>
          </div>
          <Button size="small" onClick={() => onChange(undefined)}>
            Change
          </Button>
        </div>
      ) : (
        <>
          <p className={styles.wordHint[error === undefined ? 'quiet' : 'wrong']} id={hintId}>
            {error ?? messages.schedule.wordRequired}
          </p>
          <WordPicker onSelect={onChange} />
        </>
      )}
    </div>
  );
}
