import { useQueryClient } from '@tanstack/react-query';
import { limits, messages, type UnusedWordView } from '@wordrise/core/contract';
import { useEffect, useRef, useState } from 'react';
import { Button, ButtonLink } from '../design/button.tsx';
import { LetterFilter, Pager, SearchBox } from '../design/list-tools.tsx';
import { EmptyState, Loading } from '../design/states.tsx';
import { QueryError } from './failure.tsx';
import { figure } from './figures.ts';
import { type ListParams, usePagedList } from './paged-list.ts';
import { endpointQuery, keyOf, useApi } from './queries.ts';
import * as styles from './word-picker.css.ts';

const start: ListParams = { page: 1, search: '', letter: '' };

/** Texts for the whole library and for its unused words. */
const texts = {
  listWords: { word: 'word', title: 'Word', failed: messages.words.fetchFailed, note: undefined },
  listUnusedWords: {
    word: 'unused word',
    title: 'Unused word',
    failed: messages.schedule.fetchUnusedFailed,
    note: 'Emails already scheduled go out as planned.',
  },
};

export interface WordPickerProps {
  /** Which words to offer; by default the unused ones. */
  from?: keyof typeof texts;
  onSelect: (word: UnusedWordView) => void;
}

/** The words to choose from, page by page: filtered by search or by letter, never both. */
export function WordPicker({ from = 'listUnusedWords', onSelect }: WordPickerProps) {
  const { word, title, failed, note } = texts[from];
  const client = useQueryClient();
  const [params, setParams] = useState(start);
  const query = { ...params, limit: limits.unusedPageSize };
  const paged = usePagedList(endpointQuery(useApi(), from, { query }), {
    page: params.page,
    pageSize: limits.unusedPageSize,
    onPastEnd(page) {
      // Words were scheduled elsewhere: the cached pages are out of date too.
      setParams((now) => ({ ...now, page }));
      client.invalidateQueries({ queryKey: keyOf(from) });
    },
  });
  const { list, total } = paged;
  const frame = useRef<HTMLDivElement>(null);
  const section = useRef<HTMLElement>(null);
  // When it opens, also with “Change”, the search box gets the focus.
  useEffect(() => frame.current?.querySelector('input')?.focus(), []);

  return (
    <div ref={frame} className={styles.picker}>
      <SearchBox
        label={`Search ${word}s`}
        placeholder="Search words and definitions"
        value={params.search}
        onSearch={(search) => search !== params.search && setParams({ page: 1, search, letter: '' })}
      />
      <LetterFilter value={params.letter} onChange={(letter) => setParams({ page: 1, search: '', letter })} />
      <section
        ref={section}
        className={styles.pickerList}
        aria-label={`${title}s`}
        aria-busy={list.isFetching}
        tabIndex={-1}
      >
        {list.isPending && (
          <div className={styles.pickerLoading}>
            <Loading label={`Loading ${word}s`} rows={5} rowHeight="3.25rem" />
          </div>
        )}
        {list.error && (
          <QueryError title={failed} query={list}>
            {note}
          </QueryError>
        )}
        {list.data && !list.error && total === 0 && (
          <NoWords from={from} params={params} onShowAll={() => setParams(start)} />
        )}
        {list.data && !list.error && total > 0 && (
          <Words words={list.data.words} isStale={paged.isStale} onSelect={onSelect} />
        )}
      </section>
      {list.isPending && (
        // Reserves its space, so that nothing below moves when it arrives.
        <div className={styles.pickerPager} aria-hidden="true">
          <Pager page={1} hasMore={false} onPage={() => {}} summary="0" position="1" label="" />
        </div>
      )}
      {list.data && !list.error && total > 0 && (
        <Pager
          page={params.page}
          hasMore={list.data.hasMore}
          onPage={(page) => {
            setParams({ ...params, page });
            if (section.current) section.current.scrollTop = 0;
          }}
          summary={`${figure(total)} ${word}s available`}
          position={`Page ${figure(paged.shownPage)} of ${figure(paged.lastPage)}`}
          label={`${title} pages`}
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
            <p className={styles.word} dir="auto">
              {word.word}
            </p>
            <p className={styles.definition} dir="auto">
              {word.definition}
            </p>
          </div>
          <Button size="small" aria-label={`Select ${word.word}`} onClick={() => onSelect(word)}>
            Select
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface NoWordsProps {
  from: keyof typeof texts;
  params: ListParams;
  onShowAll: () => void;
}

function NoWords({ from, params: { search, letter }, onShowAll }: NoWordsProps) {
  const { word } = texts[from];
  if (search === '' && letter === '') {
    const isUnused = from === 'listUnusedWords';
    return (
      <EmptyState
        title={isUnused ? 'No unused words' : messages.words.empty}
        action={
          <ButtonLink to="/admin/words?panel=add" icon="plus">
            Add words
          </ButtonLink>
        }
      >
        {isUnused
          ? 'Only unscheduled words appear here. Add new ones to the library to continue.'
          : 'The library is empty.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={`No ${word}s found`} action={<Button onClick={onShowAll}>Show all {word}s</Button>}>
      {search === ''
        ? `No ${word} starts with ${letter.toUpperCase()}.`
        : `No ${word} has “${search}” in the word or definition.`}
    </EmptyState>
  );
}
