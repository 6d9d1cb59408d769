import { originInput } from '@wordrise/core/contract';
import { useState } from 'react';
import { Alert } from '../../design/alert.tsx';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Field } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { useSchemaForm } from '../../kit/forms.ts';
import { QueryError } from '../../kit/query-error.tsx';
import * as styles from './embed.css.ts';
import { shortName, useChangeOrigins, useOrigins } from './origins.queries.ts';
import { RefusedOrigins } from './refused-origins.tsx';

export interface AllowedOriginsProps {
  /** The running server's `WIDGET_ORIGINS`. */
  origins: string[];
  publicUrl: string;
}

/** The sites that may embed the form. Browsers block it on others; a link works everywhere. */
export function AllowedOrigins({ origins, publicUrl }: AllowedOriginsProps) {
  const query = useOrigins();
  const [typed, setTyped] = useState('');
  const changes = useChangeOrigins(() => setTyped(''));
  const own = new URL(publicUrl).origin;
  const { allowed = [], refused = [] } = query.data ?? {};
  const added = allowed.flatMap(({ origin, source }) => (source === 'admin' ? [origin] : []));
  const anySite = origins.includes('*');
  return (
    <Card title="Sites that may embed the form">
      <div className={styles.origins}>
        {refused.length > 0 && <RefusedOrigins refused={refused} changes={changes} />}
        {anySite ? (
          <Alert title="Any site may embed the form.">
            <code>WIDGET_ORIGINS</code> is <code>*</code>.
          </Alert>
        ) : (
          <ul className={styles.originList} aria-label="Allowed sites">
            {[...new Set([own, ...origins, ...added])].map((origin) => (
              <li key={origin} className={styles.origin}>
                <Icon name="check" size={16} className={styles.originMark} />
                <code>{origin}</code>
                {origin === own && <span className={styles.note}>this installation</span>}
                {added.includes(origin) && (
                  <Button
                    size="small"
                    variant="quiet"
                    aria-label={`Remove ${shortName(origin)}`}
                    busy={changes.remove.isPending && changes.remove.variables === origin}
                    onClick={() => changes.remove.mutate(origin)}
                  >
                    Remove
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {origins.length === 0 && added.length === 0 && refused.length === 0 && (
          <Alert tone="warn" title="No other site may embed the form yet.">
            On other sites the form is shown, but signing up fails until their origins are allowed.
          </Alert>
        )}
        {query.error && <QueryError title="The list of sites could not be fetched" query={query} />}
        {!anySite && <AllowForm typed={typed} onType={setTyped} allow={changes.allow} />}
      </div>
    </Card>
  );
}

interface AllowFormProps {
  typed: string;
  onType: (typed: string) => void;
  allow: ReturnType<typeof useChangeOrigins>['allow'];
}

function AllowForm({ typed, onType, allow }: AllowFormProps) {
  const form = useSchemaForm(originInput, {
    onValid: ({ origin }) => allow.mutate(origin),
    busy: allow.isPending,
  });
  return (
    <form {...form.props} className={styles.allowForm}>
      <Field
        label="Allow another site"
        name="origin"
        placeholder="https://blog.example.com"
        inputMode="url"
        autoComplete="off"
        hint="Works within seconds. With and without www are different sites."
        errors={form.errors.origin}
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
      <Button type="submit" busy={allow.isPending}>
        Allow
      </Button>
    </form>
  );
}
