import type { OpenDatabase } from '../database/open-database.ts';
import type { MailingList } from '../mail/mailing-list.ts';
import type { MailReport, ReportedReader } from '../mail/smtp/read-report.ts';
import { Registration } from './registration.ts';

export interface BouncesDeps {
  database: OpenDatabase;
  now: () => Date;
  list: Pick<MailingList, 'failed'>;
}

export interface IngestedReport {
  /**
   * `bounced`, `complained`: the reader is off the list now. `counted`: a failure that may pass. `unknown`: no
   * reader of ours. `other`: it says nothing that counts.
   */
  outcome: 'bounced' | 'counted' | 'complained' | 'unknown' | 'other';
  /** Our reader. */
  id?: number;
  reason?: string;
}

/**
 * Acts on what a message to the bounce address says. Safe to repeat.
 *
 * @param options.dryRun Only says what would happen.
 */
export async function ingestReport(
  deps: BouncesDeps,
  raw: Buffer,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<IngestedReport> {
  // The parser of emails is loaded when there is one.
  const { readReport } = await import('../mail/smtp/read-report.ts');
  const report = await readReport(raw);
  if (report.kind === 'other') return { outcome: 'other', reason: report.reason };
  const reader = await findReported(deps, report.reader);
  if (!reader) return { outcome: 'unknown' };
  if (dryRun) return foretell(reader.id, report);
  return act(deps, reader.id, report);
}

type ActedReport = Exclude<MailReport, { kind: 'other' }>;

function foretell(id: number, report: ActedReport): IngestedReport {
  if (report.kind === 'complaint') return { outcome: 'complained', id };
  return { outcome: report.failure === 'address' ? 'bounced' : 'counted', id, reason: report.reason };
}

async function findReported({ database }: BouncesDeps, { token, email }: ReportedReader) {
  const em = database.em();
  const known = token ? await em.findOne(Registration, { mailToken: token }, { fields: ['id'] }) : null;
  // A token that is not ours anymore belongs to a reader who was removed.
  if (known || token || !email) return known;
  return em.findOne(Registration, { email }, { fields: ['id'] });
}

async function act(
  { database, now, list }: BouncesDeps,
  id: number,
  report: ActedReport,
): Promise<IngestedReport> {
  const em = database.em();
  if (report.kind === 'complaint') {
    const complained = { status: 'complained' as const, statusAt: now(), reason: null };
    await em.nativeUpdate(Registration, { id, status: { $ne: 'complained' } }, complained);
    return { outcome: 'complained', id };
  }
  const { failure, reason } = report;
  await list.failed(id, failure, reason);
  const { status } = await em.findOneOrFail(Registration, { id }, { fields: ['status'] });
  return { outcome: status === 'bounced' ? 'bounced' : 'counted', id, reason };
}
