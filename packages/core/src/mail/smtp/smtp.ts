import type { SmtpConfig } from '../../platform/settings/config.ts';
import type { Carrier } from '../engine/carrier.ts';
import { createEngine, type Engine, type EngineOptions } from '../engine/engine.ts';
import type { MailProvider } from '../mail-provider.ts';
import type { ServiceMail } from '../service-mail.ts';
import { type ComposedEmail, composer, type Sender } from './compose.ts';
import { smtpServiceMail } from './service-mail.ts';
import { checkSmtp, describeEncryption, openTransport, type SmtpTransport } from './transport.ts';

export interface SmtpOptions
  extends Omit<EngineOptions, 'open' | 'connections' | 'limits' | 'second' | 'warmUp'> {
  smtp: SmtpConfig;
  /** Whether messages to the bounce address are read from a mailbox. */
  readsBounces: boolean;
  productName: string;
  /** Without a trailing slash. */
  publicUrl: string;
}

export interface SmtpProvider extends Engine, MailProvider {
  deliveries: Engine['deliveries'];
  service: ServiceMail;
}

/** Sends each email from here, to the readers in `list`. Connects when there is something to send. */
export function createSmtpProvider({
  smtp,
  productName,
  publicUrl,
  readsBounces,
  ...options
}: SmtpOptions): SmtpProvider {
  const { timeouts } = options.policy;
  const sender: Sender = { ...smtp, productName, publicUrl, readsBounces };
  const { second: secondSmtp } = smtp;
  let outages = 0;
  const onOutage = () => {
    outages += 1;
  };
  const first = connectionsTo({ ...smtp, timeouts }, sender, onOutage);
  const second =
    secondSmtp &&
    connectionsTo(
      { ...secondSmtp, dkim: smtp.dkim, timeouts, setting: 'SMTP_SECOND_URL' },
      { ...sender, server: secondSmtp.server },
      onOutage,
    );
  const engine = createEngine({
    ...options,
    connections: smtp.connections,
    limits: smtp.limits,
    warmUp: smtp.warmUp,
    open: first.open,
    answers: first.answers,
    second: second && secondSmtp && { ...secondSmtp, open: second.open, answers: second.answers },
  });
  /** For emails to one person. They count too. Without a connection, an email has not left, so the other may have it. */
  const alone = (): SmtpTransport => ({
    ...first.transport(),
    async send(...email) {
      const relays = await engine.alone();
      for (const [nth, { place, enter }] of relays.entries()) {
        await enter();
        const { transport } = place === 'second' && second ? second : first;
        const outcome = await transport().send(...email);
        if (outcome.kind !== 'outage' || nth === relays.length - 1) return outcome;
      }
      throw new Error('No relay was asked.');
    },
  });
  return {
    ...engine,
    async check() {
      const checked = await first.check();
      if (!second) return checked;
      const { checks } = checked;
      const others = (await second.check()).checks;
      const named = others.map((check) => ({ ...check, detail: `second mail server: ${check.detail}` }));
      const isOneOk = [checks, others].some((each) => each.every(({ ok }) => ok));
      const hasStandIn = isOneOk && secondSmtp?.carries === 'failover';
      return { ...checked, checks: [...checks, ...named], hasStandIn };
    },
    outages: () => outages,
    service: smtpServiceMail({ transport: alone, sender }),
    close() {
      engine.close();
      first.close();
      second?.close();
    },
  };
}

/** The connections to one mail server, opened when they are first needed. */
function connectionsTo(options: Parameters<typeof openTransport>[0], sender: Sender, onOutage: () => void) {
  let opened: SmtpTransport | undefined;
  const transport = () => (opened ??= watched(openTransport(options), onOutage));
  const check = () => checkSmtp(transport, () => describeEncryption(options), options);
  return {
    transport,
    open(): Carrier<ComposedEmail> {
      const connected = transport();
      return {
        compose: (content) => composer(sender, content),
        send: connected.send,
        close(how) {
          connected.close(how);
          if (opened === connected) opened = undefined;
        },
      };
    },
    check,
    answers: async () => (await check()).checks.every(({ ok }) => ok),
    close() {
      opened?.close();
      opened = undefined;
    },
  };
}

function watched(transport: SmtpTransport, onOutage: () => void): SmtpTransport {
  return {
    ...transport,
    async send(...email) {
      const outcome = await transport.send(...email);
      if (outcome.kind === 'outage') onOutage();
      return outcome;
    },
  };
}
