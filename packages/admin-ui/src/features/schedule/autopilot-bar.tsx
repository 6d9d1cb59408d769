import { useQuery } from '@tanstack/react-query';
import { type LibraryView, weekdaysText } from '@wordrise/core/contract';
import { Suspense, useId } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { Loading } from '../../design/states.tsx';
import { lazyPart } from '../../kit/lazy-part.ts';
import { useApi } from '../../kit/queries.ts';
import { usePersistedState } from '../../kit/unsaved-work.tsx';
import * as styles from './schedule.css.ts';
import { autopilotQuery, useSaveAutopilot } from './schedule.queries.ts';

const AutopilotSettings = lazyPart(() => import('./autopilot-settings.tsx'), 'AutopilotSettings');

/** Whether mornings are filled automatically, and how long the words last. Hidden until that is loaded. */
export function AutopilotBar() {
  const { data } = useQuery(autopilotQuery(useApi()));
  const [isOpen, setOpen] = usePersistedState('autopilot-settings', z.literal(true));
  const close = () => setOpen(undefined);
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
              ? `Keeps the next ${ahead} mornings filled, ${weekdaysText(days)} at ${time}.`
              : 'Off. It chooses a word for each morning, so that none stays empty.'}
          </p>
          <LibraryNote {...data.library} />
        </div>
        <Button
          size="small"
          variant="quiet"
          aria-expanded={isOpen === true}
          onClick={() => setOpen(isOpen ? undefined : true)}
        >
          Settings
        </Button>
      </div>
      {isOpen && (
        <div className={styles.autopilotSettings}>
          <Suspense fallback={<Loading label="Loading settings" rows={1} rowHeight="9rem" />}>
            <AutopilotSettings view={data} onClose={close} />
          </Suspense>
        </div>
      )}
    </section>
  );
}

/** How long the words last, and a way to get more if that is not long. */
function LibraryNote({ isLow, summary, widen }: LibraryView) {
  if (!isLow) return <p className={styles.autopilotFacts}>{summary}</p>;
  return (
    <p className={styles.autopilotLow}>
      <Icon name="warning" size={16} /> {summary} {widen} <Link to="/admin/words?panel=add">Add words</Link>
    </p>
  );
}
