import type {
  EmailDelivery,
  ProblemsPage,
  ProblemsQuery,
  ProblemView,
  SendList,
  SendView,
} from '../contract/deliveries.ts';
import type { EmailInDoubt } from '../contract/tomorrow.ts';
import type { MailProvider, SendChange } from '../mail/mail-provider.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { type Condition, type Instant, isoInstant, readPage } from '../platform/database/reads.ts';
import { DomainError, isDomainError } from '../platform/errors.ts';
import { noSuchEmail } from './cancel-email.ts';
import { findEmail, findItem } from './list-schedule.ts';

interface EmailDeliveryDeps {
  database: OpenDatabase;
  provider: () => Promise<MailProvider>;
}

/** An email, and how many readers got it. @throws DomainError `schedule.not_found` */
export async function emailDelivery(deps: EmailDeliveryDeps, id: number): Promise<EmailDelivery> {
  const item = await findItem(deps, id);
  if (!item) throw noSuchEmail();
  const { deliveries, sendId } = await findSend(deps, id);
  const progress = sendId ? await deliveries?.progress(sendId) : undefined;
  const problems = sendId ? await deliveries?.problems(sendId) : undefined;
  return { ...item, progress: progress ?? null, problems: problems ?? [] };
}

/** @throws DomainError `schedule.not_found`, `schedule.not_sending` */
export async function changeDelivery(
  deps: EmailDeliveryDeps,
  id: number,
  change: SendChange,
): Promise<EmailDelivery> {
  const { deliveries, sendId } = await findSend(deps, id);
  if (!sendId || !(await deliveries?.change(sendId, change))) {
    // An unknown email is reported as not found, regardless of the action.
    await emailDelivery(deps, id);
    throw new DomainError('schedule.not_sending', notPossible[change]);
  }
  return emailDelivery(deps, id);
}

const notPossible: Record<SendChange, string> = {
  pause: 'This email is not being sent right now, so it cannot be paused.',
  resume: 'This email is not paused.',
  stop: 'This email is not being sent right now, so it cannot be stopped.',
  again: 'No answer about this email was lost.',
};

/** The send of an entry, if it is sent from here. The entry's own `sendId` may come from a former provider. */
async function findSend(
  { database, provider }: EmailDeliveryDeps,
  id: number,
): Promise<Pick<MailProvider, 'deliveries'> & { sendId: string | undefined }> {
  const { deliveries } = await provider();
  const [email] = await database.read<{ name: string }>(
    'select message_name as name from scheduled_emails where id = ?',
    [id],
  );
  return { deliveries, sendId: email && (await deliveries?.find(email.name)) };
}

/** Emails that are being or were sent from here, latest first; none if the provider sends them. */
export async function listSends({ database, provider }: EmailDeliveryDeps, limit: number): Promise<SendList> {
  const { deliveries } = await provider();
  if (!deliveries) return { sends: [], nextAt: null };
  const begun = await deliveries.list(limit);
  const names = begun.map(({ messageName }) => messageName);
  const entries = await database.read<Omit<SendView, 'scheduledDate' | 'progress'> & Named>(
    `select email.id, word.word, email.message_name as name, email.scheduled_date as "scheduledDate"
     from scheduled_emails email join words word on word.id = email.word_id
     where email.message_name in (${names.map(() => '?').join(', ') || 'null'})`,
    names,
  );
  const byName = new Map(entries.map(({ name, ...entry }) => [name, entry]));
  const sends = begun.flatMap(({ messageName, progress }) => {
    const entry = byName.get(messageName);
    return entry ? [{ ...entry, scheduledDate: isoInstant(entry.scheduledDate), progress }] : [];
  });
  return { sends, nextAt: (await deliveries.nextAt())?.toISOString() ?? null };
}

/** A reader who missed an email this long ago does not wait for it any more. */
const doubtedForMs = 3 * 24 * 3_600_000;

/** Recent emails of which it is unknown whether some readers have them. None if the provider sends them. */
export async function listDoubts({
  database,
  provider,
  now,
}: EmailDeliveryDeps & { now: () => Date }): Promise<EmailInDoubt[]> {
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
    const [email] = await database.read<Omit<EmailInDoubt, 'scheduledDate'> & { scheduledDate: Instant }>(
      `select email.id, word.word, email.scheduled_date as "scheduledDate"
       from scheduled_emails email join words word on word.id = email.word_id where email.message_name = ?`,
      [messageName],
    );
    return email ? [{ ...email, scheduledDate: isoInstant(email.scheduledDate), readers }] : [];
  });
  return (await Promise.all(found)).flat();
}

interface Named {
  name: string;
  scheduledDate: Instant;
}

const reader = (column: string) => `(select ${column} from registrations where id = deliveries.reader_id)`;

const columns = `reader_id as "readerId", ${reader('email')} as email, ${reader('first_name')} as "firstName",
  state, failure, answer, attempts, coalesce(ended_at, due_at) as at`;

/** Readers who did not get an email, or may not have gotten it. @throws DomainError `schedule.not_found` */
export async function deliveryProblems(
  deps: EmailDeliveryDeps,
  id: number,
  { page, limit, state, failure }: ProblemsQuery,
): Promise<ProblemsPage> {
  if (!(await findEmail(deps, id))) throw noSuchEmail();
  const { sendId } = await findSend(deps, id);
  const where: Condition[] = [
    { sql: 'send_id = ?', values: [Number(sendId ?? 0)] },
    // Literal values: with bound values, the partial index would not be used.
    { sql: state ? `state = '${state}'` : `state in ('failed', 'unknown', 'deferred')`, values: [] },
    ...(failure ? [{ sql: 'failure = ?', values: [failure] }] : []),
  ];
  const list = { table: 'deliveries', columns, where, orderBy: 'id' };
  const { rows, ...rest } = await readPage<ProblemRecord>(deps.database, list, { page, limit });
  return { readers: rows.map((row) => ({ ...row, at: isoInstant(row.at) })), ...rest };
}

type ProblemRecord = Omit<ProblemView, 'at'> & { at: Instant };
