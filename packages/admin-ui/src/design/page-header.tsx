import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';
import * as styles from './page-header.css.ts';

export interface PageHeaderProps {
  /** The page's one h1. */
  title: string;
  note?: ReactNode;
  /** The page's main buttons. */
  actions?: ReactNode;
  /** A link above the title; the pages of the admin area have "Back to Dashboard". */
  back?: { to: string; label: string };
}

/** The h1 gets the focus after a navigation (see shell/focus-heading.tsx), so it must be there from the first paint:
 * render it above the loading state, not after it. */
export function PageHeader({ title, note, actions, back }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      {back && (
        <Link className={styles.back} to={back.to}>
          <Icon name="chevron-left" size={16} />
          {back.label}
        </Link>
      )}
      <div className={styles.row}>
        <div>
          <h1 className={styles.title} tabIndex={-1}>
            {title}
          </h1>
          {note !== undefined && <p className={styles.note}>{note}</p>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </header>
  );
}
