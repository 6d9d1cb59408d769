import { useEffect, useRef } from 'react';
import * as styles from './pager.css.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

export interface LetterFilterProps {
  /** Lowercase, or empty for all, as in the API. */
  value: string;
  onChange: (letter: string) => void;
  /** For screen readers. */
  label?: string;
}

/** All and A to Z; one is pressed. */
export function LetterFilter({ value, onChange, label = 'Filter by first letter' }: LetterFilterProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On phones the row scrolls: the letter from the URL should be in view.
    const place = value === '' ? 0 : letters.indexOf(value.toUpperCase()) + 1;
    const [frame, pressed] = [row.current, row.current?.children[place]];
    if (!frame || !pressed) return;
    const [outer, inner] = [frame.getBoundingClientRect(), pressed.getBoundingClientRect()];
    if (inner.left >= outer.left && inner.right <= outer.right) return;
    frame.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
  }, [value]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend to look right
    <div ref={row} className={styles.letters} role="group" aria-label={label}>
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
