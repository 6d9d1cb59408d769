import type { OpenDatabase } from '../database/open-database.ts';
import type { MailReport, ReportedReader } from '../mail/smtp/read-report.ts';
import { noteReport, type ReaderReport } from './note-report.ts';
import { Registration } from './registration.ts';

export interface BouncesDeps {
  database: OpenDatabase;
  now: () => Date;
  /** Whether every email was sent with its own return address: a report without it comes from somebody else. */
  needsToken?: boolean;
}

export interface IngestedReport {
  /**
   * `bounced`, `complained`: the reader is off the list now. `counted`: a temporary failure. `unknown`: not one of our
   * readers. `other`: nothing to act on.
   */
  outcome: 'bounced' | 'counted' | 'complained' | 'unknown' | 'other';
  /** Our reader. */
  id?: number;
  reason?: string;
}

/**
 * Acts on a message to the bounce address. Safe to repeat.
 *
 * @param options.dryRun Only reports what would happen.
 */
export async function ingestReport(
  deps: BouncesDeps,
  raw: Buffer,
  options: { dryRun?: boolean } = {},
): Promise<IngestedReport> {
  // The email parser is loaded only when there is a message.
  const { readReport } = await import('../mail/smtp/read-report.ts');
  return actOnReport(deps, await readReport(raw), options);
}

/** @param options.dryRun Only reports what would happen. */
export async function actOnReport(
  deps: BouncesDeps,
  read: MailReport,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<IngestedReport> {
  if (read.kind === 'other' || read.kind === 'none') return { outcome: 'other', reason: read.reason };
  if (deps.needsToken && !read.reader.token) return { outcome: 'unknown', reason: untold };
  const id = await findReported(deps, read.reader);
  if (id === undefined) return { outcome: 'unknown' };
  const report = asReaderReport(read);
  const status = dryRun ? foretell(report) : await noteReport(deps, id, report, read.at);
  if (report.kind === 'complaint') return { outcome: 'complained', id };
  return { outcome: status === 'bounced' ? 'bounced' : 'counted', id, reason: report.reason };
}

const untold =
  'It was not sent to the return address of one of our emails, so anybody could have written it.';

type ReturnedReport = Extract<ReaderReport, { kind: 'bounce' | 'complaint' }>;

function asReaderReport(read: Exclude<MailReport, { kind: 'other' | 'none' }>): ReturnedReport {
  if (read.kind === 'complaint') return { kind: 'complaint' };
  return { kind: 'bounce', failure: read.failure, reason: read.reason };
}

function foretell(report: ReturnedReport): 'bounced' | undefined {
  return report.kind === 'bounce' && report.failure === 'address' ? 'bounced' : undefined;
}

/** @returns the id of the reader whom a report is about */
export async function findReported(
  { database }: Pick<BouncesDeps, 'database'>,
  { token, email }: ReportedReader,
): Promise<number | undefined> {
  // A token that is no longer ours belongs to a removed reader, regardless of the address.
  const who = token ? { mailToken: token } : email && { email };
  if (!who) return undefined;
  return (await database.em().findOne(Registration, who, { fields: ['id'] }))?.id;
}
