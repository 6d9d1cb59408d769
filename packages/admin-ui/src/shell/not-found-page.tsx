import { messages } from '@wordrise/core/contract';
import { useLocation } from 'react-router';
import { ButtonLink } from '../design/button.tsx';
import { usePageTitle } from '../kit/page.tsx';
import * as styles from './admin-layout.css.ts';

export function NotFoundPage() {
  usePageTitle('Page not found');
  const isInAdmin = useLocation().pathname.startsWith('/admin');
  return (
    <main className={styles.center}>
      <div className={styles.message}>
        <p className={styles.word}>
          lost <span className={styles.part}>adjective</span>
        </p>
        <h1 className={styles.heading} tabIndex={-1}>
          {messages.notFound}
        </h1>
        <p className={styles.note}>There is no page at this address. The link may be old or incomplete.</p>
        {isInAdmin && (
          <ButtonLink to="/admin" variant="primary">
            Go to the dashboard
          </ButtonLink>
        )}
        <ButtonLink to="/" reloadDocument variant={isInAdmin ? 'quiet' : 'primary'}>
          Go to the front page
        </ButtonLink>
      </div>
    </main>
  );
}
