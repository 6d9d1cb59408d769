import { type DeliveryReport, deliveryReport, type HookBody } from '../../contract/delivery-hook.ts';
import { limits } from '../../contract/limits.ts';
import { plainIssue } from '../../contract/plain-issue.ts';
import { isStorable, shortLine } from '../../contract/text.ts';
import { settleDoubts, type Verdict } from '../../mail/engine/settle-doubts.ts';
import { failureOfReturned } from '../../mail/smtp/outcome.ts';
import { emailHashIn, tokenIn } from '../../mail/smtp/reader-token.ts';
import { DomainError } from '../../platform/errors.ts';
import { findReported } from './bounces.ts';
import { type NotedReport, type NoteReportDeps, noteReports, type ReaderReport } from './note-report.ts';
import type { ReportedReader } from './read-report.ts';
import type { RelayEvent, SignatureDeps } from './relay-events.ts';

export type ReportDeliveriesDeps = NoteReportDeps & Partial<Omit<SignatureDeps, keyof NoteReportDeps>>;

/**
 * Acts on a relay's reports. Safe to repeat. Neither the answer nor its timing reveals who is a reader.
 *
 * @throws ZodError if it is not a report, DomainError `input.invalid` if there are too many, `auth.hook_signature`,
 * `email_provider.unreachable`
 */
export async function reportDeliveries(
  deps: ReportDeliveriesDeps,
  body: HookBody,
): Promise<{ reports: number }> {
  const { signatures = { snsTopics: [], mailgunKey: undefined } } = deps;
  const isChecking = signatures.snsTopics.length > 0 || signatures.mailgunKey !== undefined;
  const act = ({ reports, isSigned }: RelayEvent) => actOnReports(deps, reports, isSigned || !isChecking);
  if (Array.isArray(body)) return { reports: await act({ reports: body, isSigned: false }) };
  const { readRelayEvent } = await import('./relay-events.ts');
  const reports = await readRelayEvent({ ...deps, signatures }, body, act);
  if (reports !== undefined) return { reports };
  const own = deliveryReport.parse(body, { error: plainIssue });
  return { reports: await act({ reports: [own], isSigned: false }) };
}

/** @param isTrusted Whether an address alone identifies a reader */
async function actOnReports(
  deps: NoteReportDeps,
  reports: DeliveryReport[],
  isTrusted: boolean,
): Promise<number> {
  if (reports.length > limits.deliveryReports) {
    const message = `One event may name at most ${limits.deliveryReports} readers.`;
    throw new DomainError('input.invalid', message);
  }
  const readers = reports.map(reportedReader);
  // Otherwise anyone who knows DELIVERY_HOOK_TOKEN could do without the signature.
  if (!isTrusted && readers.some(({ token }) => token === undefined)) {
    const message =
      'BOUNCE_SNS_TOPIC or MAILGUN_SIGNING_KEY is set, so a report that is not signed must name its reader by token or messageId.';
    throw new DomainError('auth.hook_signature', message);
  }
  const ids = await findReported(deps, readers);
  const noted = reports.flatMap((report, nth): NotedReport | [] => {
    const [id, said] = [ids[nth], asReaderReport(report)];
    if (id === undefined || !said) return [];
    return { id, report: said, at: report.at ? new Date(report.at) : undefined };
  });
  await noteReports(deps, noted);
  await settleDoubts(
    deps,
    reports.flatMap((report, nth) => {
      const [readerId, emailHash] = [ids[nth], emailHashIn(report.messageId ?? '')];
      // A token tells the reader apart from a later owner of the address.
      return readerId === undefined || !emailHash ? [] : [{ readerId, emailHash, ...verdictOf(report) }];
    }),
  );
  return reports.length;
}

/** What a report says about an email whose answer was lost. */
function verdictOf({ event, kind, code, reason }: DeliveryReport): Omit<Verdict, 'readerId' | 'emailHash'> {
  const said = shortLine(reason || code || '', 400);
  const answer = `The mail service reported it as ${event}${said ? `: ${said}` : ''}.`;
  if (event === 'absent') return { result: 'absent', failure: undefined, answer };
  if (event !== 'bounced') return { result: 'sent', failure: undefined, answer };
  return { result: 'failed', failure: failureOfReturned(code ?? reason, kind) ?? 'policy', answer };
}

function reportedReader({ messageId = '', token, email = '' }: DeliveryReport): ReportedReader {
  return {
    token: tokenOf(token) ?? tokenIn(`<${messageId.replace(/^</, '')}`),
    // What a relay sends in its own format has not been checked.
    email: isStorable(email) ? email : undefined,
  };
}

/** @returns `undefined` if it says nothing about the reader */
function asReaderReport({ event, kind, code, reason }: DeliveryReport): ReaderReport | undefined {
  if (event === 'complained') return { kind: 'complaint' };
  if (event === 'unsubscribed') return { kind: 'unsubscribe' };
  if (event === 'delivered') return { kind: 'delivered' };
  if (event !== 'bounced') return undefined;
  const failure = failureOfReturned(code ?? reason, kind);
  const text = shortLine(reason || code || '', 500) || 'It was returned without a reason.';
  return failure && { kind: 'bounce', failure, reason: text };
}

/** Finds the token alone or in a whole address. */
function tokenOf(given: string | undefined): string | undefined {
  return given && tokenIn(`+${given.slice(given.indexOf('+') + 1)}`);
}
