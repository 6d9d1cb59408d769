import {
  type CalendarDayView,
  type ScheduleInput,
  scheduleInput,
  type UnusedWordView,
  unusedWordView,
} from '@wordrise/core/contract';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { fieldErrorsOf } from '../../kit/failure.ts';
import { useSchemaForm } from '../../kit/forms.ts';
import { useTimeZone } from '../../kit/system.ts';
import { tomorrowMorning } from './local-time.ts';
import { useScheduleEmail } from './schedule.queries.ts';
import { takenMorning, timeOf } from './taken-morning.ts';

// A form field holds text; 0 means no word.
const scheduleForm = scheduleInput.extend({ wordId: z.coerce.number().pipe(scheduleInput.shape.wordId) });

/** What was chosen in the form. */
export const scheduleDraft = z.object({
  /** As in `ScheduleFormProps`. */
  day: z.string().optional(),
  word: unusedWordView.optional(),
  /** The time, if it was changed. */
  local: z.string().optional(),
});
type ScheduleDraft = z.infer<typeof scheduleDraft>;

export interface ScheduleFormProps {
  /** The day that was chosen before; the preset is tomorrow. */
  day: string | undefined;
  /** The days from today on; empty until loaded. */
  days: readonly CalendarDayView[];
  /** Unless it is for another day. */
  draft: ScheduleDraft | undefined;
  onDraft: (draft: ScheduleDraft) => void;
  onClose: () => void;
}

/** The state of the form and its submission. */
export function useScheduleForm({ day, days, draft, onDraft, onClose }: ScheduleFormProps) {
  const timeZone = useTimeZone();
  const [openedAt] = useState(() => new Date());
  const { word, local: edited }: ScheduleDraft = draft?.day === day ? (draft ?? {}) : {};
  const setWord = (next: UnusedWordView | undefined) => onDraft({ day, word: next, local: edited });
  // Computed until it is edited: the zone may load after the form opens.
  const local =
    edited ?? (day ? `${day}T${timeOf(day, days, timeZone)}` : tomorrowMorning(openedAt, timeZone));
  const taken = takenMorning(local, days, timeZone);
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
    ...{ form, schedule, word, selectWord, taken, asking, setAsking },
    /** Props of the time field. */
    when: { field, local, onChange: (next: string) => onDraft({ day, word, local: next }), timeZone },
  };
}
