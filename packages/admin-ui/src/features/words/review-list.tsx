import { useCallback, useRef, useState } from 'react';
import { AlertDialog } from '../../design/alert-dialog.tsx';
import { Button } from '../../design/button.tsx';
import * as styles from './review.css.ts';
import { isReady, type ReviewItem } from './review.ts';
import { ReviewEntry } from './review-entry.tsx';
import { countWords } from './word-texts.ts';

export interface ReviewListProps {
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
  const leftOut = items.filter((item) => item.leftOut).length - known;
  const counts = [
    `${found} found`,
    found < items.length && `${items.length - found} failed`,
    known > 0 && `${known} already in the library`,
    leftOut > 0 && `${leftOut} left out`,
    ready + leftOut + known < found && `${found - ready - leftOut - known} not ready`,
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
            Save {countWords(ready)}
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
        title={`Discard ${countWords(items.length)}?`}
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
