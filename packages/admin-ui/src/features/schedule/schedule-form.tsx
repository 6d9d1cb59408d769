import {
  type CalendarDayView,
  messages,
  type ScheduleInput,
  scheduleInput,
  type UnusedWordView,
} from '@wordrise/core/contract';
import { type RefObject, useId, useRef, useState } from 'react';
import { z } from 'zod';
import { Button } from '../../design/button.tsx';
import { AlertDialog, DialogActions } from '../../design/dialog.tsx';
import { Field } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { zoneInFull } from '../../kit/dates.ts';
import { fieldErrorsOf } from '../../kit/failure.tsx';
import { useSchemaForm } from '../../kit/forms.ts';
import { useTimeZone } from '../../kit/system.ts';
import { WordPicker } from '../../kit/word-picker.tsx';
import { formatLocal, nextMorningAtUsualTime, takenDay, timeOf } from './local-time.ts';
import * as styles from './schedule.css.ts';
import { useScheduleEmail } from './schedule.queries.ts';
import type { ScheduleDraft } from './schedule-draft.ts';

/** Choose a word and a time. Mounted each time it opens; without a draft it starts empty with the preset time. */
export function ScheduleForm(props: ScheduleFormProps) {
  const { form, word, selectWord, taken, asking, setAsking, schedule, when } = useScheduleForm(props);
  const wordHint = useId();
  return (
    <form className={styles.form} {...form.props}>
      <WordChoice word={word} error={form.errors.wordId?.[0]} hintId={wordHint} onChange={selectWord} />
      <SendTime {...when} word={word} taken={taken} errors={form.errors.scheduledDate} />
      <DialogActions>
        <Button onClick={props.onClose}>Cancel</Button>
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

// A form field holds text; 0 means no word.
const scheduleForm = scheduleInput.extend({ wordId: z.coerce.number().pipe(scheduleInput.shape.wordId) });

interface ScheduleFormProps {
  /** The day that was chosen before; the preset is the next morning with an email. */
  day: string | undefined;
  /** The days from today on; empty until loaded. */
  days: readonly CalendarDayView[];
  /** Unless it is for another day. */
  draft: ScheduleDraft | undefined;
  onDraft: (draft: ScheduleDraft) => void;
  onClose: () => void;
}

/** The state of the form and its submission. */
function useScheduleForm({ day, days, draft, onDraft, onClose }: ScheduleFormProps) {
  const timeZone = useTimeZone();
  const [openedAt] = useState(() => new Date());
  const { word, local: edited }: ScheduleDraft = draft?.day === day ? (draft ?? {}) : {};
  const setWord = (next: UnusedWordView | undefined) => onDraft({ day, word: next, local: edited });
  // Computed until it is edited: the zone may load after the form opens.
  const local =
    edited ??
    (day ? `${day}T${timeOf(day, days, timeZone)}` : nextMorningAtUsualTime(openedAt, days, timeZone));
  const taken = takenDay(local, days, timeZone);
  const [asking, setAsking] = useState<ScheduleInput>();
  const field = useRef<HTMLInputElement>(null);

  const schedule = useScheduleEmail({ onScheduled: onClose, onWordGone: () => setWord(undefined) });
  const form = useSchemaForm(scheduleForm, {
    onValid: (input) => (taken ? setAsking(input) : schedule.mutate(input)),
    busy: schedule.isPending,
    serverErrors: fieldErrorsOf(schedule.error),
  });

  function selectWord(next: UnusedWordView | undefined) {
    setWord(next);
    // The Select button disappears; the time is the next step.
    if (next) field.current?.focus();
  }

  return {
    form,
    schedule,
    word,
    selectWord,
    taken,
    asking,
    setAsking,
    /** Props of the time field. */
    when: { field, local, onChange: (next: string) => onDraft({ day, word, local: next }), timeZone },
  };
}

interface WordChoiceProps {
  word: UnusedWordView | undefined;
  error: string | undefined;
  /** Id of the text that asks for a word; a disabled submit button refers to it. */
  hintId: string;
  /** `undefined` opens the list again. */
  onChange: (word: UnusedWordView | undefined) => void;
}

/** The word of the form: a list to choose from, or the selected word. */
function WordChoice({ word, error, hintId, onChange }: WordChoiceProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out like a label
    <div className={styles.wordField} role="group" aria-label="Word">
      <input type="hidden" name="wordId" value={word?.id ?? 0} />
      {word ? (
        <div className={styles.selected}>
          <div className={styles.wordText}>
            <p className={styles.selectedLabel}>
              <Icon name="check" size={16} /> Selected word
            </p>
            <p className={styles.selectedWord} dir="auto">
              {word.word}
            </p>
            <p className={styles.selectedDefinition} dir="auto">
              {word.definition}
            </p>
          </div>
          <Button size="small" onClick={() => onChange(undefined)}>
            Change
          </Button>
        </div>
      ) : (
        <>
          <p className={styles.wordHint[error === undefined ? 'quiet' : 'wrong']} id={hintId}>
            {error ?? messages.schedule.wordRequired}
          </p>
          <WordPicker onSelect={onChange} />
        </>
      )}
    </div>
  );
}

interface SendTimeProps {
  field: RefObject<HTMLInputElement | null>;
  /** Wall-clock time, `YYYY-MM-DDTHH:MM`. */
  local: string;
  onChange: (local: string) => void;
  timeZone: string;
  word: UnusedWordView | undefined;
  taken: ReturnType<typeof takenDay>;
  errors: string[] | undefined;
}

/** When the email goes out, with a free time to use if that day already has an email. */
function SendTime({ field, local, onChange, timeZone, word, taken, errors }: SendTimeProps) {
  const goesOut = formatLocal(local, timeZone);
  const nextFree = taken?.nextFree;
  return (
    <div className={styles.when}>
      <Field
        ref={field}
        label="Scheduled Date & Time *"
        name="scheduledDate"
        type="datetime-local"
        required
        value={local}
        onChange={(event) => onChange(event.target.value)}
        errors={errors}
        hint={`Time zone: ${zoneInFull(timeZone)}`}
      />
      {goesOut !== undefined && !errors && (
        <p className={styles.goesOut}>
          <Icon name="sunrise" size={18} className={styles.goesOutIcon} />
          <span>
            {word ? `“${word.word}” goes out` : 'Goes out'} {goesOut}
          </span>
        </p>
      )}
      {taken && (
        <p className={styles.hint} role="status">
          {taken.text}
          {nextFree !== undefined && (
            <Button size="small" onClick={() => onChange(nextFree)}>
              Use {taken.nextFreeName}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}
