import {
  describeAudience,
  describeCourse,
  describeLessons,
  isInCourse,
  type Overview,
  type TomorrowView,
} from '@wordrise/core/contract';
import { useId } from 'react';
import { Link } from 'react-router';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Badge, Loading, Skeleton } from '../../design/states.tsx';
import { formatDay, formatShort, formatTime, formatUntil, useNow, withZone } from '../../kit/dates.ts';
import { EmailActions } from '../../kit/email-actions.tsx';
import { EmailThumbnail } from '../../kit/email-preview.tsx';
import { useSends } from '../../kit/sends.ts';
import * as styles from './dashboard.css.ts';

export interface NextEmailProps {
  overview: Overview | undefined;
  /** The verdict on it; left out until it is known. */
  tomorrow: TomorrowView | undefined;
  /** The mornings of a plan that would add an email, if one would. */
  fillable: number | undefined;
  failed: boolean;
  retrying: boolean;
  onRetry: () => void;
}

/** The next email, when it goes out and whether it will, or a warning that tomorrow has none. */
export function NextEmail({ overview, tomorrow, fillable, failed, retrying, onRetry }: NextEmailProps) {
  const id = useId();
  return (
    <section className={styles.next} aria-labelledby={id}>
      <div className={styles.nextHead}>
        <h2 className={styles.nextLabel} id={id}>
          Next email
        </h2>
        {(tomorrow?.email || isInCourse(tomorrow)) && tomorrow && <Verdict {...tomorrow} />}
      </div>
      {overview ? (
        <Next overview={overview} tomorrow={tomorrow} fillable={fillable} />
      ) : failed ? (
        <div className={styles.nextFailed}>
          <p>The next email could not be fetched. Sending is not affected.</p>
          <Button size="small" icon="refresh" busy={retrying} onClick={onRetry}>
            Try again
          </Button>
        </div>
      ) : (
        <Loading label="Loading the next email">
          <div className={styles.nextBody}>
            <Skeleton width="min(60%, 18rem)" height="4rem" />
            <Skeleton width="min(40%, 9rem)" height="1.5rem" />
            <Skeleton width="min(90%, 34rem)" height="1.5rem" />
          </div>
        </Loading>
      )}
    </section>
  );
}

function Verdict({ verdict, email }: TomorrowView) {
  if (verdict !== 'ready') return <Badge tone="bad">At risk</Badge>;
  return <Badge tone="good">{email?.isDue ? 'Being sent' : 'Ready'}</Badge>;
}

interface NextProps extends Pick<NextEmailProps, 'tomorrow' | 'fillable'> {
  overview: Overview;
}

function Next({ overview: { next: upcoming, tomorrow, timezone }, tomorrow: judged, fillable }: NextProps) {
  const now = useNow();
  // One that is being sent is still the one that matters.
  const next = judged?.email?.isDue ? judged.email : upcoming;
  const email = judged?.email?.id === next?.id ? judged?.email : undefined;
  // As on the card of the emails that are being sent, which is fetched more often.
  const running = useSends().list.data?.sends.find(({ id }) => id === email?.id);
  const sent = running?.progress.sent ?? email?.sent;
  const isCourse = isInCourse(judged);
  const emptyDay = isCourse ? undefined : emptyDayOf(tomorrow, judged);
  const isResting = judged?.isRestDayTomorrow && !judged.isToday && !isCourse;
  // Readers in earlier zones have it before the owner's time.
  const hasPassed = email?.isDue && Date.parse(email.scheduledDate) <= now.getTime();
  const show = (instant: string) => withZone(formatShort(instant, timezone), timezone);
  return (
    <>
      {next ? (
        <div className={styles.nextBody}>
          <p className={styles.nextWord} dir="auto">
            {next.word}
          </p>
          {email && <p className={styles.nextSound}>{email.phoneticPronunciation}</p>}
          {email && (
            <p className={styles.nextMeaning} dir="auto">
              {email.definition}
            </p>
          )}
        </div>
      ) : (
        <p className={styles.nextNone}>
          {isCourse ? describeLessons(judged) : (emptyDay?.text ?? 'Nothing is scheduled.')}
        </p>
      )}
      {email && <EmailPreview email={email} />}
      {(email || isCourse) && judged && judged.reasons.length > 0 && <Reasons reasons={judged.reasons} />}
      <div className={styles.nextFoot}>
        <p>
          {isResting && 'No email tomorrow: it is a rest day. '}
          {next &&
            `${hasPassed ? 'Was due' : isResting ? 'The next one goes out' : 'Goes out'} ${withZone(formatShort(next.scheduledDate, timezone), timezone)}`}
          {email && !email.isDue && `, ${formatUntil(email.scheduledDate, now)}`}
          {email && judged && `, to ${describeAudience({ ...judged, email: { ...email, sent } })}`}
          {next && '.'}
          {email?.localTimes &&
            ` At their local times, readers get it from ${show(email.localTimes.firstAt)} to ${show(email.localTimes.lastAt)}.`}
          {email && judged && othersText(judged)}
          {email && judged?.warmUp && ` ${warmUpText(judged.warmUp)}`}
          {next && emptyDay && ` ${emptyDay.text}`}
          {isCourse && next && ` ${describeLessons(judged)}`}
          {isCourse && ` ${describeCourse(judged)}`}
          {!next && !isCourse && 'Readers won’t get an email until you schedule one.'}
          {judged?.failed && (
            <>
              {' '}
              <Link to="/admin/schedule">{`The email with “${judged.failed.word}” failed.`}</Link>
            </>
          )}
        </p>
        <div className={styles.nextActions}>
          {judged?.course && (
            <ButtonLink to="/admin/schedule#course" size="small" icon="book">
              See the course
            </ButtonLink>
          )}
          {!isCourse && fillable !== undefined && (
            <ButtonLink to={`/admin/schedule?fill=${fillable}`} size="small" icon="sunrise">
              Fill the next {fillable} mornings
            </ButtonLink>
          )}
          {emptyDay && (
            <ButtonLink to={`/admin/schedule?new=${emptyDay.day}`} size="small" variant="primary" icon="plus">
              Choose a word
            </ButtonLink>
          )}
        </div>
      </div>
    </>
  );
}

/** The email as it will look, beside its text, and what can be done with it before it is due. */
function EmailPreview({ email }: { email: NonNullable<TomorrowView['email']> }) {
  return (
    <>
      <div className={styles.nextPreview}>
        <EmailThumbnail id={email.id} word={email.word} />
      </div>
      {!email.isDue && (
        <div className={styles.nextTools}>
          <EmailActions email={email} name={email.word} />
        </div>
      )}
    </>
  );
}

/** The day that has no word, if today, tomorrow or the next day after rest days has none. */
function emptyDayOf(
  hasTomorrow: boolean,
  judged: TomorrowView | undefined,
): { text: string; day: string } | undefined {
  if (judged?.isToday && !judged.email) return { text: 'Nothing is scheduled for today.', day: judged.day };
  if (hasTomorrow) return undefined;
  if (!judged?.isRestDayTomorrow) {
    const day = judged ? (judged.isToday ? dayAfter(judged.day) : judged.day) : '';
    return { text: 'Nothing is scheduled for tomorrow.', day };
  }
  if (judged.email) return undefined;
  const name = formatDay(`${judged.day}T12:00:00.000Z`, 'UTC');
  return { text: `Nothing is scheduled for ${name}.`, day: judged.day };
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

function Reasons({ reasons }: Pick<TomorrowView, 'reasons'>) {
  return (
    <ul className={styles.reasons} aria-label="What puts it at risk">
      {reasons.map(({ code, message, advice, page }) => (
        <li key={message}>
          {message} <span className={styles.fix}>{advice}</span>
          {page && (
            <>
              {' '}
              <Link to={page}>{actions[code] ?? 'Open the page'}</Link>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What the page of a reason is for. */
const actions: Partial<Record<TomorrowView['reasons'][number]['code'], string>> = {
  word_findings: 'Edit the word',
  send_paused: 'Open its delivery',
  library_low: 'Add words',
  links_closed: 'Open the settings',
};

/** The other emails of that day, and those that are being sent. */
function othersText({ others, timezone }: TomorrowView): string {
  const named = ({ word, scheduledDate, isDue, isPaused }: TomorrowView['others'][number]) => {
    const due = `${isPaused ? 'paused, ' : ''}due ${formatShort(scheduledDate, timezone)}`;
    return `“${word}”, ${isDue ? due : formatTime(scheduledDate, timezone)}`;
  };
  return others.length > 0 ? ` Also: ${others.map(named).join('; ')}.` : '';
}

function warmUpText({ waiting, day, days, most }: NonNullable<TomorrowView['warmUp']>): string {
  return `${readers(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for the warm-up, day ${day} of ${days}: at most ${most.toLocaleString('en-US')}.`;
}

function readers(count: number): string {
  return count === 1 ? '1 reader' : `${count.toLocaleString('en-US')} readers`;
}
