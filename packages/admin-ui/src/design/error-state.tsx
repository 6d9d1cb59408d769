import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import * as styles from './states.css.ts';

export interface ErrorStateProps {
  /** What happened: the specification's text if it has one. */
  title: string;
  /** Why, or what to do. */
  description?: string;
  /** What still works. */
  children?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
}

export function ErrorState({ title, description, children, onRetry, retrying = false }: ErrorStateProps) {
  return (
    <div className={styles.state} role="alert">
      <span className={styles.badMark}>
        <Icon name="warning" size={28} />
      </span>
      <p className={styles.title}>{title}</p>
      {description !== undefined && <p className={styles.body}>{description}</p>}
      {children !== undefined && <div className={styles.body}>{children}</div>}
      {onRetry && (
        <div className={styles.action}>
          <Button icon="refresh" busy={retrying} onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}
