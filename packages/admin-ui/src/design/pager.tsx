import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import * as styles from './pager.css.ts';

export interface PagerProps {
  /** From 1. */
  page: number;
  hasMore: boolean;
  onPage: (page: number) => void;
  /** On the left: "Showing 1 to 50 of 120 words". Read aloud when it changes. */
  summary: ReactNode;
  /** Between the buttons: "Page 1 of 3". */
  position?: ReactNode;
  /** Name of the list for screen readers: "Word pages". */
  label: string;
}

export function Pager({ page, hasMore, onPage, summary, position, label }: PagerProps) {
  return (
    <nav className={styles.pager} aria-label={label}>
      <p className={styles.summary} role="status">
        {summary}
      </p>
      <div className={styles.steps}>
        <Button size="small" icon="chevron-left" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        {position !== undefined && <span className={styles.summary}>{position}</span>}
        <Button size="small" disabled={!hasMore} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </div>
    </nav>
  );
}
