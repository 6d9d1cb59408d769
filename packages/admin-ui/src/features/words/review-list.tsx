import {
  exampleNotAvailable,
  shownFields,
  splitCitedForms,
  type WordField,
  wordFieldTable,
} from '@wordrise/core/contract';
import { memo, useCallback, useRef, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { AlertDialog } from '../../design/dialog.tsx';
import { Select } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { Badge } from '../../design/states.tsx';
import { visuallyHidden } from '../../design/visually-hidden.css.ts';
import { counted } from '../../kit/figures.ts';
import { chooseSense, isReady, problemsOf, type ReviewItem, shownExample } from './review.ts';
import { type FieldState, WordFields, WordLine } from './word-fields.tsx';
import * as styles from './words.css.ts';

interface ReviewListProps {
  items: ReviewItem[];
  processing: boolean;
  saving: boolean;
  onChange: (key: number, changes: Partial<ReviewItem>) => void;
  onSave: () => void;
  onClear: () => void;
}

/** The dictionary's results, to be read, edited, left out and saved. */
export function ReviewList({ items, processing, saving, onChange, onSave, onClear }: ReviewListProps) {
  const found = items.filter(({ success }) => success).length;
  const ready = items.filter(isReady).length;
  const known = items.filter((item) => item.inLibrary).length;
  const unknown = items.filter((item) => !item.success && !item.inLibrary).length;
  const leftOut = items.filter((item) => item.leftOut && !item.inLibrary).length;
  const notReady = items.filter((item) => item.success && !item.leftOut).length - ready;
  const counts = [
    `${found} found`,
    unknown > 0 && `${unknown} failed`,
    known > 0 && `${known} already in the library`,
    leftOut > 0 && `${leftOut} left out`,
    notReady > 0 && `${notReady} not ready`,
  ].filter(Boolean);

  const [asking, setAsking] = useState(false);

  // A change to one entry must not render five hundred others.
  const latest = useRef(onChange);
  latest.current = onChange;
  const change = useCallback<ReviewListProps['onChange']>((key, changes) => latest.current(key, changes), []);

  return (
    <section className={styles.review} aria-label="Looked-up words">
      <div className={styles.reviewHead}>
        <p className={styles.reviewSummary} role="status">
          {counts.join(' · ')}
        </p>
        <div className={styles.bulkActions}>
          <Button
            variant="quiet"
            size="small"
            disabled={processing || saving}
            onClick={() => setAsking(true)}
          >
            Discard all
          </Button>
          <Button
            variant={ready > 0 ? 'primary' : 'secondary'}
            size="small"
            icon="check"
            busy={saving}
            busyLabel="Saving..."
            disabled={processing}
            onClick={onSave}
          >
            {ready > 0 ? `Save ${counted(ready, 'word')}` : 'Save words'}
          </Button>
        </div>
      </div>
      <ul className={styles.entries}>
        {items.map((item) => (
          <ReviewEntry key={item.key} item={item} onChange={change} />
        ))}
      </ul>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Discard ${counted(items.length, 'word')}?`}
        description="Dictionary results and your edits will be lost. The library is not changed."
        confirmLabel="Discard all"
        onConfirm={() => {
          setAsking(false);
          onClear();
        }}
      />
    </section>
  );
}

interface ReviewEntryProps {
  item: ReviewItem;
  onChange: (key: number, changes: Partial<ReviewItem>) => void;
}

const ReviewEntry = memo(function ReviewEntry({ item, onChange }: ReviewEntryProps) {
  return item.success ? <Found item={item} onChange={onChange} /> : <Failed item={item} />;
});

function Failed({ item: { fields, error, inLibrary } }: { item: ReviewItem }) {
  return (
    <li className={styles.entry}>
      <div className={styles.entryHead}>
        <p className={styles.entryWord}>{fields.word}</p>
        {inLibrary ? <Badge icon="book">Already in the library</Badge> : <Badge tone="bad">Failed</Badge>}
      </div>
      {!inLibrary && <p className={styles.entryError}>{error ?? 'The dictionary gave no reason.'}</p>}
    </li>
  );
}

function Found({ item, onChange }: ReviewEntryProps) {
  const { key, fields, leftOut } = item;
  const problems = problemsOf(item);
  const notReady = Object.keys(problems).length > 0;
  // A word that is not ready shows its fields by default, and keeps them open while they are filled in.
  const [opened, setOpened] = useState(notReady);
  const open = !leftOut && (opened || notReady);
  const word = fields.word || 'this word';

  const field = (name: WordField): FieldState => {
    const isExample = name === 'example1' || name === 'example2';
    return {
      value: isExample ? shownExample(fields[name]) : fields[name],
      errors: problems[name],
      ...(isExample && { optional: true }),
      onChange({ target: { value } }) {
        const text = isExample && value.trim() === '' ? exampleNotAvailable : value;
        onChange(key, { fields: { ...fields, [name]: text } });
      },
    };
  };

  return (
    <li className={styles.entry}>
      <div className={styles.entryHead}>
        <div className={styles.entryName}>
          <p className={styles.entryWord}>
            <span className={leftOut ? styles.leftOut : undefined}>{fields.word}</span>
            <Icon name="check" size={18} className={styles.foundMark} />
            <span className={visuallyHidden}>Found</span>
          </p>
          <WordLine word={fields} place="review" />
        </div>
        <div className={styles.cardActions}>
          {!leftOut && (
            <Button
              variant="quiet"
              size="small"
              icon={open ? 'check' : 'edit'}
              aria-expanded={open}
              aria-label={open ? `Done with ${word}` : `Edit ${word}`}
              disabled={notReady}
              onClick={() => setOpened(!opened)}
            >
              {open ? 'Done' : 'Edit'}
            </Button>
          )}
          {item.inLibrary ? (
            <Badge icon="book">Already in the library</Badge>
          ) : (
            <Button
              variant="quiet"
              size="small"
              aria-pressed={leftOut}
              aria-label={`Leave out ${word}`}
              onClick={() => onChange(key, { leftOut: !leftOut })}
            >
              Leave out
            </Button>
          )}
        </div>
      </div>
      {!leftOut && item.senses && (
        <Select
          label={`Meaning of ${word}`}
          name={`sense-${key}`}
          options={Object.fromEntries(
            item.senses.map(({ partOfSpeech, definition }, at) => [
              at,
              `${at + 1}. ${partOfSpeech}: ${definition}`,
            ]),
          )}
          value={String(item.sense ?? 0)}
          onChange={(next) => onChange(key, chooseSense(item, Number(next)))}
        />
      )}
      {open ? (
        <div className={styles.entryFields}>
          <WordFields of={field} />
        </div>
      ) : (
        !leftOut && <Texts fields={fields} />
      )}
    </li>
  );
}

function Texts({ fields }: Pick<ReviewItem, 'fields'>) {
  const examples = [fields.example1, fields.example2].map(shownExample).filter((example) => example !== '');
  return (
    <>
      <p className={styles.definition}>{fields.definition}</p>
      {examples.length > 0 && (
        <ul className={styles.examples}>
          {examples.map((example) => (
            <li key={example}>{example}</li>
          ))}
        </ul>
      )}
      {shownFields('review', 'section')
        .filter((name) => fields[name] !== '')
        .map((name) => (
          <p key={name} className={styles.small}>
            <span className={styles.smallLabel}>{wordFieldTable[name].label}</span>{' '}
            {splitCitedForms(name, fields[name]).map((piece, at) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text keep their order
              at % 2 === 1 ? <em key={at}>{piece}</em> : piece,
            )}
          </p>
        ))}
    </>
  );
}
