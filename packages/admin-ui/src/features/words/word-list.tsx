import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { limits, messages, type WordView } from '@wordrise/core/contract';
import { useCallback, useRef } from 'react';
import { Button } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Pager } from '../../design/pager.tsx';
import type { ListParams, PagedList } from '../../kit/paged-list.ts';
import { useApi } from '../../kit/queries.ts';
import { QueryError } from '../../kit/query-error.tsx';
import { LoadingCards, WordCards } from './word-cards.tsx';
import * as styles from './words.css.ts';
import { checksQuery } from './words.queries.ts';

export interface WordListProps {
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
