import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import * as styles from './states.css.ts';

export interface EmptyStateProps {
  icon?: IconName;
  /** The specification's text if it has one. */
  title: string;
  /** What belongs here. */
  children?: ReactNode;
  /** The one button that fills it. */
  action?: ReactNode;
}

export function EmptyState({ icon = 'sunrise', title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <span className={styles.mark}>
        <Icon name={icon} size={22} />
      </span>
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.body}>{children}</div>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
