import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { ErrorState } from '../design/error-state.tsx';
import * as styles from './bare-page.css.ts';

/** Shown when a page's code failed to load or to render. */
export function RouteError() {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return (
    <div className={styles.center}>
      <ErrorState title="Something went wrong on this page" onRetry={() => window.location.reload()}>
        Saved work is safe. If it happens again after a reload, the installation may just have been updated:
        close this tab and open it again.
      </ErrorState>
    </div>
  );
}
