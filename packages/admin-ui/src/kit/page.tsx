import { useQuery } from '@tanstack/react-query';
import { defaultProductName } from '@wordrise/core/contract';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { Icon } from '../design/icon.tsx';
import * as styles from './page.css.ts';
import { endpointQuery, useApi } from './queries.ts';

interface PageProps {
  /** The h1, and the name in the browser's tab. */
  title: string;
  note?: ReactNode;
  /** The page's main buttons, beside the title. */
  actions?: ReactNode;
  /** The link above the title, if the page is part of another one, or the specification names it. */
  back?: { to: string; label: string } | undefined;
  children: ReactNode;
}

export const toDashboard = { to: '/admin', label: 'Back to Dashboard' };

/** One page of the admin area. Render it from the first paint; loading states go inside. */
export function Page({ title, note, actions, back, children }: PageProps) {
  usePageTitle(title);
  return (
    <>
      <PageHeader title={title} note={note} actions={actions} back={back} />
      {children}
    </>
  );
}

export function useProductName(): string {
  const config = useQuery(endpointQuery(useApi(), 'config'));
  return config.data?.productName ?? defaultProductName;
}

/** The name in the browser's tab: "Words · Wordrise". */
export function usePageTitle(title: string) {
  const productName = useProductName();
  useEffect(() => {
    document.title = `${title} · ${productName}`;
  }, [title, productName]);
}

interface PageHeaderProps {
  /** The page's one h1. */
  title: string;
  note?: ReactNode;
  /** The page's main buttons. */
  actions?: ReactNode;
  back: { to: string; label: string } | undefined;
}

/** The h1 gets the focus after a navigation (see `FocusHeading` in shell/app.tsx), so it must be there from the first paint:
 * render it above the loading state, not after it. */
function PageHeader({ title, note, actions, back }: PageHeaderProps) {
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
