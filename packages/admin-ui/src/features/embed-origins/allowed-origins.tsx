import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { everySite, type OriginsView, originInput, type RefusedOrigin } from '@wordrise/core/contract';
import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Field } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { Alert } from '../../design/states.tsx';
import { useToasts } from '../../design/toast.tsx';
import { formatShort, withZone } from '../../kit/dates.ts';
import { failure, QueryError } from '../../kit/failure.tsx';
import { useSchemaForm } from '../../kit/forms.ts';
import { endpointQuery, keyOf, useApi } from '../../kit/queries.ts';
import { useTimeZone } from '../../kit/system.ts';
import * as styles from './embed-page.css.ts';

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
  const anySite = [...origins, ...added].includes(everySite);
  return (
    <Card title="Sites that may embed the form">
      <div className={styles.origins}>
        {refused.length > 0 && <RefusedOrigins refused={refused} changes={changes} />}
        {anySite ? (
          <Alert title="Any site may embed the form.">
            {origins.includes(everySite) ? (
              <>
                <code>WIDGET_ORIGINS</code> is <code>*</code>.
              </>
            ) : (
              <Button
                size="small"
                busy={changes.remove.isPending}
                onClick={() => changes.remove.mutate(everySite)}
              >
                Only sites that I allow
              </Button>
            )}
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
        {!query.error && origins.length === 0 && added.length === 0 && refused.length === 0 && (
          // Its place is kept until that is certain, so that the form below does not move.
          <div className={styles.certain} data-pending={query.isPending || undefined}>
            <Alert tone="warn" title="No other site may embed the form yet.">
              On other sites the form is shown, but signing up fails until their origins are allowed.
            </Alert>
          </div>
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
        hint="Works within seconds. With and without www are different sites. * allows every site."
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

interface RefusedOriginsProps {
  refused: RefusedOrigin[];
  changes: ReturnType<typeof useChangeOrigins>;
}

/** The sites whose visitors tried to sign up, and could not. */
function RefusedOrigins({ refused, changes: { allow, remove } }: RefusedOriginsProps) {
  const timeZone = useTimeZone();
  return (
    <div className={styles.refusals}>
      <h3 className={styles.snippetTitle}>Signups were refused on</h3>
      <ul className={styles.refusedList} aria-label="Refused sites">
        {refused.map(({ origin, count, lastAt }) => (
          <li key={origin} className={styles.originRow}>
            <div>
              <code>{origin}</code>
              <p className={styles.note}>
                {count === 1 ? '1 signup' : `${count} signups`}, last{' '}
                {withZone(formatShort(lastAt, timeZone), timeZone)}
              </p>
            </div>
            <span className={styles.originActions}>
              <Button
                size="small"
                variant="primary"
                busy={allow.isPending && allow.variables === origin}
                onClick={() => allow.mutate(origin)}
              >
                Allow {shortName(origin)}
              </Button>
              <Button
                size="small"
                variant="quiet"
                busy={remove.isPending && remove.variables === origin}
                aria-label={`Ignore ${shortName(origin)}`}
                onClick={() => remove.mutate(origin)}
              >
                Ignore
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.note}>Allow only sites that you know: any program can claim to be one.</p>
    </div>
  );
}

/** Visitors may be refused at any time, so the list is fetched on every visit. */
function useOrigins() {
  return useQuery({ ...endpointQuery(useApi(), 'listOrigins'), staleTime: 0 });
}

/** Allows a site or removes one; the answer is the new list. */
function useChangeOrigins(onAllowed: () => void = () => {}) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const keep = (view: OriginsView) => client.setQueryData(keyOf('listOrigins'), view);
  const onError = (error: Error) => toasts.error(failure('The list was not changed', error));
  const allow = useMutation({
    mutationFn: (origin: string) => api.call('allowOrigin', { body: { origin } }),
    onSuccess(view, origin) {
      keep(view);
      toasts.success(`${shortName(origin)} may embed the form`);
      onAllowed();
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: (origin: string) => api.call('removeOrigin', { query: { origin } }),
    onSuccess(view, origin) {
      keep(view);
      toasts.success(`${shortName(origin)} was removed`);
    },
    onError,
  });
  return { allow, remove };
}

/** "blog.example" of `https://blog.example`; other schemes stay. */
function shortName(origin: string): string {
  return origin === everySite ? 'Every site' : origin.replace(/^https:\/\//, '');
}
