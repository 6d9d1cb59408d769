import * as styles from './upload.css.ts';
import type { OnConflict } from './upload.queries.ts';

export interface ConflictChoiceProps {
  value: OnConflict;
  disabled: boolean;
  onChange: (value: OnConflict) => void;
}

const choices: { value: OnConflict; label: string; note: string }[] = [
  { value: 'skip', label: 'Skip them', note: 'The library’s text does not change.' },
  { value: 'update', label: 'Update them', note: 'The file’s text replaces the library’s.' },
];

/** What the import does with words that exist. */
export function ConflictChoice({ value, disabled, onChange }: ConflictChoiceProps) {
  return (
    <fieldset className={styles.choices} disabled={disabled}>
      <legend className={styles.choicesTitle}>Words that are already in the library</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice}>
          <input
            type="radio"
            name="onConflict"
            className={styles.radio}
            value={choice.value}
            checked={value === choice.value}
            onChange={() => onChange(choice.value)}
          />
          <span>
            <span className={styles.choiceLabel}>{choice.label}</span>
            <span className={styles.choiceNote}>{choice.note}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
