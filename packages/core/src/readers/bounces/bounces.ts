import type { EntityManager } from '@mikro-orm/sql';
import { normalAddress } from '../../contract/email-address.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { Confirmation, Registration } from '../reader-tables.ts';
import { noteReport, type ReaderReport } from './note-report.ts';
import { type MailReport, type ReportedReader, readReport } from './read-report.ts';
import { startOfReport } from './report-parts.ts';

export interface BouncesDeps {
  database: OpenDatabase;
  now: () => Date;
  /** Whether every email was sent with its own return address: a report without it comes from someone else. */
  needsToken?: boolean;
}

export interface IngestedReport {
  /**
   * `bounced`, `complained`, `unsubscribed`: the reader is off the list now. `counted`: a temporary failure. `unknown`: not one of our
   * readers. `other`: nothing to act on.
   */
  outcome: 'bounced' | 'counted' | 'complained' | 'unsubscribed' | 'unknown' | 'other';
  /** Our reader. */
  id?: number;
  reason?: string;
}

/**
 * Acts on a message to the bounce address. Safe to repeat.
 *
 * @param raw The whole message. The start of a large one is enough; the rest is read to its end and dropped.
 * @param options.dryRun Only reports what would happen.
 */
export async function ingestReport(
  deps: BouncesDeps,
  raw: Buffer | AsyncIterable<Uint8Array>,
  options: { dryRun?: boolean } = {},
): Promise<IngestedReport> {
  return actOnReport(deps, readReport(await startOfReport(raw)), options);
}

/** @param options.dryRun Only reports what would happen. */
export async function actOnReport(
  deps: BouncesDeps,
  read: MailReport,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<IngestedReport> {
  if (read.kind === 'other' || read.kind === 'none') return { outcome: 'other', reason: read.reason };
  if (deps.needsToken && !read.reader.token) return { outcome: 'unknown', reason: unverified };
  const [id] = await findReported(deps, [read.reader]);
  if (id === undefined) return { outcome: 'unknown' };
  const report = asReaderReport(read);
  const status = dryRun ? predictStatus(report) : await noteReport(deps, id, report, read.at);
  if (report.kind === 'complaint') return { outcome: 'complained', id };
  if (report.kind === 'unsubscribe') return { outcome: 'unsubscribed', id };
  return { outcome: status === 'bounced' ? 'bounced' : 'counted', id, reason: report.reason };
}

const unverified =
  'It was not sent to the return address of one of our emails, so anybody could have written it.';

type ReturnedReport = Extract<ReaderReport, { kind: 'bounce' | 'complaint' | 'unsubscribe' }>;

function asReaderReport(read: Exclude<MailReport, { kind: 'other' | 'none' }>): ReturnedReport {
  if (read.kind !== 'bounce') return { kind: read.kind };
  return { kind: 'bounce', failure: read.failure, reason: read.reason };
}

function predictStatus(report: ReturnedReport): 'bounced' | undefined {
  return report.kind === 'bounce' && report.failure === 'address' ? 'bounced' : undefined;
}

/** @returns the id of the reader whom each report is about, if there is one */
export async function findReported(
  { database }: Pick<BouncesDeps, 'database'>,
  reported: readonly ReportedReader[],
): Promise<(number | undefined)[]> {
  const tokens = reported.flatMap(({ token }) => token ?? []);
  // A token that is no longer ours belongs to a removed reader, regardless of the address.
  const emails = reported.flatMap(({ token, email }) => (email && !token ? normalAddress(email) : []));
  if (tokens.length + emails.length === 0) return reported.map(() => undefined);
  const who = { $or: [{ mailToken: { $in: tokens } }, { email: { $in: emails } }] };
  const em = database.em();
  const found = await em.find(Registration, who, { fields: ['id', 'mailToken', 'email'] });
  const byToken = new Map(found.map(({ mailToken, id }) => [mailToken, id]));
  const others = tokens.filter((token) => !byToken.has(token));
  if (others.length > 0) await findAsked(em, others, byToken);
  const byEmail = new Map(found.map(({ email, id }) => [email, id]));
  return reported.map(({ token, email = '' }) =>
    token ? byToken.get(token) : byEmail.get(normalAddress(email)),
  );
}

/** The return address of a confirmation email has the token of its link. Nothing about it matters once that was used. */
async function findAsked(em: EntityManager, tokens: string[], byToken: Map<unknown, number>): Promise<void> {
  const found = await em.find(Confirmation, { token: { $in: tokens } });
  const asked = found.filter((confirmation) => !confirmation.isUsed());
  if (asked.length === 0) return;
  const emails = asked.map(({ email }) => email);
  const readers = await em.find(Registration, { email: { $in: emails } }, { fields: ['id', 'email'] });
  const ids = new Map(readers.map(({ id, email }) => [email, id]));
  for (const { token, email } of asked) {
    const id = ids.get(email);
    if (id !== undefined) byToken.set(token, id);
  }
}
