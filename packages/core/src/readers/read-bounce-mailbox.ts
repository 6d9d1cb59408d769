import type { OpenDatabase } from '../database/open-database.ts';
import { leaseEnd, unleased } from '../delivery/lease.ts';
import type { StepContext } from '../delivery/pass-event.ts';
import { bounceMailboxPolicy, outcomeOf } from '../delivery/policy.ts';
import { isDomainError } from '../errors.ts';
import type { BounceMailbox } from '../mail/imap/bounce-mailbox.ts';
import type { MailboxPlace } from '../mail/imap/read-new.ts';
import { actOnReport } from './bounces.ts';
import { MailboxReading } from './mailbox-reading.ts';

export interface BounceMailboxDeps {
  database: OpenDatabase;
  now: () => Date;
  /** `undefined` if none is configured. */
  bounceMailbox?: BounceMailbox | undefined;
}

const { mostMessages, longestMs, leaseMs, restMs } = bounceMailboxPolicy;
const step = 'bounces';

/** Acts on the reports in the bounce mailbox, one process at a time. Messages that are not reports stay there. */
export async function readBounceMailbox(
  deps: BounceMailboxDeps,
  { onEvent, signal }: StepContext,
): Promise<void> {
  const { bounceMailbox } = deps;
  if (!bounceMailbox) return;
  const { name } = bounceMailbox;
  const reading = await claim(deps, name);
  if (!reading) return;
  const { readReport } = await import('../mail/smtp/read-report.ts');
  const count = { read: 0, left: 0 };
  try {
    await bounceMailbox.read({
      ...{ from: placeOf(reading), most: mostMessages, longestMs, signal },
      async take(raw) {
        const report = await readReport(raw).catch(() => undefined);
        const isReport = report !== undefined && report.kind !== 'none';
        if (isReport) await actOnReport(deps, report);
        count[isReport ? 'read' : 'left'] += 1;
        return isReport;
      },
      onPlace: async ({ uidValidity, lastUid }) => {
        const place = { uidValidity, lastUid: `${lastUid}` };
        await deps.database.em().nativeUpdate(MailboxReading, { name }, place);
      },
    });
  } catch (error) {
    if (!isDomainError(error)) throw error;
    if (!signal?.aborted) onEvent({ step, outcome: outcomeOf(error), message: error.message });
  } finally {
    await release(deps, name);
    if (count.read > 0)
      onEvent({ step, outcome: 'done', count: count.read, message: readMessage(count.read) });
    if (count.left > 0)
      onEvent({ step, outcome: 'done', count: count.left, message: leftMessage(count.left) });
  }
}

function placeOf({ uidValidity, lastUid }: MailboxReading): MailboxPlace | undefined {
  return uidValidity && lastUid ? { uidValidity, lastUid: Number(lastUid) } : undefined;
}

function readMessage(count: number): string {
  return `${count === 1 ? '1 report was' : `${count} reports were`} read in the bounce mailbox`;
}

function leftMessage(count: number): string {
  const messages =
    count === 1 ? '1 message that is not a report stays' : `${count} messages that are not reports stay`;
  return `${messages} in the bounce mailbox`;
}

async function claim(
  { database, now }: BounceMailboxDeps,
  name: string,
): Promise<MailboxReading | undefined> {
  const at = await database.sharedTime(now());
  const em = database.em();
  if ((await em.count(MailboxReading, { name })) === 0) {
    await database.insertTogether((insert) =>
      insert('mailbox_readings (name)', [[name]], 'on conflict (name) do nothing'),
    );
  }
  const lease = { leaseUntil: leaseEnd(at, leaseMs) };
  const isOurs = await em.nativeUpdate(MailboxReading, { name, ...unleased(at, leaseMs) }, lease);
  return isOurs > 0 ? em.findOneOrFail(MailboxReading, { name }) : undefined;
}

/** Passes run in quick succession while a long email is being sent. */
async function release({ database, now }: BounceMailboxDeps, name: string): Promise<void> {
  const leaseUntil = leaseEnd(await database.sharedTime(now()), restMs);
  await database.em().nativeUpdate(MailboxReading, { name }, { leaseUntil });
}
