import type { OutboxEmail, OutboxItem } from '../contract/system.ts';
import { lazily } from '../lazily.ts';
import type { Config } from '../settings/config.ts';
import { icontactMergeFields } from './icontact/merge-fields.ts';
import type { CallPolicy, MailProvider, ProviderCheck } from './mail-provider.ts';
import type { MergeFields } from './merge-fields.ts';
import type { Sandbox } from './sandbox/sandbox.ts';

export interface OpenMailDeps {
  now: () => Date;
  calls: CallPolicy;
  /** Before every call to a real provider; throws if no more may be made today. */
  beforeCall: () => Promise<void>;
  /** A real provider asked not to be called for so long. */
  onRest: (ms: number) => Promise<void>;
  /** Replaces the configured one, for tests. */
  provider?: MailProvider | undefined;
}

/** The email provider and, with the sandbox, what it delivered. */
export interface Mail {
  kind: Config['email']['provider'];
  /** Starts the sandbox if it is on, so that it sends what is due by itself. */
  start(): Promise<void>;
  /** Whether the account, its list and its sender are ready. Changes nothing. */
  check(): Promise<ProviderCheck>;
  /** What the sandbox delivered; empty with a real provider. */
  outbox: {
    list(query: { limit: number }): Promise<{ emails: OutboxItem[]; total: number }>;
    read(id: string): Promise<OutboxEmail | undefined>;
    /** All emails to one address, newest first. */
    to(email: string): Promise<OutboxItem[]>;
  };
  /** The sandbox, started; `undefined` with a real provider. */
  sandbox(): Promise<Sandbox | undefined>;
}

export interface OpenMail extends Mail {
  /** Connects at the first call: most commands need no provider. */
  provider(): Promise<MailProvider>;
  /** Known without a call to the provider. */
  mergeFields: MergeFields;
  close(): Promise<void>;
}

/** Opens the email provider that the configuration names. */
export function openMail(
  config: Config,
  { now, calls, beforeCall, onRest, provider }: OpenMailDeps,
): OpenMail {
  const { email, dataDir, productName } = config;
  const isSandbox = email.provider === 'sandbox' && !provider;
  const openSandbox = lazily(async () => {
    const { startSandbox } = await import('./sandbox/sandbox.ts');
    return startSandbox({ dataDir, now, productName });
  });
  let opened: Promise<Sandbox> | undefined;
  const startedSandbox = () => (opened = openSandbox());
  const connect = lazily(async () => {
    if (provider) return provider;
    const { createIcontactProvider } = await import('./icontact/icontact.ts');
    const account =
      email.provider === 'icontact'
        ? { ...email.icontact, beforeCall, onRest }
        : (await startedSandbox()).options;
    return createIcontactProvider({ ...calls, ...account, now });
  });
  const sandbox = async () => (isSandbox ? startedSandbox() : undefined);
  return {
    kind: email.provider,
    provider: connect,
    mergeFields: icontactMergeFields,
    async start() {
      await sandbox();
    },
    check: async () => (await connect()).check(),
    outbox: {
      list: async (query) => (await sandbox())?.outbox.list(query) ?? { emails: [], total: 0 },
      read: async (id) => (await sandbox())?.outbox.read(id),
      to: async (email) => (await sandbox())?.outbox.to(email) ?? [],
    },
    sandbox,
    async close() {
      await (await opened?.catch(() => undefined))?.close();
    },
  };
}
