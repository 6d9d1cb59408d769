import { useQuery, useQueryClient } from '@tanstack/react-query';
import { limits, messages, type UnusedWordView } from '@wordrise/core/contract';
import { useEffect, useRef, useState } from 'react';
import { Button, ButtonLink } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { ErrorState } from '../../design/error-state.tsx';
import { LetterFilter } from '../../design/letter-filter.tsx';
import { Pager } from '../../design/pager.tsx';
import { SearchBox } from '../../design/search-box.tsx';
import { Loading } from '../../design/skeleton.tsx';
import { keyOf, useApi } from '../../kit/queries.ts';
import * as styles from './schedule.css.ts';
import { type PickerPlace, unusedWordsQuery } from './schedule.queries.ts';

const start: PickerPlace = { page: 1, search: '', letter: '' };

/** The words that may be chosen: by search or by letter, never both, a page at a time. */
export function WordPicker({ onSelect }: { onSelect: (word: UnusedWordView) => void }) {
  const client = useQueryClient();
  const [place, setPlace] = useState(start);
  const words = useQuery(unusedWordsQuery(useApi(), place));
  // While the next page is on its way the last one is shown, and still said to be.
  const [shownPage, setShownPage] = useState(place.page);
  if (words.data && !words.isPlaceholderData && shownPage !== place.page) setShownPage(place.page);
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLElement>(null);
  // Opened, or opened again by “Change”: here the choice begins.
  useEffect(() => frame.current?.querySelector('input')?.focus(), []);

  const total = words.data?.total ?? 0;
  const lastPage = Math.max(1, Math.ceil(total / limits.unusedPageSize));
  const beyond = words.data !== undefined && !words.isPlaceholderData && place.page > lastPage;
  useEffect(() => {
    if (!beyond) return;
    // Words were scheduled elsewhere: the pages kept from before are old too.
    setPlace((now) => ({ ...now, page: lastPage }));
    client.invalidateQueries({ queryKey: keyOf('listUnusedWords') });
  }, [beyond, lastPage, client]);

  return (
    <div ref={frame} className={styles.picker}>
      <SearchBox
        label="Search unused words"
        placeholder="Search words and definitions"
        value={place.search}
        onSearch={(search) => search !== place.search && setPlace({ page: 1, search, letter: '' })}
      />
      <LetterFilter value={place.letter} onChange={(letter) => setPlace({ page: 1, search: '', letter })} />
      <section
        ref={list}
        className={styles.pickerList}
        aria-label="Unused words"
        aria-busy={words.isFetching}
        tabIndex={-1}
      >
        {words.isPending && (
          <div className={styles.pickerLoading}>
            <Loading label="Loading unused words" rows={5} rowHeight="3.25rem" />
          </div>
        )}
        {words.error && (
          <ErrorState
            title={messages.schedule.fetchUnusedFailed}
            onRetry={() => words.refetch()}
            retrying={words.isFetching}
          >
            Emails already scheduled go out as planned.
          </ErrorState>
        )}
        {words.data && !words.error && total === 0 && (
          <NoWords place={place} onShowAll={() => setPlace(start)} />
        )}
        {words.data && !words.error && total > 0 && (
          <ul className={styles.words} data-old={words.isPlaceholderData || undefined}>
            {words.data.words.map((word) => (
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
        )}
      </section>
      {words.data && !words.error && total > 0 && (
        <Pager
          page={place.page}
          hasMore={words.data.hasMore}
          onPage={(page) => {
            setPlace({ ...place, page });
            if (list.current) list.current.scrollTop = 0;
          }}
          summary={`${total.toLocaleString('en-US')} unused words available`}
          position={`Page ${shownPage.toLocaleString('en-US')} of ${lastPage.toLocaleString('en-US')}`}
          label="Unused word pages"
        />
      )}
    </div>
  );
}

function NoWords({ place: { search, letter }, onShowAll }: { place: PickerPlace; onShowAll: () => void }) {
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
        : `No unused word has “${search}” in word or definition.`}
    </EmptyState>
  );
}
