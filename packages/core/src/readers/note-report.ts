import { LockMode } from '@mikro-orm/core';
import { isSuppressedStatus } from '../contract/choices.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { bouncePolicy } from '../delivery/policy.ts';
import type { MailFailure } from '../mail/mailing-list.ts';
import { Registration } from './registration.ts';
import { RemovedReader } from './removed-reader.ts';

export interface NoteReportDeps {
  database: OpenDatabase;
  now: () => Date;
}

/** What became of emails to a reader, or what the reader requested. */
export type ReaderReport =
  | { kind: 'bounce'; failure: MailFailure; reason: string }
  | { kind: 'complaint' }
  | { kind: 'unsubscribe' }
  /** The server of the reader's mailbox accepted an email. */
  | { kind: 'delivered' };

const dayMs = 24 * 3_600_000;

/**
 * The one rule for who leaves the list. It applies to a mail server's answer, a returned email, a relay's call and a
 * link. Safe to repeat at any time: a report from before the reader joined the list changes nothing.
 *
 * @param at When it happened, if known.
 * @returns the reader's status now; `undefined` if there is no such reader
 */
export async function noteReport(
  { database, now }: NoteReportDeps,
  id: number,
  report: ReaderReport,
  at?: Date,
): Promise<Registration['status'] | undefined> {
  return database.em().transactional(async (em) => {
    const reader = await em.findOne(Registration, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!reader) return undefined;
    if (at && isFromBefore(reader, at)) return reader.status;
    const change = changeOf(reader, report, at && at < now() ? at : now());
    if (change?.status && isOnList(reader)) em.create(RemovedReader, leaving(reader, now()));
    if (change) em.assign(reader, change.status ? { ...change, statusAt: now() } : change);
    return reader.status;
  });
}

/**
 * Whether a report is from before the reader joined, such as an event that a relay repeats after the reader came back.
 */
function isFromBefore(reader: Registration, at: Date): boolean {
  const { statusAt, createdAt } = reader;
  return isOnList(reader) && at.getTime() < (statusAt ?? createdAt).getTime() - bouncePolicy.clocksDifferByMs;
}

const isOnList = ({ status }: Registration) => status === 'subscribed' || status === 'waiting';

/** The next pass reports it to a provider that keeps the list, even one that the readers are just being moved to. */
function leaving({ email, subscriberId, leaseUntil }: Registration, at: Date) {
  return { email, subscriberId: subscriberId ?? null, settledAt: leaseUntil ?? at };
}

type Change = Partial<Pick<Registration, 'status' | 'reason' | 'softBounces' | 'softBouncedOn'>>;

function changeOf(reader: Registration, report: ReaderReport, at: Date): Change | undefined {
  const { status } = reader;
  switch (report.kind) {
    case 'complaint':
      return status === 'complained' ? undefined : { status: 'complained', reason: null };
    case 'unsubscribe':
      // Readers who complained or bounced keep that status: it says more.
      return isSuppressedStatus(status) ? undefined : { status: 'unsubscribed', reason: null };
    case 'delivered':
      return reader.softBounces > 0 ? { softBounces: 0, softBouncedOn: null } : undefined;
    case 'bounce':
      if (status !== 'subscribed') return undefined;
      return report.failure === 'address'
        ? { status: 'bounced', reason: report.reason }
        : countSoft(reader, report.reason, at);
  }
}

/** Counts days, not reports: a full mailbox returns every email sent to it. */
function countSoft(
  { softBounces, softBouncedOn }: Registration,
  reason: string,
  at: Date,
): Change | undefined {
  const day = at.toISOString().slice(0, 10);
  const daysSince = softBouncedOn ? (Date.parse(day) - Date.parse(softBouncedOn)) / dayMs : Number.NaN;
  if (daysSince <= 0) return undefined;
  const days = daysSince <= bouncePolicy.softForgottenAfterDays ? softBounces + 1 : 1;
  const counted = { softBounces: days, softBouncedOn: day };
  return days < bouncePolicy.softOnDays ? counted : { ...counted, status: 'bounced', reason };
}
