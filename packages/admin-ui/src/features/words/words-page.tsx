import { limits, type WordView } from '@wordrise/core/contract';
import { useRef, useState } from 'react';
import { Button, ButtonLink } from '../../design/button.tsx';
import { AlertDialog } from '../../design/dialog.tsx';
import { LetterFilter, SearchBox } from '../../design/list-tools.tsx';
import { Page } from '../../kit/page.tsx';
import { usePagedList } from '../../kit/paged-list.ts';
import { useApi } from '../../kit/queries.ts';
import { WordList } from './word-list.tsx';
import { useEditedWord, useFocusOnClose, WordPanel } from './word-panel.tsx';
import * as styles from './words.css.ts';
import { type Panel, usedText, useRemoveWord, useWordsParams, wordsQuery } from './words.queries.ts';

export function WordsPage() {
  const { params, change } = useWordsParams();
  const { search, letter, panel } = params;
  const paged = usePagedList<'listWords'>(wordsQuery(useApi(), params), {
    page: params.page,
    pageSize: limits.wordPageSize,
    onPastEnd: (page) => change({ page }, { replace: true }),
  });
  const edited = useEditedWord(panel, paged.list.data?.words);
  const [removing, setRemoving] = useState<WordView>();
  useFocusOnClose(panel);

  const closeForm = useRef<() => void>(null);
  const close = () => change({ panel: undefined });
  function toggle(next: Panel) {
    if (panel !== next) change({ panel: next });
    else (closeForm.current ?? close)();
  }
  return (
    <Page title="Words" actions={<PanelButtons panel={panel} onToggle={toggle} />}>
      <WordPanel panel={panel} edited={edited} onOpen={toggle} onClose={close} closeForm={closeForm} />
      <div className={styles.tools}>
        <SearchBox
          label="Search words"
          placeholder="Search words and definitions"
          value={search}
          onSearch={(text) => text !== search && change({ search: text, page: 1 }, { replace: true })}
        />
        <LetterFilter value={letter} onChange={(next) => change({ letter: next, page: 1 })} />
      </div>
      <WordList
        paged={paged}
        params={params}
        editedId={edited?.id}
        onEdit={({ id }) => toggle(`edit-${id}`)}
        onRemove={setRemoving}
        onPage={(page) => change({ page })}
        onShowAll={() => change({ search: '', letter: '', page: 1 })}
        onAdd={() => change({ panel: 'add' })}
      />
      <RemoveWordDialog word={removing} onClose={() => setRemoving(undefined)} />
    </Page>
  );
}

interface PanelButtonsProps {
  panel: Panel | undefined;
  onToggle: (panel: Panel) => void;
}

function PanelButtons({ panel, onToggle }: PanelButtonsProps) {
  const toggles = (name: Panel) => ({
    id: `open-${name}`,
    'aria-expanded': panel === name,
    onClick: () => onToggle(name),
  });
  return (
    <div className={styles.actions}>
      <ButtonLink to="/api/admin/words/export" reloadDocument download="words.csv" icon="download">
        Download CSV
      </ButtonLink>
      <Button icon="upload" {...toggles('upload')}>
        Upload CSV
      </Button>
      <Button icon="book" {...toggles('dictionary')}>
        From dictionary
      </Button>
      <Button variant="primary" icon="plus" {...toggles('add')}>
        Add word
      </Button>
    </div>
  );
}

export interface RemoveWordDialogProps {
  /** `undefined` closes the dialog. */
  word: WordView | undefined;
  onClose: () => void;
}

/** Names the word and what will be lost before it is removed. */
export function RemoveWordDialog({ word, onClose }: RemoveWordDialogProps) {
  const remove = useRemoveWord(onClose);
  if (!word) return null;
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Remove “${word.word}”?`}
      description={removalDescription(word)}
      confirmLabel="Remove word"
      busyLabel="Removing..."
      busy={remove.isPending}
      onConfirm={() => remove.mutate(word)}
    />
  );
}

function removalDescription({ usedCount }: WordView): string {
  const lost = 'Its definition, etymology, examples and conversation tip will be lost.';
  if (usedCount === 0) return `${lost} No reader has had this word yet.`;
  return `${lost} ${usedText(usedCount)}; that record stays.`;
}
