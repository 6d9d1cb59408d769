import type { OpenMail } from '../mail/open-mail.ts';
import { otherFamilies } from '../mail/providers.ts';
import { LeaseLost } from '../platform/database/lease.ts';
import { literal } from '../platform/database/query.ts';
import type { Reads } from '../platform/database/reads.ts';
import { isDomainError } from '../platform/errors.ts';
import { type CancelDeps, cancelAtProvider } from './cancel-email.ts';
import { unsubmitted } from './replaced-email.ts';
import { newMessageName } from './schedule-email.ts';
import { emailTable, isAtOtherProvider, ScheduledEmail } from './scheduled-email.ts';

/** A waiting email, and what a withdrawal means for it. */
export interface WaitingEmail {
  id: number;
  word: string;
  scheduledDate: Date;
  /** When it is due for its first reader. */
  firstAt: Date;
  /** Whether a provider has it, or may have it. */
  isAtProvider: boolean;
  /** Whether a provider has all of it. */
  isScheduled: boolean;
  /** Its message at the provider, or the one that it replaces there. */
  messageName: string;
}

/** Emails that have not been sent yet, next one first. */
export async function waitingEmails({ database }: Pick<CancelDeps, 'database'>): Promise<WaitingEmail[]> {
  const emails = await database
    .em()
    .find(
      ScheduledEmail,
      { status: { $in: ['pending', 'scheduled'] } },
      { orderBy: { firstAt: 'asc', id: 'asc' }, populate: ['word'] },
    );
  return emails.map(({ id, word, status, replaced, ...email }) => ({
    id,
    word: word.word,
    scheduledDate: email.scheduledDate,
    firstAt: email.firstAt,
    isAtProvider: (email.messageAttemptedAt ?? replaced ?? null) !== null,
    isScheduled: status === 'scheduled',
    messageName: replaced?.messageName ?? email.messageName,
  }));
}

/**
 * `withdrawn`: canceled there, and pending here as if it had never been submitted. `sent`: it was too late, and it is
 * marked as sent. `busy`: another process is working on it, or an answer about it was lost; try again later.
 */
export type Withdrawal = 'withdrawn' | 'sent' | 'busy';

/**
 * Takes an email back from the provider that has it, under its lease. Safe to repeat.
 *
 * @throws ProviderRefused, ProviderUnreachable; the email then stays where it is
 */
export async function withdrawEmail(deps: CancelDeps, id: number): Promise<Withdrawal> {
  const lease = await deps.emails.claim(id, ['pending', 'scheduled']);
  if (!lease) return 'busy';
  const { word, day, sendId = null } = lease.email;
  try {
    const isInDoubt = (await cancelAtProvider(deps, lease)) !== undefined;
    if (isInDoubt) {
      await lease.finish();
      return 'busy';
    }
    await lease.finish({ ...unsubmitted, replaced: null, messageName: newMessageName(word.word, day) });
    return 'withdrawn';
  } catch (error) {
    if (error instanceof LeaseLost) return 'busy';
    await lease.finish().catch(() => {});
    const isOut = isDomainError(error, 'schedule.released') || isDomainError(error, 'schedule.sending');
    if (!isOut) throw error;
    return (await markSent(deps, { id, sendId })) ? 'sent' : 'busy';
  }
}

/** Marks an email as sent if its send has ended, as the next pass would. */
export async function markSent(
  { provider, emails, now }: Pick<CancelDeps, 'provider' | 'emails' | 'now'>,
  email: { id: number; sendId: string | null },
): Promise<boolean> {
  const send = email.sendId === null ? undefined : await (await provider()).sends.get(email.sendId);
  if (send?.status !== 'released') return false;
  return emails.markSent(email, send.releasedTime ?? now(), send.reason ?? null);
}

/** Scheduled emails that were submitted to another kind of provider than EMAIL_PROVIDER names. */
export interface LeftBehind {
  emails: number;
  message: string;
  fix: string;
}

/**
 * What was left behind when EMAIL_PROVIDER was changed without a move: this provider does not have these emails, and the
 * other one may still send them. `undefined` if there are none.
 */
export async function emailsLeftBehind(
  database: Reads,
  { kind, facts: { family, ownsList, isSandbox } }: Pick<OpenMail, 'kind' | 'facts'>,
): Promise<LeftBehind | undefined> {
  const [counted] = await database.read(
    emailTable
      .selectFrom('scheduled_emails as email')
      .select(({ fn }) => fn.countAll<number | string>().as('emails'))
      .where('status', '=', literal('scheduled'))
      .where(isAtOtherProvider(ownsList)),
  );
  const emails = Number(counted?.emails ?? 0);
  if (emails === 0) return undefined;
  const who = emails === 1 ? '1 scheduled email is' : `${emails} scheduled emails are`;
  return {
    emails,
    message: `EMAIL_PROVIDER is ${kind} now, but ${who} still at ${otherFamilies(family)}, where EMAIL_PROVIDER pointed before.`,
    // Nobody moves emails to this sandbox: it is where Wordrise starts without EMAIL_PROVIDER.
    fix:
      isSandbox && !ownsList
        ? 'Nothing is lost. Choose how emails are sent under Settings → Sending, or set EMAIL_PROVIDER back to what it was.'
        : `Set EMAIL_PROVIDER back to what it was, then move them with: wordrise provider switch ${kind} --apply`,
  };
}
