import { limits } from '@wordrise/core/contract';
import { type SubmitEvent, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../../design/button.tsx';
import { TextArea } from '../../design/field.tsx';
import { Alert, ProgressBar } from '../../design/states.tsx';
import { counted } from '../../kit/figures.ts';
import { useSystem } from '../../kit/system.ts';
import { PanelFrame } from './panel-frame.tsx';
import { isReady } from './review.ts';
import { ReviewList } from './review-list.tsx';
import { type BulkLookup, readEnteredWords, useBulkLookup } from './use-bulk-lookup.ts';
import * as styles from './words.css.ts';
import { sourceNames } from './words.queries.ts';

/** Enter words, look them up, review the results, save them. */
export function DictionaryPanel({ onClose }: { onClose: () => void }) {
  const dictionary = useSystem()?.dictionary;
  const bulk = useBulkLookup({ onAllSaved: onClose });
  const { items, processing } = bulk;
  useWordsOfLink(bulk);

  return (
    <PanelFrame
      title="Words from the dictionary"
      note={`${dictionary ? sourceNames[dictionary] : 'The dictionary'} fills in everything. You review it before it is saved.`}
      onClose={onClose}
    >
      <div className={styles.bulk} data-reviewing={items.length > 0 || undefined}>
        <LookupForm bulk={bulk} />
        {items.length > 0 && (
          <ReviewList
            items={items}
            processing={processing}
            saving={bulk.saving}
            onChange={bulk.change}
            onSave={bulk.save}
            onClear={bulk.clear}
          />
        )}
      </div>
    </PanelFrame>
  );
}

/** A link from another page can name words to look up; it adds them to those that are in the field already. */
function useWordsOfLink({ text, setText }: BulkLookup) {
  const [params, setParams] = useSearchParams();
  const words = params.get('words');
  useEffect(() => {
    if (words === null) return;
    const entered = readEnteredWords(text);
    if (!entered.includes(words)) setText([...entered, words].join('\n'));
    setParams(
      (before) => {
        before.delete('words');
        return before;
      },
      { replace: true },
    );
  }, [words, text, setText, setParams]);
}

function LookupForm({ bulk }: { bulk: BulkLookup }) {
  const list = useRef<HTMLTextAreaElement>(null);
  const { text, items, progress, processing, interrupted } = bulk;
  const entered = readEnteredWords(text).length;

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!processing && !bulk.process()) list.current?.focus();
  }

  return (
    <form className={styles.bulkForm} onSubmit={handleSubmit} noValidate>
      <TextArea
        ref={list}
        name="words"
        label="Words, one per line"
        className={styles.wordList}
        rows={6}
        autoCapitalize="none"
        spellCheck={false}
        readOnly={processing}
        value={text}
        onChange={(event) => bulk.setText(event.target.value)}
        errors={bulk.problem === undefined ? undefined : [bulk.problem]}
        hint={
          entered === 0
            ? `Commas work too. Up to ${limits.bulkWords} at a time.`
            : `${counted(entered, 'word')} to look up.`
        }
      />
      {progress && (
        <div className={styles.progress}>
          <ProgressBar label="Words looked up" {...progress} />
          <p className={styles.progressText}>
            {progress.done} of {counted(progress.total, 'word')}
          </p>
        </div>
      )}
      {interrupted && (
        <Alert tone="warn">
          Stopped after {interrupted.done} of {counted(interrupted.total, 'word')}. The rest is still in the
          list, ready to be looked up.
        </Alert>
      )}
      <div className={styles.bulkActions}>
        <Button
          type="submit"
          // Once there is something to save, saving becomes the main action.
          variant={items.some(isReady) ? 'secondary' : 'primary'}
          icon="book"
          busy={processing}
          busyLabel="Looking up..."
        >
          Look up
        </Button>
        {processing && (
          <Button icon="close" onClick={bulk.stop}>
            Stop
          </Button>
        )}
      </div>
    </form>
  );
}
