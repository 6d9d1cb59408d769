import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import * as field from './field.css.ts';
import { Icon } from './icon.tsx';
import * as styles from './list-tools.css.ts';

interface PagerProps {
  /** From 1. */
  page: number;
  hasMore: boolean;
  onPage: (page: number) => void;
  /** On the left: "Showing 1 to 50 of 120 words". Read aloud when it changes. */
  summary: ReactNode;
  /** Between the buttons: "Page 1 of 3". */
  position?: ReactNode;
  /** Name of the list for screen readers: "Word pages". */
  label: string;
}

export function Pager({ page, hasMore, onPage, summary, position, label }: PagerProps) {
  return (
    <nav className={styles.pager} aria-label={label}>
      <p className={styles.summary} role="status">
        {summary}
      </p>
      <div className={styles.steps}>
        <Button size="small" icon="chevron-left" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        {position !== undefined && <span className={styles.summary}>{position}</span>}
        <Button size="small" disabled={!hasMore} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </div>
    </nav>
  );
}

const letters = ['', ...'abcdefghijklmnopqrstuvwxyz'];

/** The index of the letter that a key moves to. */
function placeAfter(key: string, place: number): number | undefined {
  const last = letters.length - 1;
  if (key === 'ArrowRight') return place === last ? 0 : place + 1;
  if (key === 'ArrowLeft') return place === 0 ? last : place - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}

interface LetterFilterProps {
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

interface SearchBoxProps {
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
    <div className={field.searchBox}>
      <Icon name="search" size={18} className={field.searchIcon} />
      <input
        ref={input}
        type="search"
        dir="auto"
        className={field.searchInput}
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
        <span className={field.searchClear}>
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

interface ViewSwitchProps<View extends string> {
  /** For screen readers. */
  label: string;
  /** Names of the views, in order. */
  views: Record<View, string>;
  value: View;
  onChange: (view: View) => void;
}

/** Shows one of a few views in the same place. */
export function ViewSwitch<View extends string>({ label, views, value, onChange }: ViewSwitchProps<View>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a few buttons are not a form
    <div className={styles.viewSwitch} role="group" aria-label={label}>
      {(Object.keys(views) as View[]).map((view) => (
        <button
          key={view}
          type="button"
          className={styles.view}
          aria-pressed={view === value}
          onClick={() => onChange(view)}
        >
          {views[view]}
        </button>
      ))}
    </div>
  );
}
