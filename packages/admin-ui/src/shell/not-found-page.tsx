import { messages } from '@wordrise/core/contract';
import { ButtonLink } from '../design/button.tsx';
import { usePageTitle } from '../kit/page.tsx';
import * as styles from './admin-layout.css.ts';

export function NotFoundPage() {
  usePageTitle('Page not found');
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
        <ButtonLink to="/" reloadDocument variant="primary">
          Go to the front page
        </ButtonLink>
      </div>
    </main>
  );
}
