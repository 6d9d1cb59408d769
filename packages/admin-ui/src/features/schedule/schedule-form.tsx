import { scheduleInput, type UnusedWordView } from '@wordrise/core/contract';
import { useId, useRef, useState } from 'react';
import { z } from 'zod';
import { Button } from '../../design/button.tsx';
import { DialogActions } from '../../design/dialog.tsx';
import { Field } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { zoneName } from '../../kit/dates.ts';
import { fieldErrorsOf } from '../../kit/failure.ts';
import { useSchemaForm } from '../../kit/forms.ts';
import { useTimeZone } from '../../kit/system.ts';
import { formatLocal, tomorrowMorning } from './local-time.ts';
import * as styles from './schedule.css.ts';
import { useScheduleEmail } from './schedule.queries.ts';
import { WordChoice } from './word-choice.tsx';

// A form field holds text; no word is 0.
const scheduleForm = scheduleInput.extend({ wordId: z.coerce.number().pipe(scheduleInput.shape.wordId) });

/** Choose a word and a time. Mounted each time it opens, so it starts empty with the preset time. */
export function ScheduleForm({ onClose }: { onClose: () => void }) {
  const timeZone = useTimeZone();
  const [openedAt] = useState(() => new Date());
  const [word, setWord] = useState<UnusedWordView>();
  const [edited, setEdited] = useState<string>();
  // Computed until it is edited: the zone may load after the form opens.
  const local = edited ?? tomorrowMorning(openedAt, timeZone);
  const dateField = useRef<HTMLInputElement>(null);
  const wordHint = useId();

  const schedule = useScheduleEmail({ onScheduled: onClose, onWordGone: () => setWord(undefined) });
  const form = useSchemaForm(scheduleForm, {
    onValid: (input) => schedule.mutate(input),
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
    </form>
  );
}
