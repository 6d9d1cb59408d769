import type { RefusedOrigin } from '@wordrise/core/contract';
import { Button } from '../../design/button.tsx';
import { formatShort, withZone } from '../../kit/dates.ts';
import { useTimeZone } from '../../kit/system.ts';
import * as styles from './embed.css.ts';
import { shortName, type useChangeOrigins } from './origins.queries.ts';

export interface RefusedOriginsProps {
  refused: RefusedOrigin[];
  changes: ReturnType<typeof useChangeOrigins>;
}

/** The sites whose visitors tried to sign up, and could not. */
export function RefusedOrigins({ refused, changes: { allow, remove } }: RefusedOriginsProps) {
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
