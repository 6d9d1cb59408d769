import type { OutboxEmail, OutboxItem } from '../contract/system.ts';
import type { DailyBudgets } from '../limits/daily-budgets.ts';
import type { Config } from '../settings/config.ts';
import { icontactMergeFields } from './icontact/merge-fields.ts';
import { type MailProvider, ProviderUnreachable } from './mail-provider.ts';
import type { MergeFields } from './merge-fields.ts';
import type { Sandbox } from './sandbox/sandbox.ts';

export interface OpenMailDeps {
  now: () => Date;
  budgets: DailyBudgets;
  /** In place of the configured one, for tests. */
  provider?: MailProvider | undefined;
}

export interface OpenMail {
  provider: MailProvider;
  /** Known without a call to the provider. */
  mergeFields: MergeFields;
  /** Starts the sandbox if it is the provider; a server and a pass want it running, other commands need it late or never. */
  start(): Promise<void>;
  /** The sandbox, started; `undefined` with a real provider. */
  sandbox(): Promise<Sandbox | undefined>;
  /** What the sandbox delivered; nothing with a real provider. */
  outbox: {
    list(query: { limit: number }): Promise<{ emails: OutboxItem[]; total: number }>;
    read(id: string): Promise<OutboxEmail | undefined>;
  };
  close(): Promise<void>;
}

/** The email provider that the configuration names, behind one client for both. */
export async function openMail(config: Config, { now, budgets, provider }: OpenMailDeps): Promise<OpenMail> {
  let sandbox: Promise<Sandbox> | undefined;
  let client: Promise<MailProvider> | undefined;
  const isSandbox = config.email.provider === 'sandbox' && !provider;

  function startedSandbox(): Promise<Sandbox> {
    sandbox ??= import('./sandbox/sandbox.ts')
      .then(({ startSandbox }) =>
        startSandbox({ dataDir: config.dataDir, now, productName: config.productName }),
      )
      .catch((error) => {
        sandbox = undefined;
        throw error;
      });
    return sandbox;
  }

  async function connect(): Promise<MailProvider> {
    const { createIcontactProvider } = await import('./icontact/icontact.ts');
    if (config.email.provider === 'sandbox') {
      return createIcontactProvider({ ...(await startedSandbox()).options, now });
    }
    return createIcontactProvider({
      ...config.email.icontact,
      now,
      async beforeCall() {
        if (await budgets.spendProviderCall()) return;
        const message = "Today's calls to the email provider are used up. They start anew at midnight UTC.";
        throw new ProviderUnreachable(message, { mayHaveHappened: false });
      },
    });
  }

  return {
    provider: provider ?? lazyProvider(() => (client ??= connect())),
    mergeFields: icontactMergeFields,
    async start() {
      if (isSandbox) await startedSandbox();
    },
    sandbox: async () => (isSandbox ? startedSandbox() : undefined),
    outbox: {
      list: async (query) =>
        isSandbox ? (await startedSandbox()).outbox.list(query) : { emails: [], total: 0 },
      read: async (id) => (isSandbox ? (await startedSandbox()).outbox.read(id) : undefined),
    },
    async close() {
      await (await sandbox)?.close();
    },
  };
}

/** A provider that is made when it is first needed. */
function lazyProvider(make: () => Promise<MailProvider>): MailProvider {
  return {
    subscribe: async (readers) => (await make()).subscribe(readers),
    unsubscribe: async (contactId) => (await make()).unsubscribe(contactId),
    createMessage: async (message) => (await make()).createMessage(message),
    findMessage: async (name) => (await make()).findMessage(name),
    scheduleSend: async (messageId, at) => (await make()).scheduleSend(messageId, at),
    findSend: async (messageId) => (await make()).findSend(messageId),
    getSend: async (sendId) => (await make()).getSend(sendId),
    async *listSends() {
      yield* (await make()).listSends();
    },
    messageNames: async (messageIds) => (await make()).messageNames(messageIds),
    cancelSend: async (sendId) => (await make()).cancelSend(sendId),
    check: async () => (await make()).check(),
  };
}
