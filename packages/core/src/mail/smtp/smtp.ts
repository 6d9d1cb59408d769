import type { SmtpConfig } from '../../platform/settings/config.ts';
import type { Carrier } from '../engine/carrier.ts';
import { createEngine, type Engine, type EngineOptions } from '../engine/engine.ts';
import type { MailProvider } from '../mail-provider.ts';
import type { ServiceMail } from '../service-mail.ts';
import { type ComposedEmail, composer, type Sender } from './compose.ts';
import { smtpServiceMail } from './service-mail.ts';
import { checkSmtp, describeEncryption, openTransport, type SmtpTransport } from './transport.ts';

export interface SmtpOptions extends Omit<EngineOptions, 'open' | 'connections' | 'limits'> {
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
  let opened: SmtpTransport | undefined;
  const transport = () => (opened ??= openTransport({ ...smtp, timeouts }));
  const engine = createEngine({
    ...options,
    connections: smtp.connections,
    limits: smtp.limits,
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
  });
  /** For emails to one person. They count too. */
  const alone = (): SmtpTransport => ({
    ...transport(),
    async send(...email) {
      await engine.enterAlone();
      return transport().send(...email);
    },
  });
  return {
    ...engine,
    check: () => checkSmtp(transport, () => describeEncryption({ ...smtp, timeouts })),
    service: smtpServiceMail({ transport: alone, sender }),
    close() {
      engine.close();
      opened?.close();
      opened = undefined;
    },
  };
}
