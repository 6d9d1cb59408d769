import type { ReactNode } from 'react';
import { PageHeader } from '../design/page-header.tsx';
import { usePageTitle } from './page-title.ts';

export interface PageProps {
  /** The h1, and the name in the browser's tab. */
  title: string;
  note?: ReactNode;
  /** The page's main buttons, beside the title. */
  actions?: ReactNode;
  /** Off on the dashboard only. */
  backToDashboard?: boolean;
  children: ReactNode;
}

/** One page of the admin area. Render it from the first paint; loading states go inside. */
export function Page({ title, note, actions, backToDashboard = true, children }: PageProps) {
  usePageTitle(title);
  return (
    <>
      <PageHeader
        title={title}
        note={note}
        actions={actions}
        {...(backToDashboard && { back: { to: '/admin', label: 'Back to Dashboard' } })}
      />
      {children}
    </>
  );
}
