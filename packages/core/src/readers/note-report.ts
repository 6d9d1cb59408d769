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

/** What became of emails to a reader, or what the reader asked for. */
export type ReaderReport =
  | { kind: 'bounce'; failure: MailFailure; reason: string }
  | { kind: 'complaint' }
  | { kind: 'unsubscribe' }
  /** The server of the reader's mailbox accepted an email. */
  | { kind: 'delivered' };

const dayMs = 24 * 3_600_000;

/**
 * The one rule of who leaves the list, for a mail server's answer, a returned email, a relay's call and a link alike.
 * Safe to repeat, also later: a report from before the reader joined the list changes nothing.
 *
 * @param at When it happened, if that is known.
 * @returns where the reader stands now; `undefined` if there is none
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

/** Such as an event that a relay repeats after the reader came back. */
function isFromBefore(reader: Registration, at: Date): boolean {
  const { statusAt, createdAt } = reader;
  return isOnList(reader) && at.getTime() < (statusAt ?? createdAt).getTime() - bouncePolicy.clocksDifferByMs;
}

const isOnList = ({ status }: Registration) => status === 'subscribed' || status === 'waiting';

/** A provider that keeps the list learns of it in the next pass, also one that the readers are just moved to. */
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
      // Who complained or bounced stays so: that says more.
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

/** Days are counted, not reports: a full mailbox returns everything that is sent to it. */
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
