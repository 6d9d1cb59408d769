import type { ReactNode } from 'react';
import * as styles from './states.css.ts';

export interface EmptyStateProps {
  /** The specification's text if it has one. */
  title: string;
  /** What belongs here. */
  children?: ReactNode;
  /** The one button that fills it. */
  action?: ReactNode;
}

/** An empty list, under a picture of dawn. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <span className={styles.dawn} aria-hidden="true" />
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.body}>{children}</div>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
