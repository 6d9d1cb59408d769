import type { OpenDatabase } from '../../database/open-database.ts';
import type { SmtpConfig } from '../../settings/config.ts';
import type { MailProvider } from '../mail-provider.ts';
import type { MailingList } from '../mailing-list.ts';
import type { ServiceMail } from '../service-mail.ts';
import { checkSmtp } from './check.ts';
import type { Sender } from './compose.ts';
import { describeEncryption } from './encryption.ts';
import { countProblems, findSend, listSends, nextSendAt } from './list-sends.ts';
import { changeSend, sendCounts, sendProgress } from './manage-sends.ts';
import type { SmtpPolicy } from './policy.ts';
import { isSendDue, restGrowth, runSends } from './run-sends.ts';
import { smtpSends } from './sends.ts';
import { smtpServiceMail } from './service-mail.ts';
import { openTransport, type SmtpTransport } from './transport.ts';

export interface SmtpOptions {
  database: OpenDatabase;
  now: () => Date;
  smtp: SmtpConfig;
  list: MailingList;
  policy: SmtpPolicy;
  productName: string;
  /** Without a trailing slash. */
  publicUrl: string;
  /** Throws while the mail server asks not to be called; all processes share it. */
  checkRest: () => Promise<void>;
  onRest: (ms: number) => Promise<void>;
}

export interface SmtpProvider extends MailProvider {
  deliveries: NonNullable<MailProvider['deliveries']>;
  service: ServiceMail;
  close(): void;
}

/** Sends each email from here, to the readers in `list`. Connects when there is something to send. */
export function createSmtpProvider(options: SmtpOptions): SmtpProvider {
  const { database, now, smtp, policy, productName, publicUrl } = options;
  let opened: SmtpTransport | undefined;
  const transport = () => (opened ??= openTransport({ ...smtp, timeouts: policy.timeouts }));
  const close = (force: boolean) => {
    opened?.close({ force });
    opened = undefined;
  };
  const sender: Sender = { ...smtp, productName, publicUrl };
  const most = mostInFlight(smtp, policy);
  const deps = {
    ...options,
    ...{ sender, transport, rests: restGrowth(policy.rest) },
    time: () => database.sharedTime(now()),
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
      isDue: () => isSendDue(deps),
      find: (messageName) => findSend(deps, messageName),
      list: (limit) => listSends(deps, limit),
      nextAt: () => nextSendAt(deps),
      progress: (sendId) => sendProgress(deps, sendId),
      problems: (sendId) => countProblems(deps, sendId),
      counts: () => sendCounts(deps),
      change: (sendId, change) => changeSend(deps, sendId, change),
    },
    check: () => checkSmtp(transport, () => describeEncryption({ ...smtp, timeouts: policy.timeouts })),
    service: smtpServiceMail({ transport, sender }),
    close: () => close(false),
  };
}

/** Few at a low rate, so that a stop does not wait for many emails. */
function mostInFlight({ connections, ratePerSecond }: SmtpConfig, policy: SmtpPolicy): number {
  const most = connections * policy.inFlightPerConnection;
  const secondsOfDrain = Math.floor(policy.drainMs / 2000);
  return ratePerSecond > 0 ? Math.max(1, Math.min(most, secondsOfDrain * ratePerSecond)) : most;
}
