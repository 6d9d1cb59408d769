import { type AutopilotView, autopilotInput, weekdays } from '@wordrise/core/contract';
import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { DialogActions } from '../../design/dialog.tsx';
import { Field } from '../../design/field.tsx';
import { dayOf, formatCalendarDay, useNow } from '../../kit/dates.ts';
import * as styles from './schedule.css.ts';
import { type useSaveAutopilot, useSkipDay } from './schedule.queries.ts';

const dayNames = { mon: 'Mon', tue: 'Tue', wed: 'Wed', thu: 'Thu', fri: 'Fri', sat: 'Sat', sun: 'Sun' };

/** What is in the fields. */
interface AutopilotDraft {
  time: string;
  days: (typeof weekdays)[number][];
  ahead: string;
}

interface AutopilotSettingsProps {
  view: AutopilotView;
  draft: AutopilotDraft;
  onDraft: (draft: AutopilotDraft) => void;
  busy: boolean;
  onSave: ReturnType<typeof useSaveAutopilot>['mutate'];
  onClose: () => void;
}

/** The form that opens below the autopilot's row. */
export function AutopilotSettings(props: AutopilotSettingsProps) {
  return (
    <>
      <AutopilotForm {...props} />
      <SkippedDays days={props.view.skippedDays} timeZone={props.view.timezone} />
    </>
  );
}

function AutopilotForm({ view, draft, onDraft, busy, onSave, onClose }: AutopilotSettingsProps) {
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
