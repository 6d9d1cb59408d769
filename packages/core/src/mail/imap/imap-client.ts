import type { ImapFlow, MailboxObject } from 'imapflow';
import type { ImapMailbox } from '../../settings/config.ts';
import { ProviderRefused, ProviderUnreachable } from '../mail-provider.ts';

export interface MailboxTimeouts {
  connectMs: number;
  silenceMs: number;
}

interface Session<T> {
  timeouts: MailboxTimeouts;
  signal?: AbortSignal | undefined;
  work: (client: ImapFlow) => Promise<T>;
}

/** Connects, logs in, does the work and disconnects. */
export async function withClient<T>(
  { host, port, isSecure, user, password }: ImapMailbox,
  { timeouts, signal, work }: Session<T>,
): Promise<T> {
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({
    ...{ host, port, secure: isSecure, auth: { user, pass: password } },
    // Unencrypted only on this machine, where a certificate would have to be self-signed.
    ...(isSecure ? {} : { doSTARTTLS: false }),
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    socketTimeout: timeouts.silenceMs,
    disableAutoIdle: true,
    logger: false,
  });
  // The current call is rejected too.
  client.on('error', () => {});
  const stop = () => client.close();
  signal?.addEventListener('abort', stop);
  try {
    await asked(client.connect());
    const result = await work(client);
    await client.logout().catch(() => {});
    return result;
  } finally {
    signal?.removeEventListener('abort', stop);
    client.close();
  }
}

/** @throws ProviderRefused if there is no such folder */
export async function openFolder(client: ImapFlow, folder: string): Promise<MailboxObject> {
  const folders = await asked(client.list());
  const isThere = folders.some(({ path }) => path === folder || path.toUpperCase() === folder.toUpperCase());
  if (isThere) return asked(client.mailboxOpen(folder));
  throw new ProviderRefused('account', `The bounce mailbox has no folder ${folder}. Check BOUNCE_IMAP_URL.`);
}

/** The mail server's answer, or an error in our own words. */
export async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const { authenticationFailed, responseText, message } = error as {
      authenticationFailed?: boolean;
      responseText?: string;
      message: string;
    };
    if (authenticationFailed) {
      const why = 'The bounce mailbox does not accept the login. Check BOUNCE_IMAP_URL.';
      throw new ProviderRefused('account', why, { cause: error });
    }
    const why = `The bounce mailbox cannot be read: ${responseText ?? message}`;
    throw new ProviderUnreachable(why, { mayHaveHappened: false, cause: error });
  }
}
