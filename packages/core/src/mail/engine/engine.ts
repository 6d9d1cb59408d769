import type { DeliveryProgress } from '../../contract/deliveries.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import type { SmtpLimits } from '../../platform/settings/config.ts';
import type { DnsResolver } from '../dns/resolver.ts';
import type { MailProvider } from '../mail-provider.ts';
import type { MailingList } from '../mailing-list.ts';
import type { SmtpPolicy } from '../policy.ts';
import type { Carrier } from './carrier.ts';
import {
  changeSend,
  countProblems,
  findSend,
  listSends,
  messageContent,
  nextSendAt,
  sendCounts,
  sendProgress,
  sendsInDoubt,
  smtpSends,
} from './manage-sends.ts';
import { ProviderPaces, providersOf } from './provider-pace.ts';
import { backoffGrowth, forgetOldResults, isSendDue, type RunDeps, runSends } from './run-sends.ts';
import { type Hold, SendBudget } from './send-budget.ts';
import { settleKept } from './settle-doubts.ts';

export interface EngineOptions {
  database: OpenDatabase;
  now: () => Date;
  list: MailingList;
  policy: SmtpPolicy;
  /** How many emails can be at the server at a time. */
  connections: number;
  /** Of all processes together. */
  limits: SmtpLimits;
  /** Replaces DNS, for tests. */
  dns?: DnsResolver | undefined;
  /** Opens the way to the server, when there is something to send. */
  open: () => Carrier;
  /** Throws while the server asks not to be called; all processes share it. */
  checkBackoff: () => Promise<void>;
  onBackoff: (ms: number) => Promise<void>;
}

/** The part of a provider that sends to each reader from here. */
export interface Engine extends Omit<MailProvider, 'check'> {
  deliveries: NonNullable<MailProvider['deliveries']>;
  /** Waits until the limits allow an email to one person. */
  enterAlone(): Promise<void>;
  close(): void;
}

/**
 * Sends each email from here, to the readers in `list`: what is claimed, how fast it goes, what is tried again and what
 * is in doubt after a crash. A provider adds the way to its server.
 */
export function createEngine({ open, connections, limits, ...options }: EngineOptions): Engine {
  const { database, now, policy } = options;
  let opened: Carrier | undefined;
  const close = (force: boolean) => {
    opened?.close({ force });
    opened = undefined;
  };
  const most = mostInFlight({ connections, limits }, policy);
  const budget = Object.values(limits).some((limit) => limit > 0)
    ? new SendBudget({ database, now, limits, connections, retire: () => close(false) })
    : undefined;
  const deps: RunDeps = {
    ...options,
    connections,
    carrier: () => (opened ??= open()),
    rests: backoffGrowth(policy.rest),
    failures: backoffGrowth(policy.failures),
    pace: { most, width: most },
    budget,
    paces: new ProviderPaces({ ...options, most }),
    cut: () => close(true),
    retire: () => close(false),
  };
  async function withPace(sendId: string, reading: Promise<DeliveryProgress | undefined>) {
    const progress = await reading;
    if (!progress) return undefined;
    const providers = await providersOf(options, Number(sendId));
    if (progress.status === 'sent') return { ...progress, providers };
    const hold = await budget?.hold();
    return { ...progress, providers, hold: hold ? { ...hold, until: hold.until.toISOString() } : null };
  }
  return {
    readers: {
      // Our own row says who is subscribed, so there is nothing to ask.
      subscribe: async (readers) =>
        readers.map(({ id }) => ({ id, outcome: 'subscribed', subscriberId: `${id}` })),
      find: async () => undefined,
      unsubscribe: async () => {},
    },
    sends: smtpSends({ database, now }),
    deliveries: {
      async run(run) {
        await runSends(deps, run);
        await settleKept(options);
        const hold = await budget?.hold();
        if (hold && (await isSendDue(deps))) run.onEvent({ outcome: 'waiting', message: describeHold(hold) });
      },
      forget: (run) => forgetOldResults(deps, run),
      isDue: async () => (await isSendDue(deps)) && (await budget?.hold()) === undefined,
      find: (messageName) => findSend(deps, messageName),
      content: (messageName) => messageContent(deps, messageName),
      list: (limit) => listSends(deps, limit),
      nextAt: () => nextSendAt(deps),
      progress: (sendId) => withPace(sendId, sendProgress(deps, sendId)),
      problems: (sendId) => countProblems(deps, sendId),
      async counts() {
        const counts = await sendCounts(deps);
        return { ...counts, latest: await withPace(counts.latestId, Promise.resolve(counts.latest)) };
      },
      doubts: (since) => sendsInDoubt(deps, since),
      change: (sendId, change) => changeSend(deps, sendId, change),
    },
    enterAlone: async () => budget?.enterAlone(),
    close: () => close(false),
  };
}

/** Few at a low rate, so that a stop does not wait for many emails. */
function mostInFlight(
  { connections, limits: { perSecond } }: Pick<EngineOptions, 'connections' | 'limits'>,
  policy: SmtpPolicy,
): number {
  const most = connections * policy.inFlightPerConnection;
  const secondsOfDrain = Math.floor(policy.drainMs / 2000);
  return perSecond > 0 ? Math.max(1, Math.min(most, secondsOfDrain * perSecond)) : most;
}

function describeHold({ until, reason }: Hold): string {
  return `${reason} Sending continues at ${until.toISOString()}.`;
}
