import type { BounceMailbox, MailboxPlace } from '../../mail/imap/bounce-mailbox.ts';
import type { StepContext } from '../../mail/pass-event.ts';
import { bounceMailboxPolicy, outcomeOf } from '../../mail/policy.ts';
import { isRefusedValue } from '../../platform/database/database-failure.ts';
import { leaseEnd, unleased } from '../../platform/database/lease.ts';
import { isDomainError } from '../../platform/errors.ts';
import { MailboxReading } from '../reader-tables.ts';
import { actOnReport, type BouncesDeps } from './bounces.ts';
import { readReport } from './read-report.ts';

export interface BounceMailboxDeps extends BouncesDeps {
  /** `undefined` if none is configured. */
  bounceMailbox?: BounceMailbox | undefined;
  /** Whether an email is being sent to each reader from here. */
  isSending?: () => Promise<boolean>;
  /** The most in one pass. 1,000 unless a test needs less. */
  mostMessages?: number;
}

export interface BounceMailboxReader {
  /**
   * Acts on the reports in the bounce mailbox, for a few seconds at most and one process at a time. Messages that are
   * not reports stay there.
   */
  read(context: StepContext): Promise<void>;
  /** Whether this process left messages to its next pass, and that pass may begin now. */
  hasMore(): boolean;
}

const { mostMessages, mostTries, longestMs, leaseMs, restMs } = bounceMailboxPolicy;
const step = 'bounces';

export function openBounceMailboxReader(deps: BounceMailboxDeps): BounceMailboxReader {
  const { bounceMailbox, now } = deps;
  let nextAt: Date | undefined;
  return {
    async read(context) {
      if (!bounceMailbox) return;
      const hadMore = nextAt !== undefined;
      nextAt = undefined;
      const reading = await claim(deps, bounceMailbox.name);
      const next = reading ? await readClaimed(deps, bounceMailbox, reading, context) : hadMore && 'later';
      // Later: another process is reading, or an email is being sent.
      if (next) nextAt = next === 'later' ? leaseEnd(now(), restMs) : now();
    },
    hasMore: () => nextAt !== undefined && nextAt <= now(),
  };
}

/** @returns when to go on, if there is more */
async function readClaimed(
  deps: BounceMailboxDeps,
  mailbox: BounceMailbox,
  reading: MailboxReading,
  { onEvent, signal }: StepContext,
): Promise<'now' | 'later' | undefined> {
  const { name } = mailbox;
  const store = async (changes: Partial<MailboxReading>) => {
    await deps.database.em().nativeUpdate(MailboxReading, { name }, changes);
  };
  const counts: Counts = { read: 0, left: 0, refused: 0, unread: 0 };
  let isCounted = false;
  let tries: number | undefined;
  let next: 'now' | 'later' | undefined;
  try {
    const hasMore = await mailbox.read({
      from: placeOf(reading),
      most: deps.mostMessages ?? mostMessages,
      longestMs,
      signal,
      async begin() {
        if (isCounted) return true;
        if (reading.tries < mostTries) await store({ tries: reading.tries + 1 });
        else counts.unread += 1;
        return reading.tries < mostTries;
      },
      async take(raw) {
        const outcome = await actOn(deps, raw);
        counts[outcome] += 1;
        return outcome === 'read';
      },
      async onPlace({ uidValidity, lastUid }) {
        // The next message is counted with the place before it, so that each costs one update.
        await store({ uidValidity, lastUid: `${lastUid}`, tries: 1 });
        isCounted = true;
      },
    });
    tries = 0;
    if (hasMore) next = (await deps.isSending?.()) ? 'later' : 'now';
  } catch (error) {
    if (!isDomainError(error)) throw error;
    if (signal?.aborted) tries = 0;
    else onEvent({ step, outcome: outcomeOf(error), message: error.message });
  } finally {
    const at = await deps.database.sharedTime(deps.now());
    // Passes run in quick succession while an email is being sent.
    const leaseUntil = next === 'now' ? null : leaseEnd(at, restMs);
    await store(tries === undefined ? { leaseUntil } : { leaseUntil, tries });
    report(counts, onEvent);
  }
  return next;
}

/** `left`: not a report. `refused`: a report that cannot be stored. `unread`: reading it ended the process before. */
type Counts = Record<'read' | 'left' | 'refused' | 'unread', number>;

async function actOn(deps: BouncesDeps, raw: Buffer): Promise<'read' | 'left' | 'refused'> {
  const read = readReport(raw);
  if (read.kind === 'none') return 'left';
  try {
    await actOnReport(deps, read);
    return 'read';
  } catch (error) {
    if (isRefusedValue(error)) return 'refused';
    throw error;
  }
}

function placeOf({ uidValidity, lastUid }: MailboxReading): MailboxPlace | undefined {
  return uidValidity && lastUid ? { uidValidity, lastUid: Number(lastUid) } : undefined;
}

function report(counts: Counts, onEvent: StepContext['onEvent']): void {
  for (const kind of ['read', 'left', 'refused', 'unread'] as const) {
    const count = counts[kind];
    const outcome = kind === 'read' || kind === 'left' ? 'done' : 'failed';
    if (count > 0) onEvent({ step, outcome, count, message: messages[kind](count) });
  }
}

const messages: Record<keyof Counts, (count: number) => string> = {
  read: (count) => `${count === 1 ? '1 report was' : `${count} reports were`} read in the bounce mailbox`,
  left: (count) =>
    `${count === 1 ? '1 message that is not a report stays' : `${count} messages that are not reports stay`} in the bounce mailbox`,
  refused: (count) =>
    `${count === 1 ? '1 report' : `${count} reports`} in the bounce mailbox cannot be stored and ${count === 1 ? 'stays' : 'stay'} there`,
  unread: () =>
    `Reading a message in the bounce mailbox failed ${mostTries} times. It stays there, and reading continues after it`,
};

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
