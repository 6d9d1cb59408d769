import { messages, scheduleInput, type UnusedWordView } from '@wordrise/core/contract';
import { useId, useRef, useState } from 'react';
import { z } from 'zod';
import { Button } from '../../design/button.tsx';
import { DialogActions } from '../../design/dialog.tsx';
import { Field } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { fieldErrorsOf } from '../../kit/api.ts';
import { zoneName } from '../../kit/dates.ts';
import { useSchemaForm } from '../../kit/forms.ts';
import { useTimeZone } from '../../kit/system.ts';
import { readLocal, tomorrowMorning } from './local-time.ts';
import * as styles from './schedule.css.ts';
import { useScheduleEmail } from './schedule.queries.ts';
import { WordPicker } from './word-picker.tsx';

// A field holds text; nothing chosen is 0.
const scheduleForm = scheduleInput.extend({ wordId: z.coerce.number().pipe(scheduleInput.shape.wordId) });

/** Choose a word and a time. Mounted anew each time it opens, so it starts empty with the preset. */
export function ScheduleForm({ onClose }: { onClose: () => void }) {
  const timeZone = useTimeZone();
  const [openedAt] = useState(() => new Date());
  const [word, setWord] = useState<UnusedWordView>();
  const [picked, setPicked] = useState<string>();
  // Not kept until it is touched: the zone may be known only a moment later.
  const local = picked ?? tomorrowMorning(openedAt, timeZone);
  const dateField = useRef<HTMLInputElement>(null);
  const wordHint = useId();

  const schedule = useScheduleEmail({ onScheduled: onClose, onWordGone: () => setWord(undefined) });
  const form = useSchemaForm(scheduleForm, {
    onValid: (input) => schedule.mutate(input),
    busy: schedule.isPending,
    serverErrors: fieldErrorsOf(schedule.error),
  });
  const wordError = form.errors.wordId?.[0];
  const goesOut = readLocal(local, timeZone);

  function select(next: UnusedWordView) {
    setWord(next);
    // The button that was pressed goes away; the time comes next.
    dateField.current?.focus();
  }

  return (
    <form className={styles.form} {...form.props}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out like a label */}
      <div className={styles.wordField} role="group" aria-label="Word">
        <input type="hidden" name="wordId" value={word?.id ?? 0} />
        {word ? (
          <div className={styles.selected}>
            <div className={styles.wordText}>
              <p className={styles.selectedLabel}>
                <Icon name="check" size={16} /> Selected word
              </p>
              <p className={styles.selectedWord}>{word.word}</p>
              <p className={styles.selectedDefinition}>{word.definition}</p>
            </div>
            <Button size="small" onClick={() => setWord(undefined)}>
              Change
            </Button>
          </div>
        ) : (
          <>
            <p className={styles.wordHint[wordError === undefined ? 'quiet' : 'wrong']} id={wordHint}>
              {wordError ?? messages.schedule.wordRequired}
            </p>
            <WordPicker onSelect={select} />
          </>
        )}
      </div>
      <div className={styles.when}>
        <Field
          ref={dateField}
          label="Scheduled Date & Time *"
          name="scheduledDate"
          type="datetime-local"
          required
          value={local}
          onChange={(event) => setPicked(event.target.value)}
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
