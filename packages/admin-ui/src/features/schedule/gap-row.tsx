import type { CalendarDayView } from '@wordrise/core/contract';
import { Button, ButtonLink } from '../../design/button.tsx';
import { formatDay } from '../../kit/dates.ts';
import * as styles from './mornings.css.ts';
import { useFillDay, useSkipDay } from './mornings.queries.ts';
import { RowDate } from './row-date.tsx';

export interface GapRowProps {
  gap: CalendarDayView;
  week: string | undefined;
  timeZone: string;
}

/** A morning without an email, and the ways to give it one. */
export function GapRow({ gap, week, timeZone }: GapRowProps) {
  const fill = useFillDay();
  const skip = useSkipDay();
  const { day, sendTime, state, isLeftFree } = gap;
  const name = formatDay(sendTime, timeZone);
  const isSkipped = state === 'skipped';
  return (
    <li>
      {week !== undefined && <p className={styles.week}>{week}</p>}
      <div className={styles.gap}>
        <RowDate instant={sendTime} timeZone={timeZone} />
        <p className={isSkipped ? styles.gapQuiet : styles.gapText}>
          {isSkipped ? 'Skipped' : 'No word'}
          {isLeftFree && !isSkipped && ' · its email was cancelled'}
        </p>
        <div className={styles.gapActions}>
          {isSkipped ? (
            <Button
              size="small"
              aria-label={`Do not skip ${name}`}
              busy={skip.isPending}
              onClick={() => skip.mutate({ day, skip: false })}
            >
              Open again
            </Button>
          ) : (
            <>
              <Button
                size="small"
                icon="sunrise"
                aria-label={`Fill ${name}`}
                busy={fill.isPending}
                onClick={() => fill.mutate(day)}
              >
                Fill
              </Button>
              <ButtonLink
                size="small"
                icon="plus"
                to={`?new=${day}`}
                replace
                aria-label={`Choose a word for ${name}`}
              >
                Choose a word
              </ButtonLink>
              <Button
                size="small"
                variant="quiet"
                aria-label={`Skip ${name}`}
                busy={skip.isPending}
                onClick={() => skip.mutate({ day, skip: true })}
              >
                Skip
              </Button>
            </>
          )}
        </div>
      </div>
    </li>
  );
}
