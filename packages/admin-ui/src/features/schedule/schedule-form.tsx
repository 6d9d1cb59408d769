import {
  type CalendarDayView,
  type ScheduleInput,
  scheduleInput,
  type UnusedWordView,
} from '@wordrise/core/contract';
import { useId, useRef, useState } from 'react';
import { z } from 'zod';
import { AlertDialog } from '../../design/alert-dialog.tsx';
import { Button } from '../../design/button.tsx';
import { DialogActions } from '../../design/dialog.tsx';
import { Field } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { zoneName } from '../../kit/dates.ts';
import { fieldErrorsOf } from '../../kit/failure.ts';
import { useSchemaForm } from '../../kit/forms.ts';
import { useTimeZone } from '../../kit/system.ts';
import { formatLocal, tomorrowMorning } from './local-time.ts';
import * as mornings from './mornings.css.ts';
import * as styles from './schedule.css.ts';
import { useScheduleEmail } from './schedule.queries.ts';
import { takenMorning, timeOf } from './taken-morning.ts';
import { WordChoice } from './word-choice.tsx';

// A form field holds text; no word is 0.
const scheduleForm = scheduleInput.extend({ wordId: z.coerce.number().pipe(scheduleInput.shape.wordId) });

export interface ScheduleFormProps {
  /** The day that was chosen before; the preset is tomorrow. */
  day: string | undefined;
  /** What goes out from today on; empty while that is not known. */
  days: readonly CalendarDayView[];
  onClose: () => void;
}

/** Choose a word and a time. Mounted each time it opens, so it starts empty with the preset time. */
export function ScheduleForm({ day, days, onClose }: ScheduleFormProps) {
  const timeZone = useTimeZone();
  const [openedAt] = useState(() => new Date());
  const [word, setWord] = useState<UnusedWordView>();
  const [edited, setEdited] = useState<string>();
  // Computed until it is edited: the zone may load after the form opens.
  const local =
    edited ?? (day ? `${day}T${timeOf(day, days, timeZone)}` : tomorrowMorning(openedAt, timeZone));
  const taken = takenMorning(local, days, timeZone);
  const [asking, setAsking] = useState<ScheduleInput>();
  const dateField = useRef<HTMLInputElement>(null);
  const wordHint = useId();

  const schedule = useScheduleEmail({ onScheduled: onClose, onWordGone: () => setWord(undefined) });
  const form = useSchemaForm(scheduleForm, {
    onValid: (input) => (taken ? setAsking(input) : schedule.mutate(input)),
    busy: schedule.isPending,
    serverErrors: fieldErrorsOf(schedule.error),
  });
  const goesOut = formatLocal(local, timeZone);

  function selectWord(next: UnusedWordView | undefined) {
    setWord(next);
    // The Select button disappears; the time is the next step.
    if (next) dateField.current?.focus();
  }

  return (
    <form className={styles.form} {...form.props}>
      <WordChoice word={word} error={form.errors.wordId?.[0]} hintId={wordHint} onChange={selectWord} />
      <div className={styles.when}>
        <Field
          ref={dateField}
          label="Scheduled Date & Time *"
          name="scheduledDate"
          type="datetime-local"
          required
          value={local}
          onChange={(event) => setEdited(event.target.value)}
          errors={form.errors.scheduledDate}
          hint={`Time zone: ${zoneName(timeZone)} (${timeZone})`}
        />
        {taken && (
          <p className={mornings.hint} role="status">
            {taken.text}
            {taken.nextFree !== undefined && (
              <Button size="small" onClick={() => setEdited(taken.nextFree)}>
                Use {taken.nextFreeName}
              </Button>
            )}
          </p>
        )}
        {goesOut !== undefined && !form.errors.scheduledDate && (
          <p className={styles.goesOut}>
            <Icon name="sunrise" size={18} className={styles.goesOutIcon} />
            <span>
              {word ? `“${word.word}” goes out` : 'Goes out'} {goesOut}
            </span>
          </p>
        )}
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          disabled={!word}
          aria-describedby={word ? undefined : wordHint}
          busy={schedule.isPending}
          busyLabel="Scheduling..."
        >
          Schedule Email
        </Button>
      </DialogActions>
      <AlertDialog
        open={asking !== undefined}
        onOpenChange={() => setAsking(undefined)}
        title="Two emails on one day?"
        description={`${taken?.text ?? ''} Readers would get both.`}
        confirmLabel="Schedule it too"
        cancelLabel="Go back"
        tone="primary"
        onConfirm={() => {
          if (asking) schedule.mutate(asking);
          setAsking(undefined);
        }}
      />
    </form>
  );
}
