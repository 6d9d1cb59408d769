import { type DeliveryReport, deliveryReport, type HookBody } from '../contract/delivery-hook.ts';
import { plainIssue } from '../contract/plain-issue.ts';
import { failureOfReturned } from '../mail/smtp/outcome.ts';
import { tokenIn } from '../mail/smtp/reader-token.ts';
import { findReported } from './bounces.ts';
import { type NoteReportDeps, noteReport, type ReaderReport } from './note-report.ts';

/**
 * Acts on a relay's reports. Safe to repeat. Neither the answer nor its timing reveals who is a reader.
 *
 * @throws ZodError if it is not a report, DomainError `email_provider.unreachable`
 */
export async function reportDeliveries(deps: NoteReportDeps, body: HookBody): Promise<{ reports: number }> {
  const reports = await readReports(body);
  for (const report of reports) {
    const said = asReaderReport(report);
    const { messageId = '', email } = report;
    const token = tokenOf(report.token) ?? tokenIn(`<${messageId.replace(/^</, '')}`);
    const id = said && (await findReported(deps, { token, email }));
    if (said && id !== undefined)
      await noteReport(deps, id, said, report.at ? new Date(report.at) : undefined);
  }
  return { reports: reports.length };
}

async function readReports(body: HookBody): Promise<DeliveryReport[]> {
  if (Array.isArray(body)) return body;
  const { readRelayEvent } = await import('./relay-events/read-relay-event.ts');
  return (await readRelayEvent(body)) ?? [deliveryReport.parse(body, { error: plainIssue })];
}

/** @returns `undefined` if it says nothing about the reader */
function asReaderReport({ event, kind, code, reason }: DeliveryReport): ReaderReport | undefined {
  if (event === 'complained') return { kind: 'complaint' };
  if (event === 'unsubscribed') return { kind: 'unsubscribe' };
  if (event === 'delivered') return { kind: 'delivered' };
  const failure = failureOfReturned(code ?? reason, kind);
  return (
    failure && { kind: 'bounce', failure, reason: reason || code || 'It was returned without a reason.' }
  );
}

/** Finds the token alone or in a whole address. */
function tokenOf(given: string | undefined): string | undefined {
  return given && tokenIn(`+${given.slice(given.indexOf('+') + 1)}`);
}
