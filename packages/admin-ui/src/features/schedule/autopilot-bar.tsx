import { useQuery } from '@tanstack/react-query';
import { type LibraryView, showWeekdays, weekdays } from '@wordrise/core/contract';
import { Suspense, useId } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { Loading } from '../../design/states.tsx';
import { formatCalendarDay } from '../../kit/dates.ts';
import { lazyPart } from '../../kit/lazy-part.ts';
import { useApi } from '../../kit/queries.ts';
import { usePersistedState } from '../../kit/unsaved-work.tsx';
import * as styles from './schedule.css.ts';
import { autopilotQuery, useSaveAutopilot } from './schedule.queries.ts';

const AutopilotSettings = lazyPart(() => import('./autopilot-settings.tsx'), 'AutopilotSettings');

/** The settings in the open form; they survive a new login. */
const autopilotDraft = z.object({ time: z.string(), days: z.array(z.enum(weekdays)), ahead: z.string() });

/** Whether mornings are filled automatically, and how long the words last. Hidden until that is loaded. */
export function AutopilotBar() {
  const { data } = useQuery(autopilotQuery(useApi()));
  const [draft, setDraft] = usePersistedState('autopilot', autopilotDraft);
  const close = () => setDraft(undefined);
  const save = useSaveAutopilot(close);
  const title = useId();
  if (!data) return null;
  const { isOn, time, days, ahead } = data;

  return (
    <section className={styles.autopilot} aria-labelledby={title}>
      <div className={styles.autopilotRow}>
        <div className={styles.autopilotHead}>
          <button
            type="button"
            role="switch"
            className={styles.toggle}
            aria-checked={isOn}
            aria-labelledby={title}
            aria-busy={save.isPending || undefined}
            onClick={() => !save.isPending && save.mutate({ ...data, isOn: !isOn })}
          >
            <span className={styles.knob} />
          </button>
          <h2 className={styles.autopilotTitle} id={title}>
            Autopilot
          </h2>
        </div>
        <div className={styles.autopilotText}>
          <p className={styles.autopilotFacts}>
            {isOn
              ? `Keeps the next ${ahead} mornings filled, ${showWeekdays(days)} at ${time}.`
              : 'Off. It chooses a word for each morning, so that none stays empty.'}
          </p>
          <LibraryNote {...data.library} />
        </div>
        <Button
          size="small"
          variant="quiet"
          aria-expanded={draft !== undefined}
          onClick={() => setDraft(draft ? undefined : { time, days: [...days], ahead: String(ahead) })}
        >
          Settings
        </Button>
      </div>
      {draft && (
        <div className={styles.autopilotSettings}>
          <Suspense fallback={<Loading label="Loading settings" rows={1} rowHeight="9rem" />}>
            <AutopilotSettings
              view={data}
              draft={draft}
              onDraft={setDraft}
              busy={save.isPending}
              onSave={save.mutate}
              onClose={close}
            />
          </Suspense>
        </div>
      )}
    </section>
  );
}

/** How long the words last, and a way to get more if that is not long. */
function LibraryNote(library: LibraryView) {
  if (!library.isLow) return <p className={styles.autopilotFacts}>{howLong(library)}</p>;
  return (
    <p className={styles.autopilotLow}>
      <Icon name="warning" size={16} /> {howLong(library)} <Link to="/admin/words?panel=add">Add words</Link>
    </p>
  );
}

function howLong({ unusedWords, lastsUntil, lastsLonger, isLow }: LibraryView): string {
  if (lastsUntil === null) return 'No unused word is left.';
  if (lastsLonger)
    return `${unusedWords.toLocaleString('en-US')} unused words: enough for more than three years.`;
  const year = lastsUntil.slice(0, 4);
  return `Enough words${isLow ? ' only' : ''} until ${formatCalendarDay(lastsUntil)}, ${year}.`;
}
