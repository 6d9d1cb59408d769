import { Alert } from '../../design/alert.tsx';
import { Card } from '../../design/card.tsx';
import { Icon } from '../../design/icon.tsx';
import * as styles from './embed.css.ts';

export interface AllowedOriginsProps {
  /** The running server's `WIDGET_ORIGINS`. */
  origins: string[];
  publicUrl: string;
}

/** The sites that may embed the form. Browsers block it on others; a link works everywhere. */
export function AllowedOrigins({ origins, publicUrl }: AllowedOriginsProps) {
  const own = new URL(publicUrl).origin;
  return (
    <Card title="Sites that may embed the form">
      <div className={styles.origins}>
        {origins.includes('*') ? (
          <Alert title="Any site may embed the form.">
            <code>WIDGET_ORIGINS</code> is <code>*</code>.
          </Alert>
        ) : (
          <ul className={styles.originList} aria-label="Allowed sites">
            {[...new Set([own, ...origins])].map((origin) => (
              <li key={origin} className={styles.origin}>
                <Icon name="check" size={16} className={styles.originMark} />
                <code>{origin}</code>
                {origin === own && <span className={styles.note}>this installation</span>}
              </li>
            ))}
          </ul>
        )}
        {origins.length === 0 && (
          <Alert tone="warn" title="No other site may embed the form yet.">
            On other sites the form is shown, but signing up fails until their origins are allowed.
          </Alert>
        )}
        <p className={styles.note}>
          To change it, set <code>WIDGET_ORIGINS</code> to the sites’ origins, separated by commas, such as{' '}
          <code>https://blog.example.com,https://www.example.org</code>, and restart the server.
        </p>
      </div>
    </Card>
  );
}
