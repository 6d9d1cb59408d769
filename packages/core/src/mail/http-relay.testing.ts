import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { lazily } from '../platform/cache.ts';
import { noSmtpLimits } from '../platform/settings/config.ts';
import type { Carrier, Outcome } from './engine/carrier.ts';
import { createEngine } from './engine/engine.ts';
import type { ProviderRow } from './provider-row.ts';
import { type ComposedEmail, composer } from './smtp/compose.ts';
import { smtpMergeFields } from './smtp/merge-fields.ts';

/** What the relay does with an email instead of accepting it. `silence`: it accepts it, and its answer is lost. */
export type RelayFault = 429 | 500 | 'silence';

/** A service that takes one email per call over HTTP. */
export async function startRelay(faultFor: (to: string) => RelayFault | undefined) {
  const accepted: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { to } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { to: string };
      const fault = faultFor(to);
      if (typeof fault === 'number') {
        response.writeHead(fault).end(`fault ${fault}`);
        return;
      }
      accepted.push(to);
      if (fault === 'silence') request.socket.destroy();
      else response.end('accepted');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/send`,
    accepted,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The row of a provider that sends through such a service: all that a third provider needs beside its settings. */
export function relayRow(url: string): ProviderRow {
  return {
    facts: {
      family: 'smtp',
      label: 'Relay',
      isSandbox: false,
      ownsList: true,
      privacyText: () => 'A relay passes our emails on.',
      linksToUnsubscribe: true,
      testSent: (to) => `The relay accepted the test email to ${to}.`,
    },
    mergeFields: smtpMergeFields,
    open({ config, smtpPolicy: policy, keep, ...deps }) {
      const { productName, publicUrl } = config;
      const from = { name: productName, address: 'word@example.com' };
      const sender = { from, productName, publicUrl, replyTo: undefined, bounceAddress: undefined };
      const carrier: Carrier<ComposedEmail> = {
        compose: (content) => composer({ ...sender, postalAddress: '1 Sample Street' }, content),
        send: (email, mayEnd) => post(url, email, mayEnd),
        close: () => {},
      };
      const provider = lazily(async () => {
        const engine = keep(
          createEngine({
            ...deps,
            policy,
            timezone: config.timezone,
            connections: 4,
            limits: noSmtpLimits,
            open: () => carrier,
          }),
        );
        return { ...engine, check: async () => ({ checks: [], clockSkewMs: null }) };
      });
      return { provider, serviceMail: async () => undefined };
    },
  };
}

async function post(
  url: string,
  { envelope: { to }, raw }: ComposedEmail,
  mayEnd: () => Promise<void>,
): Promise<Outcome> {
  try {
    await mayEnd();
  } catch (error) {
    return { kind: 'later', isSlowDown: false, failure: undefined, answer: String(error) };
  }
  try {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify({ to: to.address, raw }) });
    const answer = await response.text();
    if (response.ok) return { kind: 'sent', answer };
    return { kind: 'later', isSlowDown: response.status === 429, failure: undefined, answer };
  } catch (error) {
    return { kind: 'unknown', answer: String(error) };
  }
}
