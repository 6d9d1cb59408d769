import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  limits,
  type WordLevel,
  type WordState,
  type WordView,
  wordLevels,
  wordStates,
} from '@wordrise/core/contract';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Button, ButtonLink } from '../../design/button.tsx';
import { AlertDialog, Dialog, DialogActions } from '../../design/dialog.tsx';
import { LetterFilter, SearchBox } from '../../design/list-tools.tsx';
import { formatDay } from '../../kit/dates.ts';
import { counted, figure } from '../../kit/figures.ts';
import { Page, toDashboard } from '../../kit/page.tsx';
import { usePagedList } from '../../kit/paged-list.ts';
import { keyOf, useApi } from '../../kit/queries.ts';
import { useTimeZone } from '../../kit/system.ts';
import { Remembered } from './remembered.tsx';
import { WordList } from './word-list.tsx';
import { useEditedWord, useFocusOnClose, WordPanel } from './word-panel.tsx';
import * as styles from './words.css.ts';
import {
  countsQuery,
  levelNames,
  type Panel,
  stateNames,
  usedText,
  useRemoveWord,
  useWordsParams,
  wordsQuery,
} from './words.queries.ts';

export function WordsPage() {
  const { params, change } = useWordsParams();
  const { search, letter, state, level, panel } = params;
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
  const isBulk = panel === 'dictionary' || panel === 'upload';
  const openPanel = (
    <WordPanel panel={panel} edited={edited} onOpen={toggle} onClose={close} closeForm={closeForm} />
  );
  return (
    <Page back={toDashboard} title="Words" actions={<PanelButtons panel={panel} onToggle={toggle} />}>
      {isBulk && openPanel}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what is open in it */}
      <div
        className={styles.workspace}
        data-form={panel === 'add' || edited ? '' : undefined}
        onKeyDown={(event) => {
          // A dialog over the form is not inside of it, though its events arrive here.
          const isHere = event.currentTarget.contains(event.target as Node);
          if (event.key === 'Escape' && isHere && !isBulk && panel) (closeForm.current ?? close)();
        }}
      >
        <div className={styles.library}>
          <div className={styles.tools}>
            <SearchBox
              label="Search words"
              placeholder="Search words and definitions"
              value={search}
              onSearch={(text) => text !== search && change({ search: text, page: 1 }, { replace: true })}
            />
            <StateFilter value={state} onChange={(next) => change({ state: next, page: 1 })} />
            <LevelFilter value={level} onChange={(next) => change({ level: next, page: 1 })} />
            <nav className={styles.morePages} aria-label="More about words">
              <Link to="/admin/words/themes">Themes</Link>
              <Link to="/admin/words/suggestions">Readers’ words</Link>
            </nav>
            <div className={styles.letters}>
              <LetterFilter value={letter} onChange={(next) => change({ letter: next, page: 1 })} />
            </div>
          </div>
          <WordList
            paged={paged}
            params={params}
            editedId={edited?.id}
            onEdit={({ id }) => toggle(`edit-${id}`)}
            onRemove={setRemoving}
            onPage={(page) => change({ page })}
            onShowAll={() => change({ search: '', letter: '', state: undefined, level: undefined, page: 1 })}
            onAdd={() => change({ panel: 'add' })}
          />
        </div>
        {!isBulk && openPanel}
      </div>
      {panel === undefined && <Remembered />}
      <RemoveWordDialog word={removing} onClose={() => setRemoving(undefined)} />
    </Page>
  );
}

interface StateFilterProps {
  value: WordState | undefined;
  onChange: (state: WordState | undefined) => void;
}

/** All words, or those in one state, each with their number. */
function StateFilter({ value, onChange }: StateFilterProps) {
  const { data: counts, isPending } = useQuery(countsQuery(useApi()));
  useRefreshAfterCheck(counts?.unchecked ?? 0);
  const states = [undefined, ...wordStates];
  return (
    <div>
      <fieldset className={styles.states} data-pending={isPending || undefined} aria-label="Filter by state">
        {states.map((state) => (
          <button
            key={state ?? 'all'}
            type="button"
            className={styles.state}
            aria-pressed={state === value}
            onClick={() => onChange(state)}
          >
            {state ? stateNames[state] : 'All words'}
            {(counts || isPending) && (
              // While hidden, about as wide: a line more would push down the list.
              <span className={styles.stateCount}>{counts ? figure(counts[state ?? 'all']) : '000'}</span>
            )}
          </button>
        ))}
      </fieldset>
      {counts && counts.unchecked > 0 && (
        <p className={styles.small} role="status">
          {counted(counts.unchecked, 'word')} still to be checked.
        </p>
      )}
    </div>
  );
}

interface LevelFilterProps {
  value: WordLevel | undefined;
  onChange: (level: WordLevel | undefined) => void;
}

/** Words of one level; pressed again, of all. */
function LevelFilter({ value, onChange }: LevelFilterProps) {
  return (
    <fieldset className={styles.states} aria-label="Filter by level">
      {wordLevels.map((level) => (
        <button
          key={level}
          type="button"
          className={styles.state}
          aria-pressed={level === value}
          onClick={() => onChange(level === value ? undefined : level)}
        >
          {levelNames[level]}
        </button>
      ))}
    </fieldset>
  );
}

/** Once the words of a file are all checked, the list shows what was found. */
function useRefreshAfterCheck(unchecked: number) {
  const client = useQueryClient();
  const before = useRef(unchecked);
  useEffect(() => {
    if (before.current > 0 && unchecked === 0) client.invalidateQueries({ queryKey: keyOf('listWords') });
    before.current = unchecked;
  }, [client, unchecked]);
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
  if (word.goesOut !== undefined)
    return <WaitingWordDialog word={word} goesOut={word.goesOut} onClose={onClose} />;
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

interface WaitingWordDialogProps {
  word: WordView;
  goesOut: string;
  onClose: () => void;
}

/** A word that waits to be sent cannot be removed: leads to giving its morning another one. */
function WaitingWordDialog({ word: { id, word }, goesOut, onClose }: WaitingWordDialogProps) {
  const timeZone = useTimeZone();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`“${word}” goes out ${formatDay(goesOut, timeZone)}`}
      description="It cannot be removed while its email waits. Give that morning another word first, or cancel its email in the schedule."
    >
      <DialogActions>
        <Button onClick={onClose}>Keep it</Button>
        <ButtonLink variant="primary" to={`/admin/schedule?replace=${id}`}>
          Replace it
        </ButtonLink>
      </DialogActions>
    </Dialog>
  );
}

function removalDescription({ usedCount }: WordView): string {
  const lost = 'Its definition, etymology, examples and conversation tip will be lost.';
  if (usedCount === 0) return `${lost} No reader has had this word yet.`;
  return `${lost} ${usedText(usedCount)}; that record stays.`;
}
