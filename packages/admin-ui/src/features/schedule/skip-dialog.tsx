import { Button } from '../../design/button.tsx';
import { Dialog, DialogActions } from '../../design/dialog.tsx';
import { formatDay } from '../../kit/dates.ts';
import { counted } from '../../kit/figures.ts';
import { useTimeZone } from '../../kit/system.ts';
import * as styles from './schedule.css.ts';
import type { StayingEmails } from './schedule.queries.ts';

/** Longer lists are shortened. */
const mostNamed = 8;

/** Asks about emails that still go out on days that were just left without one, if there are some. */
export function SkipDialog({ staying }: { staying: StayingEmails }) {
  const timeZone = useTimeZone();
  if (!staying.question) return null;
  const { emails, why } = staying.question;
  const which = counted(emails.length, 'email');
  const named = emails.length > mostNamed + 1 ? emails.slice(0, mostNamed) : emails;
  const others = emails.length - named.length;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !staying.isPending && staying.keep()}
      title={emails.length === 1 ? 'Cancel the email too?' : `Cancel ${which} too?`}
      description={`${why}. ${
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
        <Button onClick={staying.keep} disabled={staying.isPending}>
          {emails.length === 1 ? 'Keep it' : 'Keep them'}
        </Button>
        <Button variant="danger" busy={staying.isPending} busyLabel="Canceling..." onClick={staying.cancel}>
          {emails.length === 1 ? 'Cancel the email' : 'Cancel the emails'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
