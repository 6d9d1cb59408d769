import { useQuery } from '@tanstack/react-query';
import { limits, messages, type WordView } from '@wordrise/core/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Button, ButtonLink } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { ErrorState } from '../../design/error-state.tsx';
import { LetterFilter } from '../../design/letter-filter.tsx';
import { Pager } from '../../design/pager.tsx';
import { SearchBox } from '../../design/search-box.tsx';
import { Page } from '../../kit/page.tsx';
import { useApi } from '../../kit/queries.ts';
import { DictionaryPanel } from './dictionary-panel.tsx';
import { PanelFrame } from './panel-frame.tsx';
import { RemoveWordDialog } from './remove-word-dialog.tsx';
import { UploadPanel } from './upload-panel.tsx';
import { LoadingCards, WordCards } from './word-cards.tsx';
import { AddWordForm, EditWordForm } from './word-form.tsx';
import * as styles from './words.css.ts';
import { wordsQuery } from './words.queries.ts';
import { type Panel, useWordsPlace } from './words-place.ts';

export function WordsPage() {
  const { place, go } = useWordsPlace();
  const { page, search, letter, panel } = place;
  const words = useQuery(wordsQuery(useApi(), place));
  // While the next page is on its way the last one is shown, and still said to be.
  const [shownPage, setShownPage] = useState(page);
  if (words.data && !words.isPlaceholderData && shownPage !== page) setShownPage(page);
  const [removed, setRemoved] = useState<WordView>();
  const list = useRef<HTMLElement>(null);
  const edited = useEditedWord(panel, words.data?.words);
  useFocusOnClose(panel);

  const total = words.data?.total ?? 0;
  const lastPage = Math.max(1, Math.ceil(total / limits.wordPageSize));
  const beyond = words.data !== undefined && !words.isPlaceholderData && page > lastPage;
  useEffect(() => {
    // The last word of the last page was removed, or the address is an old one.
    if (beyond) go({ page: lastPage }, { replace: true });
  });

  const toggle = (next: Panel) => go({ panel: panel === next ? undefined : next });
  const close = () => go({ panel: undefined });
  // The cards are drawn again only when they change, not at every key in a panel.
  const latestToggle = useRef(toggle);
  latestToggle.current = toggle;
  const edit = useCallback(({ id }: WordView) => latestToggle.current(`edit-${id}`), []);

  const toggleProps = (name: Panel) => ({
    id: `open-${name}`,
    'aria-expanded': panel === name,
    onClick: () => toggle(name),
  });

  return (
    <Page
      title="Words"
      actions={
        <div className={styles.actions}>
          <ButtonLink to="/api/admin/words/export" reloadDocument download="words.csv" icon="download">
            Download CSV
          </ButtonLink>
          <Button icon="upload" {...toggleProps('upload')}>
            Upload CSV
          </Button>
          <Button icon="book" {...toggleProps('dictionary')}>
            From dictionary
          </Button>
          <Button variant="primary" icon="plus" {...toggleProps('add')}>
            Add word
          </Button>
        </div>
      }
    >
      {panel === 'add' && (
        <PanelFrame key={panel} title="Add a word" onClose={close}>
          <AddWordForm
            onClose={close}
            aside={
              <>
                Many at once?{' '}
                <button type="button" className={styles.textButton} onClick={() => toggle('dictionary')}>
                  Let the dictionary fill them in
                </button>
              </>
            }
          />
        </PanelFrame>
      )}
      {edited && (
        <PanelFrame key={panel} title={`Edit “${edited.word}”`} onClose={close}>
          <EditWordForm word={edited} onClose={close} />
        </PanelFrame>
      )}
      {panel === 'dictionary' && <DictionaryPanel key={panel} onClose={close} />}
      {panel === 'upload' && <UploadPanel key={panel} onClose={close} />}

      <div className={styles.tools}>
        <SearchBox
          label="Search words"
          placeholder="Search words and definitions"
          value={search}
          onSearch={(text) => text !== search && go({ search: text, page: 1 }, { replace: true })}
        />
        <LetterFilter value={letter} onChange={(next) => go({ letter: next, page: 1 })} />
      </div>

      <section
        ref={list}
        className={styles.list}
        aria-label="Word list"
        aria-busy={words.isFetching}
        tabIndex={-1}
      >
        {words.error && (
          <ErrorState
            title={messages.words.fetchFailed}
            onRetry={() => words.refetch()}
            retrying={words.isFetching}
          >
            Nothing is lost: the library is safe on the server.
          </ErrorState>
        )}
        {words.isPending && <LoadingCards />}
        {words.data && total === 0 && (
          <NoWords
            search={search}
            letter={letter}
            onShowAll={() => go({ search: '', letter: '', page: 1 })}
            onAdd={() => go({ panel: 'add' })}
          />
        )}
        {words.data && total > 0 && (
          <div className={styles.listBody} data-old={words.isPlaceholderData || undefined}>
            <WordCards words={words.data.words} editedId={edited?.id} onEdit={edit} onRemove={setRemoved} />
            <Pager
              page={page}
              hasMore={words.data.hasMore}
              onPage={(next) => {
                go({ page: next });
                list.current?.focus();
              }}
              summary={showing(shownPage, words.data.words.length, total)}
              label="Word pages"
            />
          </div>
        )}
      </section>
      <RemoveWordDialog word={removed} onClose={() => setRemoved(undefined)} />
    </Page>
  );
}

function showing(page: number, count: number, total: number): string {
  const before = (page - 1) * limits.wordPageSize;
  const [from, to, all] = [before + 1, before + count, total].map((n) => n.toLocaleString('en-US'));
  return `Showing ${from} to ${to} of ${all} words`;
}

/** The word of an open form. It stays while search and pages bring other words to the list. */
function useEditedWord(panel: Panel | undefined, words: WordView[] | undefined): WordView | undefined {
  const [remembered, remember] = useState<WordView>();
  const id = panel?.startsWith('edit-') ? Number(panel.slice('edit-'.length)) : undefined;
  const listed = words?.find((word) => word.id === id);
  if (listed && listed !== remembered) remember(listed);
  return listed ?? (remembered?.id === id ? remembered : undefined);
}

/** A closed panel gives the focus back to what opened it. */
function useFocusOnClose(panel: Panel | undefined) {
  const last = useRef(panel);
  useEffect(() => {
    const closed = last.current;
    last.current = panel;
    if (!closed || panel) return;
    const opener = document.getElementById(`open-${closed}`) ?? document.querySelector('h1');
    opener?.focus();
  }, [panel]);
}

interface NoWordsProps {
  search: string;
  letter: string;
  onShowAll: () => void;
  onAdd: () => void;
}

function NoWords({ search, letter, onShowAll, onAdd }: NoWordsProps) {
  if (search === '' && letter === '') {
    return (
      <EmptyState
        icon="book"
        title={messages.words.empty}
        action={
          <Button variant="primary" icon="plus" onClick={onAdd}>
            Add the first word
          </Button>
        }
      >
        Readers get one word of this library each morning. Write the first yourself, let the dictionary fill
        in a list, or upload a CSV file.
      </EmptyState>
    );
  }
  const sought = [
    letter !== '' && `starts with ${letter.toUpperCase()}`,
    search !== '' && `has “${search}” in word or definition`,
  ].filter(Boolean);
  return (
    <EmptyState
      icon="search"
      title={messages.words.empty}
      action={<Button onClick={onShowAll}>Show all words</Button>}
    >
      No word {sought.join(' and ')}.
    </EmptyState>
  );
}
