import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import * as styles from './pager.css.ts';

const letters = ['', ...'abcdefghijklmnopqrstuvwxyz'];

/** The index of the letter that a key moves to. */
function placeAfter(key: string, place: number): number | undefined {
  const last = letters.length - 1;
  if (key === 'ArrowRight') return place === last ? 0 : place + 1;
  if (key === 'ArrowLeft') return place === 0 ? last : place - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}

export interface LetterFilterProps {
  /** Lowercase, or empty for all, as in the API. */
  value: string;
  onChange: (letter: string) => void;
  /** For screen readers. */
  label?: string;
}

/** All and A to Z; one is pressed. One tab stop: the arrow keys, Home and End move from letter to letter. */
export function LetterFilter({ value, onChange, label = 'Filter by first letter' }: LetterFilterProps) {
  const row = useRef<HTMLDivElement>(null);
  /** The letter reached with the keys. */
  const [reached, setReached] = useState<string>();
  useEffect(() => {
    // On phones the row scrolls: the letter from the URL should be in view.
    const [frame, pressed] = [row.current, row.current?.children[letters.indexOf(value)]];
    if (!frame || !pressed) return;
    const [outer, inner] = [frame.getBoundingClientRect(), pressed.getBoundingClientRect()];
    if (inner.left >= outer.left && inner.right <= outer.right) return;
    frame.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
  }, [value]);

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const place = placeAfter(event.key, buttons.indexOf(document.activeElement as HTMLButtonElement));
    if (place === undefined) return;
    event.preventDefault();
    setReached(letters[place]);
    buttons[place]?.focus();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend to look right
    <div
      ref={row}
      className={styles.letters}
      role="group"
      aria-label={label}
      onKeyDown={handleKeyDown}
      onBlur={() => setReached(undefined)}
    >
      {letters.map((letter) => (
        <button
          key={letter}
          type="button"
          className={styles.letter}
          tabIndex={letter === (reached ?? value) ? 0 : -1}
          aria-pressed={value === letter}
          onClick={() => onChange(letter)}
        >
          {letter === '' ? 'All' : letter.toUpperCase()}
        </button>
      ))}
    </div>
  );
}
