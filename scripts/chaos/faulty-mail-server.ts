import type {
  ChooseSmtpFault,
  SmtpFault,
  SmtpMoment,
} from '../../packages/core/src/mail/sandbox/smtp-server.ts';
import { startSmtpServer } from '../../packages/core/src/mail/sandbox/smtp-server.ts';
import type { Random } from './random.ts';

export interface FaultyMailServer {
  port: number;
  /** Addresses of accepted emails, in order. */
  accepted: string[];
  /** How often each fault was chosen. */
  counts: Record<string, number>;
  /** Resolves after this many commands and emails. */
  moments(many: number): Promise<void>;
  /** After this, only addresses that are gone fail. */
  calm(): void;
  close(): Promise<void>;
}

/**
 * A mail server that records what it accepts, fails in every way it can, and reports when something happens.
 *
 * @param options.goesAway Whether it also refuses everybody for a moment, again and again.
 */
export async function startFaultyMailServer(
  random: Random,
  { goesAway = false } = {},
): Promise<FaultyMailServer> {
  const accepted: string[] = [];
  const counts: Record<string, number> = {};
  let isFaulty = true;
  let mails = 0;
  let awayUntil = 0;
  let onMoment: () => void = () => {};
  const count = (name: string, fault: SmtpFault): SmtpFault => {
    counts[name] = (counts[name] ?? 0) + 1;
    return fault;
  };
  const anyFault: ChooseSmtpFault = ({ at, to = '' }) => {
    if (at === 'rcpt' && to.startsWith('gone'))
      return count('5xx', { at, code: 550, text: '5.1.1 No such user' });
    if (!isFaulty) return undefined;
    const dice = random.next();
    const now = Date.now();
    if (at === 'mail') mails += 1;
    if (goesAway && at === 'mail' && mails % 100 === 40) {
      counts['away for a while'] = (counts['away for a while'] ?? 0) + 1;
      awayUntil = now + 1500 + 2500 * random.next();
    }
    if (now < awayUntil && at === 'connect') return count('no connection', { at, code: 554, text: 'Away' });
    if (now < awayUntil && at === 'mail') return count('421', { at, code: 421, text: '4.3.2 Shutting down' });
    if (at === 'rcpt' && dice < 0.03) return count('4xx', { at, code: 450, text: '4.2.0 Try again later' });
    if (at === 'mail' && dice < 0.01) return count('421', { at, code: 421, text: '4.7.0 Too much mail' });
    if (at !== 'data') return undefined;
    if (dice < 0.01) return count('dropped before the end', 'drop-before');
    if (dice < 0.02) return count('dropped after the end', 'drop-after');
    return { slowMs: 40 * random.next() };
  };
  const { port, close } = await startSmtpServer({
    faults: (about: { at: SmtpMoment; to?: string }) => {
      onMoment();
      return anyFault(about);
    },
    async accept({ to }) {
      onMoment();
      accepted.push(to);
    },
  });
  return {
    port,
    accepted,
    counts,
    close,
    moments: (many) =>
      new Promise((resolve) => {
        let left = many;
        onMoment = () => {
          left -= 1;
          if (left <= 0) resolve();
        };
      }),
    calm: () => {
      isFaulty = false;
    },
  };
}
