import { useEffect, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import * as styles from './field.css.ts';
import { Icon } from './icon.tsx';

export interface SearchBoxProps {
  /** What is searched, for screen readers: "Search words". */
  label: string;
  placeholder?: string;
  value: string;
  /** Called once typing pauses, on Enter and when cleared. */
  onSearch: (text: string) => void;
  /** How long typing must pause, in milliseconds. */
  pauseMs?: number;
}

/** A search field that searches once typing pauses, not on every key. */
export function SearchBox({ label, placeholder, value, onSearch, pauseMs = 250 }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Clearing the search from outside (a letter was chosen) clears the field too. Text being typed stays.
  useEffect(() => {
    if (timer.current === undefined) setText((shown) => (shown.trim() === value ? shown : value));
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function ask(next: string) {
    clearTimeout(timer.current);
    timer.current = undefined;
    onSearch(next.trim());
  }

  function type(next: string) {
    clearTimeout(timer.current);
    setText(next);
    timer.current = setTimeout(() => ask(next), pauseMs);
  }

  return (
    <div className={styles.searchBox}>
      <Icon name="search" size={18} className={styles.searchIcon} />
      <input
        ref={input}
        type="search"
        className={styles.searchInput}
        aria-label={label}
        placeholder={placeholder ?? label}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => type(event.target.value)}
        // Leaving the field searches at once, so that a letter chosen next replaces the search, not the reverse.
        onBlur={() => timer.current !== undefined && ask(text)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          ask(text);
        }}
      />
      {text !== '' && (
        <span className={styles.searchClear}>
          <IconButton
            icon="close"
            label="Clear search"
            onClick={() => {
              setText('');
              ask('');
              input.current?.focus();
            }}
          />
        </span>
      )}
    </div>
  );
}
