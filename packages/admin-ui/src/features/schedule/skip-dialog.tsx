import { Button } from '../../design/button.tsx';
import { Dialog, DialogActions } from '../../design/dialog.tsx';
import { formatCalendarDays, formatDay } from '../../kit/dates.ts';
import { counted } from '../../kit/figures.ts';
import { useTimeZone } from '../../kit/system.ts';
import * as styles from './schedule.css.ts';
import type { SkipDays } from './schedule.queries.ts';

/** Longer lists are shortened. */
const mostNamed = 8;

/** Asks about emails that still go out on days that were skipped, if there are some. */
export function SkipDialog({ skip }: { skip: SkipDays }) {
  const timeZone = useTimeZone();
  if (!skip.question) return null;
  const { emails, ...days } = skip.question;
  const which = counted(emails.length, 'email');
  const named = emails.length > mostNamed + 1 ? emails.slice(0, mostNamed) : emails;
  const others = emails.length - named.length;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !skip.isPending && skip.keepEmails()}
      title={emails.length === 1 ? 'Cancel the email too?' : `Cancel ${which} too?`}
      description={`The autopilot skips ${formatCalendarDays(days)}. ${
        emails.length === 1 ? 'This email is' : 'These emails are'
      } already scheduled and still ${emails.length === 1 ? 'goes' : 'go'} out:`}
    >
      <ul className={styles.skippedEmails} aria-label="Emails that still go out">
        {named.map(({ id, word, scheduledDate }) => (
          <li key={id} className={styles.skippedEmail}>
            <span className={styles.offTimeWord}>{word}</span>{' '}
            <span className={styles.offTimeChange}>{formatDay(scheduledDate, timeZone)}</span>
          </li>
        ))}
        {others > 0 && <li className={styles.autopilotFacts}>and {others} more</li>}
      </ul>
      <DialogActions>
        <Button onClick={skip.keepEmails} disabled={skip.isPending}>
          {emails.length === 1 ? 'Keep it' : 'Keep them'}
        </Button>
        <Button
          variant="danger"
          busy={skip.isPending}
          busyLabel="Canceling..."
          onClick={() => skip.mutate({ ...days, skip: true, cancel: emails })}
        >
          {emails.length === 1 ? 'Cancel the email' : 'Cancel the emails'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
