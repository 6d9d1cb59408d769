import { useId } from 'react';
import { AlertDialog } from '../../design/alert-dialog.tsx';
import { Button } from '../../design/button.tsx';
import { DialogActions } from '../../design/dialog.tsx';
import * as styles from './schedule.css.ts';
import { SendTime } from './send-time.tsx';
import { type ScheduleFormProps, useScheduleForm } from './use-schedule-form.ts';
import { WordChoice } from './word-choice.tsx';

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
