import type { OpenDatabase } from '../../platform/database/open-database.ts';
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
import { backoffGrowth, forgetOldResults, isSendDue, type RunDeps, runSends } from './run-sends.ts';

export interface EngineOptions {
  database: OpenDatabase;
  now: () => Date;
  list: MailingList;
  policy: SmtpPolicy;
  /** How many emails can be at the server at a time. */
  connections: number;
  /** 0 for no limit. */
  ratePerSecond: number;
  /** Opens the way to the server, when there is something to send. */
  open: () => Carrier;
  /** Throws while the server asks not to be called; all processes share it. */
  checkBackoff: () => Promise<void>;
  onBackoff: (ms: number) => Promise<void>;
}

/** The part of a provider that sends to each reader from here. */
export interface Engine extends Omit<MailProvider, 'check'> {
  deliveries: NonNullable<MailProvider['deliveries']>;
  close(): void;
}

/**
 * Sends each email from here, to the readers in `list`: what is claimed, how fast it goes, what is tried again and what
 * is in doubt after a crash. A provider adds the way to its server.
 */
export function createEngine({ open, connections, ratePerSecond, ...options }: EngineOptions): Engine {
  const { database, now, policy } = options;
  let opened: Carrier | undefined;
  const close = (force: boolean) => {
    opened?.close({ force });
    opened = undefined;
  };
  const most = mostInFlight({ connections, ratePerSecond }, policy);
  const deps: RunDeps = {
    ...options,
    connections,
    carrier: () => (opened ??= open()),
    rests: backoffGrowth(policy.rest),
    failures: backoffGrowth(policy.failures),
    pace: { most, width: most },
    cut: () => close(true),
    retire: () => close(false),
  };
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
      run: (run) => runSends(deps, run),
      forget: (run) => forgetOldResults(deps, run),
      isDue: () => isSendDue(deps),
      find: (messageName) => findSend(deps, messageName),
      content: (messageName) => messageContent(deps, messageName),
      list: (limit) => listSends(deps, limit),
      nextAt: () => nextSendAt(deps),
      progress: (sendId) => sendProgress(deps, sendId),
      problems: (sendId) => countProblems(deps, sendId),
      counts: () => sendCounts(deps),
      doubts: (since) => sendsInDoubt(deps, since),
      change: (sendId, change) => changeSend(deps, sendId, change),
    },
    close: () => close(false),
  };
}

/** Few at a low rate, so that a stop does not wait for many emails. */
function mostInFlight(
  { connections, ratePerSecond }: Pick<EngineOptions, 'connections' | 'ratePerSecond'>,
  policy: SmtpPolicy,
): number {
  const most = connections * policy.inFlightPerConnection;
  const secondsOfDrain = Math.floor(policy.drainMs / 2000);
  return ratePerSecond > 0 ? Math.max(1, Math.min(most, secondsOfDrain * ratePerSecond)) : most;
}
