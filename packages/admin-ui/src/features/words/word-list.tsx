import { findingLabels, limits, messages, type WordState, type WordView } from '@wordrise/core/contract';
import { type KeyboardEvent, memo, useCallback, useRef, useState } from 'react';
import { Button, IconButton } from '../../design/button.tsx';
import { Pager } from '../../design/list-tools.tsx';
import { Badge, EmptyState, Loading, Skeleton } from '../../design/states.tsx';
import { formatDay } from '../../kit/dates.ts';
import { QueryError } from '../../kit/failure.tsx';
import { showing } from '../../kit/figures.ts';
import type { PagedList } from '../../kit/paged-list.ts';
import { useTimeZone } from '../../kit/system.ts';
import { AddStarters } from './add-starters.tsx';
import { WordLine } from './word-fields.tsx';
import * as styles from './words.css.ts';
import { levelNames, sourceNames, usedText, type WordsParams } from './words.queries.ts';

interface WordListProps {
  paged: PagedList<'listWords'>;
  params: WordsParams;
  /** The word whose form is open. */
  editedId: number | undefined;
  onEdit: (word: WordView) => void;
  onRemove: (word: WordView) => void;
  onPage: (page: number) => void;
  onShowAll: () => void;
  onAdd: () => void;
}

/** The words of the library that match search and letter. */
export function WordList({
  paged,
  params,
  editedId,
  onEdit,
  onRemove,
  onPage,
  onShowAll,
  onAdd,
}: WordListProps) {
  const { list, total, shownPage, isStale } = paged;
  const section = useRef<HTMLElement>(null);
  // The rows render only when a word changes, not on every key in a panel.
  const latestEdit = useRef(onEdit);
  latestEdit.current = onEdit;
  const edit = useCallback((word: WordView) => latestEdit.current(word), []);

  return (
    <section
      ref={section}
      className={styles.list}
      aria-label="Word list"
      aria-busy={list.isFetching}
      tabIndex={-1}
    >
      {list.error && (
        <QueryError title={messages.words.fetchFailed} query={list}>
          Nothing is lost: the library is safe on the server.
        </QueryError>
      )}
      {list.isPending && !list.error && <LoadingRows />}
      {list.data && total === 0 && <NoWords {...params} onShowAll={onShowAll} onAdd={onAdd} />}
      {list.data && total > 0 && (
        <div className={styles.listBody} data-stale={isStale || undefined}>
          <WordRows words={list.data.words} editedId={editedId} onEdit={edit} onRemove={onRemove} />
          <Pager
            page={params.page}
            hasMore={list.data.hasMore}
            onPage={(next) => {
              onPage(next);
              section.current?.focus();
            }}
            summary={showing('words', {
              page: shownPage,
              pageSize: limits.wordPageSize,
              count: list.data.words.length,
              total,
            })}
            label="Word pages"
          />
        </div>
      )}
    </section>
  );
}

interface NoWordsProps extends Pick<WordsParams, 'search' | 'letter' | 'state' | 'level'> {
  onShowAll: () => void;
  onAdd: () => void;
}

/** The words of an empty list, by state. */
const noneInState: Record<WordState, string> = {
  unused: 'is unused: each one was sent or is waiting to be',
  waiting: 'is waiting to be sent',
  sent: 'has been sent yet',
  work: 'needs work: the check found nothing to fix',
};

function NoWords({ search, letter, state, level, onShowAll, onAdd }: NoWordsProps) {
  if (search === '' && letter === '' && !state && !level) {
    return (
      <EmptyState
        title={messages.words.empty}
        action={
          <>
            <Button variant="primary" icon="plus" onClick={onAdd}>
              Add the first word
            </Button>
            <AddStarters />
          </>
        }
      >
        Readers get one word of this library each morning. Write the first one yourself, let the dictionary
        fill in a list, or upload a CSV file.
      </EmptyState>
    );
  }
  const conditions = [
    letter !== '' && `starts with ${letter.toUpperCase()}`,
    search !== '' && `has “${search}” in the word or definition`,
    state && noneInState[state],
    level && `has the level “${levelNames[level]}”`,
  ].filter(Boolean);
  return (
    <EmptyState title={messages.words.empty} action={<Button onClick={onShowAll}>Show all words</Button>}>
      No word {conditions.join(' and ')}.
    </EmptyState>
  );
}

interface WordRowsProps {
  words: WordView[];
  /** The word whose form is open. */
  editedId: number | undefined;
  onEdit: (word: WordView) => void;
  onRemove: (word: WordView) => void;
}

/** The index of the row that a key moves to. */
function rowAfter(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

/** One tab stop for each of its two columns of buttons: the arrow keys, Home and End move from row to row. */
function WordRows({ words, editedId, onEdit, onRemove }: WordRowsProps) {
  /** The row reached with the keys. */
  const [reached, setReached] = useState<number>();
  const isListed = words.some(({ id }) => id === reached);
  const current = isListed ? reached : (words.find(({ id }) => id === editedId) ?? words[0])?.id;

  function handleKeyDown(event: KeyboardEvent<HTMLUListElement>) {
    const rows = [...event.currentTarget.children];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const next = at < 0 ? undefined : rowAfter(event.key, at, rows.length);
    const word = next === undefined ? undefined : words[next];
    if (next === undefined || !word || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setReached(word.id);
    rows[next]?.querySelector<HTMLElement>('[data-opens]')?.focus();
  }

  return (
    <ul className={styles.rows} onKeyDown={handleKeyDown}>
      {words.map((word) => (
        <WordRow
          key={word.id}
          word={word}
          edited={word.id === editedId}
          isCurrent={word.id === current}
          onEdit={onEdit}
          onRemove={onRemove}
        />
      ))}
    </ul>
  );
}

interface WordRowProps extends Pick<WordRowsProps, 'onEdit' | 'onRemove'> {
  word: WordView;
  edited: boolean;
  isCurrent: boolean;
}

const WordRow = memo(function WordRow({ word, edited, isCurrent, onEdit, onRemove }: WordRowProps) {
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <li className={styles.row} data-edited={edited || undefined}>
      <div>
        <h2 className={styles.word} dir="auto">
          {word.word}
        </h2>
        <WordLine word={word} place="card" />
      </div>
      <p className={styles.rowDefinition} dir="auto">
        {word.definition}
      </p>
      <WordBadges word={word} />
      <span className={styles.rowActions}>
        <IconButton
          id={`open-edit-${word.id}`}
          data-opens=""
          icon="edit"
          label={`Edit ${word.word}`}
          aria-expanded={edited}
          tabIndex={tabIndex}
          onClick={() => onEdit(word)}
        />
        <span className={`${styles.aboveRow} ${styles.onlyWide}`}>
          <IconButton
            icon="trash"
            label={`Remove ${word.word}`}
            tabIndex={tabIndex}
            onClick={() => onRemove(word)}
          />
        </span>
      </span>
    </li>
  );
});

function WordBadges({ word: { usedCount, goesOut, findings = [], source, pin } }: { word: WordView }) {
  const timeZone = useTimeZone();
  const [first, ...others] = findings;
  return (
    <span className={styles.rowBadges}>
      {first && (
        <Badge tone="warn">
          {findingLabels[first]}
          {others.length > 0 && ` +${others.length}`}
        </Badge>
      )}
      {usedCount > 0 && <Badge tone="good">{usedText(usedCount)}</Badge>}
      {pin && <Badge>Pinned: {pin}</Badge>}
      {goesOut !== undefined && <Badge tone="info">Goes out {formatDay(goesOut, timeZone)}</Badge>}
      {usedCount === 0 && goesOut === undefined && (
        <span className={`${styles.source} ${styles.onlyWide}`}>{usedText(0)}</span>
      )}
      <span className={`${styles.source} ${styles.onlyWide}`}>{sourceNames[source]}</span>
    </span>
  );
}

/** Skeletons in the shape of the rows. */
function LoadingRows() {
  return (
    <Loading label="Loading words">
      <div className={styles.rows}>
        {Array.from({ length: 12 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: identical items in a fixed order
          <div key={index} className={styles.row}>
            <div className={styles.loadingHead}>
              <Skeleton width="8rem" height="1.4rem" />
              <Skeleton width="6rem" height="1.1rem" />
            </div>
            <Skeleton width="70%" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
