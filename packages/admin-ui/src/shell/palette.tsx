import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Dialog } from '../design/dialog.tsx';
import { Icon, type IconName } from '../design/icon.tsx';
import { useSettled } from '../kit/forms.ts';
import { endpointQuery, readersQuery, useApi } from '../kit/queries.ts';
import { useLogout } from '../kit/session.ts';
import { useSystem } from '../kit/system.ts';
import { pages } from './pages.ts';
import * as styles from './palette.css.ts';
import { shortcutsKey } from './shortcuts.ts';

/** Keys that do something on every page, for the list behind `?`. */
const shortcutList: { keys: string[]; does: string }[] = [
  { keys: ['Ctrl', 'K'], does: 'Search pages, words, readers and actions' },
  { keys: ['/'], does: 'Search this page' },
  { keys: ['n'], does: 'Add a word' },
  { keys: ['?'], does: 'Show this list' },
  ...pages.flatMap(({ navigation }) =>
    navigation?.goKey ? [{ keys: ['g', navigation.goKey], does: `Go to ${navigation.label}` }] : [],
  ),
];

interface Entry {
  key: string;
  label: string;
  /** Beside the label: a definition, an address. */
  note?: string;
  icon: IconName;
  /** Other words that find it. */
  also?: string;
  act: () => void;
}

interface Group {
  title: string;
  entries: Entry[];
}

interface PaletteProps {
  onClose: () => void;
  onHelp: () => void;
}

/** A search over everything: pages, actions, words and readers. Arrow keys choose, Enter goes there. */
export function Palette({ onClose, onHelp }: PaletteProps) {
  const [text, setText] = useState('');
  const { groups, isSearching } = useGroups(text, { onClose, onHelp });
  const entries = groups.flatMap((group) => group.entries);
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, entries.length - 1);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView?.({ block: 'nearest' });
  }, [at]);

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const last = entries.length - 1;
    const next = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1 }[event.key];
    if (next !== undefined) setChosen(next);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) entries[at]?.act();
    else return;
    event.preventDefault();
  }

  let nth = -1;
  return (
    <Dialog open width="normal" onOpenChange={onClose} title="Search everything">
      <input
        className={styles.input}
        type="text"
        role="combobox"
        aria-label="Search pages, words, readers and actions"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={entries[at] ? `${id}-${at}` : undefined}
        placeholder="A page, a word, a reader, an action"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={handleKeyDown}
      />
      <div ref={list} id={`${id}-list`} className={styles.list} role="listbox" aria-label="Results">
        {groups.map(({ title, entries: ofGroup }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={title} role="group" aria-label={title}>
            <p className={styles.group} aria-hidden="true">
              {title}
            </p>
            {ofGroup.map(({ key, label, note, icon, act }) => {
              nth += 1;
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and the keys
                <div
                  key={key}
                  id={`${id}-${nth}`}
                  data-at={nth}
                  className={styles.option}
                  role="option"
                  tabIndex={-1}
                  aria-selected={nth === at}
                  onClick={act}
                >
                  <Icon name={icon} size={18} className={styles.icon} />
                  <span className={styles.label} dir="auto">
                    {label}
                  </span>
                  {note && (
                    <span className={styles.note} dir="auto">
                      {note}
                    </span>
                  )}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p className={styles.none} role="status">
        {entries.length === 0 &&
          (isSearching ? 'Searching ...' : `Nothing has “${text.trim()}” in its name.`)}
      </p>
    </Dialog>
  );
}

const mostWords = 6;
const mostReaders = 5;

function useGroups(
  text: string,
  { onClose, onHelp }: PaletteProps,
): { groups: Group[]; isSearching: boolean } {
  const api = useApi();
  const navigate = useNavigate();
  const logout = useLogout();
  const isSandbox = useSystem()?.email.isSandbox;
  const goTo = (path: string) => () => {
    onClose();
    navigate(path);
  };
  const fixed: Group[] = [
    {
      title: 'Pages',
      entries: pages.flatMap(({ path, navigation }) =>
        navigation && (isSandbox || !navigation.sandboxOnly)
          ? [{ key: path, label: navigation.label, icon: navigation.icon, act: goTo(path) }]
          : [],
      ),
    },
    {
      title: 'Actions',
      entries: [
        { key: 'add', label: 'Add a word', icon: 'plus', also: 'new', act: goTo('/admin/words?panel=add') },
        {
          key: 'dictionary',
          label: 'Look up words in the dictionary',
          icon: 'book',
          act: goTo('/admin/words?panel=dictionary'),
        },
        {
          key: 'upload',
          label: 'Upload words',
          icon: 'upload',
          also: 'import csv',
          act: goTo('/admin/words?panel=upload'),
        },
        {
          key: 'work',
          label: 'Words that need work',
          icon: 'warning',
          also: 'check',
          act: goTo('/admin/words?state=work'),
        },
        {
          key: 'schedule',
          label: 'Schedule an email',
          icon: 'calendar',
          also: 'choose a word new',
          act: goTo('/admin/schedule?new='),
        },
        {
          key: 'import',
          label: 'Add or import readers',
          icon: 'people',
          also: 'csv upload',
          act: goTo('/admin/readers/import'),
        },
        {
          key: 'site',
          label: 'View site',
          icon: 'external',
          also: 'landing page',
          act: () => {
            onClose();
            window.location.assign('/');
          },
        },
        { key: 'help', label: 'Keyboard shortcuts', icon: 'info', also: 'keys help', act: onHelp },
        {
          key: 'logout',
          label: 'Logout',
          icon: 'logout',
          also: 'sign out log out',
          act: () => {
            onClose();
            logout.mutate();
          },
        },
      ],
    },
  ];

  const typed = text.trim();
  const search = useSettled(typed);
  const isEnough = search.length >= 2;
  const words = useQuery({
    ...endpointQuery(api, 'searchWords', { query: { q: search } }),
    enabled: isEnough,
    placeholderData: keepPreviousData,
  });
  const readers = useQuery({
    ...readersQuery(api, { search, limit: mostReaders }),
    enabled: isEnough,
    placeholderData: keepPreviousData,
  });
  const found: Group[] = [
    {
      title: 'Words',
      entries: (words.data?.words ?? []).slice(0, mostWords).map(({ id, word, definition }) => ({
        key: `word ${id}`,
        label: word,
        note: definition,
        icon: 'book',
        act: goTo(`/admin/words?panel=edit-${id}`),
      })),
    },
    {
      title: 'Readers',
      entries: (readers.data?.readers ?? []).map(({ id, email, firstName }) => ({
        key: `reader ${id}`,
        label: email,
        note: firstName,
        icon: 'people',
        act: goTo(`/admin/readers/reader?id=${id}`),
      })),
    },
  ];
  const groups = [
    ...fixed.map((group) => matching(group, typed)),
    ...(typed.length >= 2 && isEnough ? found : []),
  ];
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    isSearching: typed !== search || words.isFetching || readers.isFetching,
  };
}

/** Entries that have every part of the text in their name. */
function matching({ title, entries }: Group, text: string): Group {
  const parts = text.toLowerCase().split(/\s+/);
  const has = ({ label, also = '' }: Entry) =>
    parts.every((part) => `${label} ${also}`.toLowerCase().includes(part));
  return { title, entries: entries.filter(has) };
}

interface ShortcutsDialogProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  onClose: () => void;
}

/** The list of keys, with the switch that turns single keys off. */
export function ShortcutsDialog({ isOn, onChange, onClose }: ShortcutsDialogProps) {
  function change(next: boolean) {
    onChange(next);
    try {
      localStorage.setItem(shortcutsKey, next ? 'on' : 'off');
    } catch {
      // Storage is forbidden: the choice lasts as long as the page.
    }
  }
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard shortcuts">
      <label className={styles.setting}>
        <input type="checkbox" checked={isOn} onChange={(event) => change(event.target.checked)} />
        <span>
          Single-key shortcuts
          <span className={styles.settingNote}>
            When off, only Ctrl K (⌘ K on a Mac) works. Applies to this browser.
          </span>
        </span>
      </label>
      <dl className={styles.keys}>
        {shortcutList.map(({ keys, does }) => (
          <div key={does} className={styles.keyRow}>
            <dt className={styles.does}>{does}</dt>
            <dd className={styles.combination}>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
