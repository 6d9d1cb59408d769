import { useQueryClient } from '@tanstack/react-query';
import { limits, messages, type UnusedWordView } from '@wordrise/core/contract';
import { useEffect, useRef, useState } from 'react';
import { Button, ButtonLink } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { LetterFilter } from '../../design/letter-filter.tsx';
import { Pager } from '../../design/pager.tsx';
import { SearchBox } from '../../design/search-box.tsx';
import { Loading } from '../../design/skeleton.tsx';
import { type ListParams, usePagedList } from '../../kit/paged-list.ts';
import { keyOf, useApi } from '../../kit/queries.ts';
import { QueryError } from '../../kit/query-error.tsx';
import * as styles from './schedule.css.ts';
import { unusedWordsQuery } from './schedule.queries.ts';

const start: ListParams = { page: 1, search: '', letter: '' };

/** The words to choose from, page by page: filtered by search or by letter, never both. */
export function WordPicker({ onSelect }: { onSelect: (word: UnusedWordView) => void }) {
  const client = useQueryClient();
  const [params, setParams] = useState(start);
  const paged = usePagedList(unusedWordsQuery(useApi(), params), {
    page: params.page,
    pageSize: limits.unusedPageSize,
    onPastEnd(page) {
      // Words were scheduled elsewhere: the cached pages are out of date too.
      setParams((now) => ({ ...now, page }));
      client.invalidateQueries({ queryKey: keyOf('listUnusedWords') });
    },
  });
  const { list, total } = paged;
  const frame = useRef<HTMLDivElement>(null);
  const section = useRef<HTMLElement>(null);
  // On opening, also by “Change”, the choice starts at the search box.
  useEffect(() => frame.current?.querySelector('input')?.focus(), []);

  return (
    <div ref={frame} className={styles.picker}>
      <SearchBox
        label="Search unused words"
        placeholder="Search words and definitions"
        value={params.search}
        onSearch={(search) => search !== params.search && setParams({ page: 1, search, letter: '' })}
      />
      <LetterFilter value={params.letter} onChange={(letter) => setParams({ page: 1, search: '', letter })} />
      <section
        ref={section}
        className={styles.pickerList}
        aria-label="Unused words"
        aria-busy={list.isFetching}
        tabIndex={-1}
      >
        {list.isPending && (
          <div className={styles.pickerLoading}>
            <Loading label="Loading unused words" rows={5} rowHeight="3.25rem" />
          </div>
        )}
        {list.error && (
          <QueryError title={messages.schedule.fetchUnusedFailed} query={list}>
            Emails already scheduled go out as planned.
          </QueryError>
        )}
        {list.data && !list.error && total === 0 && (
          <NoWords params={params} onShowAll={() => setParams(start)} />
        )}
        {list.data && !list.error && total > 0 && (
          <Words words={list.data.words} isStale={paged.isStale} onSelect={onSelect} />
        )}
      </section>
      {list.data && !list.error && total > 0 && (
        <Pager
          page={params.page}
          hasMore={list.data.hasMore}
          onPage={(page) => {
            setParams({ ...params, page });
            if (section.current) section.current.scrollTop = 0;
          }}
          summary={`${total.toLocaleString('en-US')} unused words available`}
          position={`Page ${paged.shownPage.toLocaleString('en-US')} of ${paged.lastPage.toLocaleString('en-US')}`}
          label="Unused word pages"
        />
      )}
    </div>
  );
}

interface WordsProps {
  words: UnusedWordView[];
  isStale: boolean;
  onSelect: (word: UnusedWordView) => void;
}

function Words({ words, isStale, onSelect }: WordsProps) {
  return (
    <ul className={styles.words} data-stale={isStale || undefined}>
      {words.map((word) => (
        <li key={word.id} className={styles.wordRow}>
          <div className={styles.wordText}>
            <p className={styles.word}>{word.word}</p>
            <p className={styles.definition}>{word.definition}</p>
          </div>
          <Button size="small" aria-label={`Select ${word.word}`} onClick={() => onSelect(word)}>
            Select
          </Button>
        </li>
      ))}
    </ul>
  );
}

function NoWords({ params: { search, letter }, onShowAll }: { params: ListParams; onShowAll: () => void }) {
  if (search === '' && letter === '') {
    return (
      <EmptyState
        icon="book"
        title="Every word has been used"
        action={
          <ButtonLink to="/admin/words?panel=add" icon="plus">
            Add words
          </ButtonLink>
        }
      >
        Only unscheduled words appear here. Add new ones to the library to continue.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="search"
      title="No unused words found"
      action={<Button onClick={onShowAll}>Show all unused words</Button>}
    >
      {search === ''
        ? `No unused word starts with ${letter.toUpperCase()}.`
        : `No unused word has “${search}” in the word or definition.`}
    </EmptyState>
  );
}
