import { type SqlBool, sql } from 'kysely';
import {
  type DeliveryFailure,
  type DeliveryState,
  deliveryProblems as problemKinds,
} from '../contract/choices.ts';
import type {
  EmailDelivery,
  ProblemsPage,
  ProblemsQuery,
  ProblemView,
  RecipientsPage,
  RecipientsQuery,
  RecipientView,
  SendList,
} from '../contract/deliveries.ts';
import { normalAddress } from '../contract/email-address.ts';
import type { EmailContent } from '../contract/schedule.ts';
import type { EmailInDoubt } from '../contract/tomorrow.ts';
import { type Delivery, type SmtpAnswer, waiting } from '../mail/engine/engine-tables.ts';
import { claimedOf } from '../mail/engine/ranges.ts';
import type { MailProvider, SendChange } from '../mail/mail-provider.ts';
import { type Actor, type AuditLog, atCommandLine } from '../owner/audit.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { fields, isAmong, isoInstant, literal, tables } from '../platform/database/query.ts';
import { type Condition, readPage } from '../platform/database/reads.ts';
import { DomainError, isDomainError } from '../platform/errors.ts';
import { addressOrNameContains } from '../readers/list-readers.ts';
import { type Registration, readerTables } from '../readers/reader-tables.ts';
import type { RenderWord } from '../template/template-store.ts';
import { type CancelDeps, noSuchEmail } from './cancel-email.ts';
import { findEmail, findItem } from './list-schedule.ts';
import { sendsFromHere } from './other-provider.ts';
import { emailsWithWords, emailTable, ScheduledEmail } from './scheduled-email.ts';
import { markSent } from './withdraw-emails.ts';

interface EmailDeliveryDeps {
  database: OpenDatabase;
  now: () => Date;
  provider: () => Promise<MailProvider>;
}

/** An email, and how many readers got it. @throws DomainError `schedule.not_found` */
export async function emailDelivery(deps: EmailDeliveryDeps, id: number): Promise<EmailDelivery> {
  const item = await findItem(deps, id);
  if (!item) throw noSuchEmail();
  const { sends, sendId } = await findSend(deps, id);
  const progress = sendId ? await sends.progress(sendId) : undefined;
  const problems = sendId ? await sends.problems(sendId) : undefined;
  return { ...item, progress: progress ?? null, problems: problems ?? [] };
}

/**
 * Pauses, resumes or stops an email that is being sent, or decides about readers without an answer, which is in the
 * activity log.
 *
 * @throws DomainError `schedule.not_found`, `schedule.not_sending`
 */
export async function changeDelivery(
  deps: EmailDeliveryDeps & Pick<CancelDeps, 'emails'> & { audit: AuditLog },
  id: number,
  change: SendChange,
  actor: Actor = atCommandLine,
): Promise<EmailDelivery> {
  const { sendId } = await findSend(deps, id);
  const { deliveries } = await deps.provider();
  if (!sendId || !(await deliveries?.change(sendId, change))) {
    // An unknown email is reported as not found, regardless of the action.
    const { progress } = await emailDelivery(deps, id);
    const whyPaused = progress?.status === 'paused' ? progress.reason : null;
    throw new DomainError('schedule.not_sending', whyPaused ?? sendChangeNotPossible[change]);
  }
  // Otherwise, it would be reported as being sent until the next pass.
  if (change === 'stop') await markSent(deps, { id, sendId });
  const email = await emailDelivery(deps, id);
  const { words, scheduled_emails: entry } = email;
  await recordDecision(deps.audit, change, actor, `${words.word}, ${entry.scheduledDate.slice(0, 10)}`);
  return email;
}

/** Records what was decided about readers whose answer was lost. */
export async function recordDecision(audit: AuditLog, change: SendChange, actor: Actor, detail: string) {
  if (change === 'again' || change === 'leave') {
    await audit.record({ action: `delivery.${change}`, actor, detail });
  }
}

export const sendChangeNotPossible: Record<SendChange, string> = {
  pause: 'This email is not being sent right now, so it cannot be paused.',
  resume: 'This email is not paused.',
  stop: 'This email is not being sent right now, so it cannot be stopped.',
  again: 'No answer about this email was lost.',
  leave: 'Nothing about this email is undecided.',
};

/** The send of an entry, if it is sent from here. The entry's own `sendId` may come from a former provider. */
async function findSend(deps: EmailDeliveryDeps, id: number) {
  const sends = await sendsFromHere(deps);
  const [email] = await deps.database.read(
    emailTable.selectFrom('scheduled_emails').select('message_name as name').where('id', '=', id),
  );
  return { sends, sendId: email && (await sends.find(email.name)) };
}

/** Emails that are being or were sent from here, latest first: see `sendsFromHere`. */
export async function listSends(deps: EmailDeliveryDeps, limit: number): Promise<SendList> {
  const { database } = deps;
  const deliveries = await sendsFromHere(deps);
  const begun = await deliveries.list(limit);
  const names = begun.map(({ messageName }) => messageName);
  if (names.length === 0) return { sends: [], nextAt: (await deliveries.nextAt())?.toISOString() ?? null };
  const entries = await database.read(emailWithWord.where('email.message_name', 'in', names));
  const byName = new Map(entries.map(({ name, ...entry }) => [name, entry]));
  const sends = begun.flatMap(({ messageName, progress }) => {
    const entry = byName.get(messageName);
    return entry ? [{ ...entry, scheduledDate: isoInstant(entry.scheduledDate), progress }] : [];
  });
  return { sends, nextAt: (await deliveries.nextAt())?.toISOString() ?? null };
}

/** A reader who missed an email this long ago does not wait for it any more. */
const doubtedForMs = 3 * 24 * 3_600_000;

/**
 * Emails of the last three days of which it is unknown whether some readers have them, latest first; none if the provider
 * sends them. `changeDelivery` with `again` resends them, with `leave` it does not, and they are no longer listed.
 */
export async function listDoubts({ database, provider, now }: EmailDeliveryDeps): Promise<EmailInDoubt[]> {
  const deliveries = await provider().then(
    (opened) => opened.deliveries,
    (error) => {
      // The emails were moved to another provider, which the verdict reports.
      if (isDomainError(error)) return undefined;
      throw error;
    },
  );
  const doubts = (await deliveries?.doubts(new Date(now().getTime() - doubtedForMs))) ?? [];
  const found = doubts.map(async ({ messageName, readers }) => {
    const [email] = await database.read(emailWithWord.where('email.message_name', '=', messageName));
    if (!email) return [];
    const { id, word, scheduledDate } = email;
    return [{ id, word, scheduledDate: isoInstant(scheduledDate), readers }];
  });
  return (await Promise.all(found)).flat();
}

export interface UnreceivedEmail {
  id: number;
  word: string;
  reason: string;
}

/** Emails of the last three days whose sending has ended and failed for each reader, latest first. */
export async function listUnreceived({
  database,
  now,
}: Pick<EmailDeliveryDeps, 'database' | 'now'>): Promise<UnreceivedEmail[]> {
  const emails = await database.read(
    emailsWithWords
      .select(['email.id', 'word.word', 'email.reason'])
      .where('email.status', '=', literal('sent'))
      .where('email.scheduled_date', '>=', new Date(now().getTime() - doubtedForMs))
      .where('email.reason', 'is not', null)
      .orderBy('email.scheduled_date', 'desc')
      .orderBy('email.id', 'desc'),
  );
  return emails.flatMap(({ reason, ...email }) => (reason === null ? [] : [{ ...email, reason }]));
}

const emailWithWord = emailsWithWords.select([
  'email.id',
  'word.word',
  'email.message_name as name',
  'email.scheduled_date as scheduledDate',
]);

/** Deliveries with their readers. */
const withReaders = tables<{ deliveries: Delivery; registrations: Registration; smtp_answers: SmtpAnswer }>()
  .selectFrom('deliveries')
  .select(fields('deliveries', ['readerId', 'state', 'failure', 'attempts']))
  .select(({ fn, selectFrom }) => {
    const reader = selectFrom('registrations').whereRef('registrations.id', '=', 'deliveries.reader_id');
    return [
      reader.select('registrations.email').as('email'),
      reader.select('registrations.first_name').as('firstName'),
      fn
        .coalesce(
          'deliveries.answer',
          selectFrom('smtp_answers').whereRef('smtp_answers.id', '=', 'deliveries.answer_id').select('text'),
        )
        .as('answer'),
      fn.coalesce('deliveries.ended_at', 'deliveries.due_at').as('at'),
    ];
  });

/** One page of readers who did not get an email, or may not have gotten it. @throws DomainError `schedule.not_found` */
export async function deliveryProblems(
  deps: EmailDeliveryDeps,
  id: number,
  { state, failure, ...query }: ProblemsQuery,
): Promise<ProblemsPage> {
  const where = [state ? inState(state) : anyProblem, ...withFailure(failure)];
  return readDeliveries<ProblemView>(deps, id, where, query);
}

/**
 * Readers to whom an email was or will be sent, in the order in which they signed up.
 *
 * @throws DomainError `schedule.not_found`
 */
export async function deliveryRecipients(
  deps: EmailDeliveryDeps,
  id: number,
  { state, failure, search, ...query }: RecipientsQuery,
): Promise<RecipientsPage> {
  const where = [
    ...(state && state !== 'sending' ? [inState(state)] : []),
    ...withFailure(failure),
    ...(search ? [await amongReaders(deps.database, search)] : []),
  ];
  return readDeliveries<RecipientView>(deps, id, where, query, state === 'sending');
}

// Problems are few and have an index; the rest is read in the order of the readers.
const inState = (state: DeliveryState): Condition => ({
  where: problemSet.has(state)
    ? sql<SqlBool>`problem is not null and problem = ${literal(state)}`
    : sql<SqlBool>`state = ${literal(state)}`,
});
const anyProblem: Condition = { where: sql<SqlBool>`problem is not null` };
const problemSet: ReadonlySet<DeliveryState> = new Set(problemKinds);

const withFailure = (failure: DeliveryFailure | undefined): Condition[] =>
  failure ? [{ where: sql<SqlBool>`failure = ${failure}` }] : [];

/** A whole address is looked up in its index; anything else is looked for in all addresses and names. */
async function amongReaders(database: OpenDatabase, search: string): Promise<Condition> {
  const [whole] = await database.read(
    readerTables.selectFrom('registrations').select('id').where('email', '=', normalAddress(search)),
  );
  if (whole) return { where: sql<SqlBool>`reader_id = ${whole.id}` };
  return {
    where: sql<SqlBool>`exists (select 1 from registrations where registrations.id = deliveries.reader_id
      and ${addressOrNameContains(search)})`,
  };
}

async function readDeliveries<View extends { at: string }>(
  deps: EmailDeliveryDeps,
  id: number,
  conditions: readonly Condition[],
  query: { page: number; limit: number },
  /** Only those that have begun, and have no result. */
  onlyBegun = false,
): Promise<{ readers: View[]; total: number; hasMore: boolean }> {
  if (!(await findEmail(deps, id))) throw noSuchEmail();
  const { sendId } = await findSend(deps, id);
  const { database } = deps;
  const send = Number(sendId ?? 0);
  const begun = await claimedOf(database, send);
  const where: Condition[] = [{ where: sql<SqlBool>`send_id = ${send}` }, ...conditions];
  if (onlyBegun) {
    const among = isAmong(database.kind, 'reader_id', begun);
    where.push({ where: sql<SqlBool>`${among} and ${waiting}` });
  }
  const rows = withReaders.where('send_id', '=', send);
  const list = { table: 'deliveries', rows, where, key: 'reader_id', orderBy: sql.ref('reader_id') };
  const page = await readPage(database, list, query);
  const isBegun = new Set(begun);
  const readers = page.rows.map((row) => {
    const isWaiting = row.state === 'queued' || row.state === 'deferred';
    const state = isWaiting && isBegun.has(row.readerId) ? 'sending' : row.state;
    return { ...row, state, at: isoInstant(row.at) } as unknown as View;
  });
  return { readers, total: page.total, hasMore: page.hasMore };
}

interface EmailContentDeps extends EmailDeliveryDeps {
  render: RenderWord;
}

/**
 * What readers get, or got: the text that is stored here or at the provider, otherwise what the word and the template
 * give now.
 *
 * @throws DomainError `schedule.not_found`
 */
export async function emailContent(deps: EmailContentDeps, id: number): Promise<EmailContent> {
  const email = await deps.database.em().findOne(ScheduledEmail, { id }, { populate: ['word'] });
  if (!email) throw noSuchEmail();
  const stored = await storedContent(deps, email);
  if (stored) return { ...stored, isFinal: true };
  const { subject, html, text } = await deps.render(email.word, email.day);
  return { subject, html, text, isFinal: false };
}

async function storedContent({ provider }: EmailDeliveryDeps, email: ScheduledEmail) {
  try {
    const { deliveries, sends } = await provider();
    if (deliveries) return await deliveries.content(email.messageName);
    // Before it is sent, its text still follows the word and the template, and a call would be spent on every look.
    const { status, messageId, messageName: name } = email;
    return status === 'sent' && messageId ? await sends.content?.({ messageId, name }) : undefined;
  } catch (error) {
    // Readers were moved to another provider, or it does not respond: the emails can still be read.
    if (isDomainError(error)) return undefined;
    throw error;
  }
}
