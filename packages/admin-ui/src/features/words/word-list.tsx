import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type CheckedWord, limits, messages, type WordFinding, type WordView } from '@wordrise/core/contract';
import { memo, useCallback, useRef } from 'react';
import { Button, IconButton } from '../../design/button.tsx';
import { Pager } from '../../design/list-tools.tsx';
import { Badge, EmptyState, Loading, Skeleton } from '../../design/states.tsx';
import { formatDay } from '../../kit/dates.ts';
import { QueryError } from '../../kit/failure.tsx';
import type { ListParams, PagedList } from '../../kit/paged-list.ts';
import { useApi } from '../../kit/queries.ts';
import { useTimeZone } from '../../kit/system.ts';
import { WordLine } from './word-fields.tsx';
import * as styles from './words.css.ts';
import { checksQuery, findingsText, sourceNames, usedText } from './words.queries.ts';

interface WordListProps {
  paged: PagedList<'listWords'>;
  params: ListParams;
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
  // If the check fails, the cards only lack badges.
  const checks = useQuery({ ...checksQuery(useApi(), params), placeholderData: keepPreviousData });
  // Badges that arrive later would push the cards below down.
  const isLoading = list.isPending || checks.isPending;
  const section = useRef<HTMLElement>(null);
  // The cards render only when a word changes, not on every key in a panel.
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
      {isLoading && !list.error && <LoadingCards />}
      {list.data && !isLoading && total === 0 && <NoWords {...params} onShowAll={onShowAll} onAdd={onAdd} />}
      {list.data && !isLoading && total > 0 && (
        <div className={styles.listBody} data-stale={isStale || undefined}>
          <WordCards
            words={list.data.words}
            checked={checks.data?.words}
            editedId={editedId}
            onEdit={edit}
            onRemove={onRemove}
          />
          <Pager
            page={params.page}
            hasMore={list.data.hasMore}
            onPage={(next) => {
              onPage(next);
              section.current?.focus();
            }}
            summary={showing(shownPage, list.data.words.length, total)}
            label="Word pages"
          />
        </div>
      )}
    </section>
  );
}

function showing(page: number, count: number, total: number): string {
  const before = (page - 1) * limits.wordPageSize;
  const [from, to, all] = [before + 1, before + count, total].map((n) => n.toLocaleString('en-US'));
  return `Showing ${from} to ${to} of ${all} words`;
}

interface NoWordsProps extends ListParams {
  onShowAll: () => void;
  onAdd: () => void;
}

function NoWords({ search, letter, onShowAll, onAdd }: NoWordsProps) {
  if (search === '' && letter === '') {
    return (
      <EmptyState
        title={messages.words.empty}
        action={
          <Button variant="primary" icon="plus" onClick={onAdd}>
            Add the first word
          </Button>
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
  ].filter(Boolean);
  return (
    <EmptyState title={messages.words.empty} action={<Button onClick={onShowAll}>Show all words</Button>}>
      No word {conditions.join(' and ')}.
    </EmptyState>
  );
}

interface WordCardsProps {
  words: WordView[];
  /** Their findings, once loaded. */
  checked: CheckedWord[] | undefined;
  /** The word whose form is open. */
  editedId: number | undefined;
  onEdit: (word: WordView) => void;
  onRemove: (word: WordView) => void;
}

function WordCards({ words, checked, editedId, onEdit, onRemove }: WordCardsProps) {
  return (
    <ul className={styles.cards}>
      {words.map((word) => (
        <WordCard
          key={word.id}
          word={word}
          check={checked?.find(({ id }) => id === word.id)}
          edited={word.id === editedId}
          onEdit={onEdit}
          onRemove={onRemove}
        />
      ))}
    </ul>
  );
}

interface WordCardProps extends Omit<WordCardsProps, 'words' | 'checked' | 'editedId'> {
  word: WordView;
  check: CheckedWord | undefined;
  edited: boolean;
}

const WordCard = memo(function WordCard({ word, check, edited, onEdit, onRemove }: WordCardProps) {
  const timeZone = useTimeZone();
  return (
    <li className={styles.card} data-edited={edited || undefined}>
      <div>
        <h2 className={styles.word}>{word.word}</h2>
        <WordLine word={word} place="card" />
      </div>
      <div>
        <p className={styles.definition}>{word.definition}</p>
        {check && check.findings.length > 0 && <WordFindings findings={check.findings} />}
      </div>
      <div className={styles.cardFoot}>
        <span className={styles.badges}>
          {word.usedCount > 0 && <Badge tone="good">{usedText(word.usedCount)}</Badge>}
          {word.usedCount === 0 && word.goesOut === undefined && <Badge icon={null}>{usedText(0)}</Badge>}
          {word.goesOut !== undefined && (
            <Badge tone="info">Goes out {formatDay(word.goesOut, timeZone)}</Badge>
          )}
          <span className={styles.source}>{sourceNames[word.source]}</span>
        </span>
        <span className={styles.cardActions}>
          <IconButton
            id={`open-edit-${word.id}`}
            icon="edit"
            label={`Edit ${word.word}`}
            aria-expanded={edited}
            onClick={() => onEdit(word)}
          />
          <IconButton icon="trash" label={`Remove ${word.word}`} onClick={() => onRemove(word)} />
        </span>
      </div>
    </li>
  );
});

/** Skeletons in the shape of the cards. */
function LoadingCards() {
  return (
    <Loading label="Loading words">
      <div className={styles.cards}>
        {Array.from({ length: 9 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: identical items in a fixed order
          <div key={index} className={styles.card}>
            <div className={styles.loadingHead}>
              <Skeleton width="55%" height="1.9rem" />
              <Skeleton width="40%" height="1.3rem" />
            </div>
            <div className={styles.loadingHead}>
              <Skeleton />
              <Skeleton width="70%" />
            </div>
            <Skeleton width="45%" height="2rem" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

/** A badge that opens to show what is wrong with a word and what to do. */
function WordFindings({ findings }: { findings: WordFinding[] }) {
  return (
    <details className={styles.findings}>
      <summary className={styles.findingsSummary}>
        <Badge tone="warn">{findingsText(findings.length)}</Badge>
      </summary>
      <ul className={styles.findingsList}>
        {findings.map(({ code, field, message }) => (
          <li key={`${code} ${field}`}>{message}</li>
        ))}
      </ul>
    </details>
  );
}
