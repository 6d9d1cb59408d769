import { useQuery } from '@tanstack/react-query';
import {
  type AutopilotView,
  autopilotInput,
  type LibraryView,
  showWeekdays,
  weekdays,
} from '@wordrise/core/contract';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { Button } from '../../design/button.tsx';
import { DialogActions } from '../../design/dialog.tsx';
import { Field } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { dayOf, formatCalendarDay, useNow } from '../../kit/dates.ts';
import { useApi } from '../../kit/queries.ts';
import { usePersistedState } from '../../kit/unsaved-work.tsx';
import * as styles from './schedule.css.ts';
import { autopilotQuery, useSaveAutopilot, useSkipDay } from './schedule.queries.ts';

const dayNames = { mon: 'Mon', tue: 'Tue', wed: 'Wed', thu: 'Thu', fri: 'Fri', sat: 'Sat', sun: 'Sun' };

/** The settings in the open form; they survive a new login. */
const autopilotDraft = z.object({ time: z.string(), days: z.array(z.enum(weekdays)), ahead: z.string() });
type AutopilotDraft = z.infer<typeof autopilotDraft>;

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
          <AutopilotForm
            view={data}
            draft={draft}
            onDraft={setDraft}
            busy={save.isPending}
            onSave={save.mutate}
            onClose={close}
          />
          <SkippedDays days={data.skippedDays} timeZone={data.timezone} />
        </div>
      )}
    </section>
  );
}

interface AutopilotFormProps {
  view: AutopilotView;
  draft: AutopilotDraft;
  onDraft: (draft: AutopilotDraft) => void;
  busy: boolean;
  onSave: ReturnType<typeof useSaveAutopilot>['mutate'];
  onClose: () => void;
}

function AutopilotForm({ view, draft, onDraft, busy, onSave, onClose }: AutopilotFormProps) {
  const checked = autopilotInput.safeParse({ ...draft, isOn: true });
  const problem = (field: string) =>
    checked.error?.issues.filter(({ path }) => path[0] === field).map(({ message }) => message);
  return (
    <form
      className={styles.autopilotForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (checked.success && !busy) onSave(checked.data);
      }}
    >
      <div className={styles.autopilotFields}>
        <Field
          label="Time"
          name="time"
          type="time"
          value={draft.time}
          onChange={({ target }) => onDraft({ ...draft, time: target.value })}
          errors={problem('time')}
          hint={view.timezone}
        />
        <Field
          label="Mornings ahead"
          name="ahead"
          inputMode="numeric"
          value={draft.ahead}
          onChange={({ target }) => onDraft({ ...draft, ahead: target.value })}
          errors={problem('ahead')}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out like a label */}
        <div role="group" aria-labelledby="autopilot-days">
          <p className={styles.dayLabel} id="autopilot-days">
            Days
          </p>
          <div className={styles.days}>
            {weekdays.map((day) => {
              const isChosen = draft.days.includes(day);
              const others = draft.days.filter((each) => each !== day);
              return (
                <Button
                  key={day}
                  size="small"
                  variant={isChosen ? 'primary' : 'secondary'}
                  aria-pressed={isChosen}
                  onClick={() => onDraft({ ...draft, days: isChosen ? others : [...draft.days, day] })}
                >
                  {dayNames[day]}
                </Button>
              );
            })}
          </div>
          {problem('days')?.map((message) => (
            <p key={message} className={styles.planProblem}>
              {message}
            </p>
          ))}
        </div>
      </div>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button type="submit" variant="primary" busy={busy} busyLabel="Saving..." disabled={!checked.success}>
          {view.isOn ? 'Save' : 'Turn on'}
        </Button>
      </DialogActions>
    </form>
  );
}

/** The days that the autopilot skips, and a field to add one. A change takes effect at once. */
function SkippedDays({ days, timeZone }: { days: readonly string[]; timeZone: string }) {
  const skip = useSkipDay();
  const [day, setDay] = useState('');
  const isAhead = day >= dayOf(useNow(), timeZone);
  return (
    <form
      className={styles.skipped}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isAhead) skip.mutate({ day, skip: true }, { onSuccess: () => setDay('') });
      }}
    >
      <Field
        label="Skip a day"
        name="day"
        type="date"
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
      <Button type="submit" disabled={!isAhead} busy={skip.isPending}>
        Skip
      </Button>
      {days.length > 0 && (
        <p className={styles.skippedDays}>
          Skipped:
          {days.map((each) => (
            <Button
              key={each}
              size="small"
              icon="close"
              aria-label={`Do not skip ${formatCalendarDay(each)}`}
              onClick={() => skip.mutate({ day: each, skip: false })}
            >
              {formatCalendarDay(each)}
            </Button>
          ))}
        </p>
      )}
    </form>
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
