import { type DeliveryProgress, describeHold } from '../../contract/deliveries.ts';
import { showInstant } from '../../platform/calendar.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import type { SecondFor, WarmUpConfig } from '../../platform/settings/config.ts';
import { MailboxProviders } from '../dns/mailbox-providers.ts';
import type { DnsResolver } from '../dns/resolver.ts';
import { joinedHere, type MailProvider } from '../mail-provider.ts';
import type { MailingList } from '../mailing-list.ts';
import type { SmtpPolicy } from '../policy.ts';
import { createProviderBackoffs } from '../provider-backoff.ts';
import {
  changeSend,
  countProblems,
  findSend,
  firstInterruption,
  listSends,
  messageContent,
  nextSendAt,
  sendCounts,
  sendProgress,
  sendsInDoubt,
  smtpSends,
} from './manage-sends.ts';
import { providersOf } from './provider-pace.ts';
import {
  backoffGrowth,
  createRelay,
  lookForReturn,
  type Relay,
  type RelayOptions,
  relayNames,
  relayProgress,
  relayStates,
  restOf,
  routesOf,
} from './relays.ts';
import { forgetOldResults, isSendDue, type RunDeps, runSends } from './run-sends.ts';
import type { Hold } from './send-budget.ts';
import { settleKept } from './settle-doubts.ts';
import { countAlone, followWarmUp, warmUpOn } from './warm-up.ts';

export interface EngineOptions extends RelayOptions {
  database: OpenDatabase;
  now: () => Date;
  list: MailingList;
  policy: SmtpPolicy;
  /** The owner's. IANA name. */
  timezone: string;
  warmUp?: WarmUpConfig | undefined;
  /** Whether nothing leaves this machine. */
  isTrial?: boolean | undefined;
  /** Another way out, and whose emails it carries. */
  second?:
    | (Pick<RelayOptions, 'connections' | 'limits' | 'open' | 'answers'> & { carries: SecondFor })
    | undefined;
  /** Replaces DNS, for tests. */
  dns?: DnsResolver | undefined;
}

/** The part of a provider that sends to each reader from here. */
export interface Engine extends Omit<MailProvider, 'check'> {
  deliveries: NonNullable<MailProvider['deliveries']>;
  /**
   * For an email to one person: which relays to ask, one after another while it does not leave. `enter` waits until the
   * limits of that relay allow it, and counts it.
   */
  alone(): Promise<{ place: Relay['place']; enter: () => Promise<void> }[]>;
  close(): void;
}

/**
 * Sends each email from here, to the readers in `list`: what is claimed, how fast it goes, what is tried again and what
 * is in doubt after a crash. A provider adds the way to its server.
 */
export function createEngine({
  open,
  answers,
  connections,
  limits,
  checkBackoff,
  onBackoff,
  second,
  ...options
}: EngineOptions): Engine {
  const { database, now, policy } = options;
  const providers = new MailboxProviders(options);
  const ofRelay = { ...options, providers };
  const first = createRelay(
    'first',
    { open, answers, connections, limits, checkBackoff, onBackoff },
    ofRelay,
  );
  const rests = createProviderBackoffs({ database, now }, relayNames.second);
  const other =
    second &&
    createRelay('second', { ...second, checkBackoff: rests.check, onBackoff: rests.begin }, ofRelay);
  const relays = other ? [first, other] : [first];
  const routes = routesOf([first, other], second?.carries ?? 'failover', providers);
  const deps: RunDeps = {
    ...options,
    relays,
    routes,
    failures: backoffGrowth(policy.failures),
    // A visit to the sandbox switches nothing off.
    followWarmUp: options.isTrial ? async () => {} : once(() => followWarmUp(options)),
  };
  /** Why no relay takes anything because of its limits. */
  async function holdOfAll(): Promise<Hold | undefined> {
    let soonest: Hold | undefined;
    for (const { budget } of relays) {
      const hold = await budget?.hold();
      if (!hold) return undefined;
      if (!soonest || hold.until < soonest.until) soonest = hold;
    }
    return soonest;
  }
  /** Whether a relay is neither backing off nor has used up its limits. */
  async function isOneOpen(): Promise<boolean> {
    if (!other) return (await holdOfAll()) === undefined;
    for (const relay of relays)
      if (!(await relay.budget?.hold()) && !(await restOf(relay, now()))) return true;
    return false;
  }
  const states = async () => (other ? relayStates(options, relays, routes) : []);
  async function withPace(sendId: string, reading: Promise<DeliveryProgress | undefined>) {
    const progress = await reading;
    if (!progress) return undefined;
    const id = Number(sendId);
    const pace = other ? await relayProgress(options, id, relays) : [];
    // What was accepted before there were two was counted by neither.
    const isCounted = progress.sent === 0 || pace.some(({ sent }) => sent > 0);
    const ofRelays = isCounted ? pace : [];
    const providers = await providersOf(options, id, progress.sent);
    const detailed = { ...progress, providers, relays: ofRelays };
    if (progress.status === 'sent') return detailed;
    const hold = await holdOfAll();
    return { ...detailed, hold: hold ? { ...hold, until: hold.until.toISOString() } : progress.hold };
  }
  return {
    readers: {
      // Our own row says who is subscribed, so there is nothing to ask.
      subscribe: async (readers) =>
        readers.map(({ id }) => ({ id, outcome: 'subscribed', subscriberId: joinedHere })),
      find: async () => undefined,
      unsubscribe: async () => {},
    },
    sends: smtpSends({ database, now }),
    deliveries: {
      async run(run) {
        await runSends(deps, run);
        await settleKept(options);
        const full = await holdOfAll();
        const hold = full ? (await isSendDue(deps)) && full : await firstInterruption(options);
        if (!hold) return;
        const shown = { ...hold, until: hold.until.toISOString() };
        const show = () => showInstant(hold.until, options.timezone);
        run.onEvent({ outcome: 'waiting', message: describeHold(shown, show, now()) });
      },
      async forget(run) {
        if (other && !(await isSendDue(deps))) await lookForReturn(options, relays);
        await forgetOldResults(deps, run);
      },
      isDue: async () => (await isSendDue(deps)) && (await isOneOpen()),
      find: (messageName) => findSend(deps, messageName),
      content: (messageName) => messageContent(deps, messageName),
      list: (limit) => listSends(deps, limit),
      nextAt: () => nextSendAt(deps),
      progress: (sendId) => withPace(sendId, sendProgress(deps, sendId)),
      problems: (sendId) => countProblems(deps, sendId),
      async counts() {
        const counts = await sendCounts(deps);
        const latest = await withPace(counts.latestId, Promise.resolve(counts.latest));
        return { ...counts, latest, relays: await states() };
      },
      relays: states,
      doubts: (since) => sendsInDoubt(deps, since),
      change: (sendId, change) => changeSend(deps, sendId, change),
      warmUpOn: (day) => warmUpOn(options, day),
    },
    async alone() {
      const asked = routes.isFailover && (await restOf(first, now())) ? relays.toReversed() : relays;
      const able = routes.isFailover ? asked : [first];
      return able.map((relay) => ({
        place: relay.place,
        async enter() {
          await relay.budget?.enterAlone();
          if (relay === first) await countAlone(options);
        },
      }));
    },
    close() {
      for (const { retire } of relays) retire();
    },
  };
}

/** Runs something until it has succeeded. */
function once(work: () => Promise<void>): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (isDone) return;
    await work();
    isDone = true;
  };
}
