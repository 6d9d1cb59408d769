import * as styles from './pager.css.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

export interface LetterFilterProps {
  /** Lowercase, or empty for all: as the API takes it. */
  value: string;
  onChange: (letter: string) => void;
  /** For screen readers. */
  label?: string;
}

/** All and A to Z; one is pressed. */
export function LetterFilter({ value, onChange, label = 'Filter by first letter' }: LetterFilterProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend to look right
    <div className={styles.letters} role="group" aria-label={label}>
      {['', ...letters].map((letter) => (
        <button
          key={letter}
          type="button"
          className={styles.letter}
          aria-pressed={value === letter.toLowerCase()}
          onClick={() => onChange(letter.toLowerCase())}
        >
          {letter === '' ? 'All' : letter}
        </button>
      ))}
    </div>
  );
}
