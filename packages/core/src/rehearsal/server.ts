/** Of a thousand addresses, as lists have them that are looked after. */
const perThousand = { gone: 3, later: 5 } as const;

/**
 * A mail server on a loopback port for a rehearsal. It keeps nothing, answers after a while as a relay does, refuses a
 * few addresses and wants a few emails later.
 */
export async function startRehearsalServer({ answerMs }: { answerMs: number }) {
  const { startSmtpServer } = await import('../mail/sandbox/smtp-server.ts');
  return startSmtpServer({
    faults({ at, to = '' }) {
      const nth = Number(/\d+/.exec(to)?.[0] ?? 0) % 1000;
      if (at === 'rcpt' && nth > 0 && nth <= perThousand.gone) {
        return { at, code: 550, text: '5.1.1 No such mailbox' };
      }
      if (at === 'rcpt' && nth > perThousand.gone && nth <= perThousand.gone + perThousand.later) {
        return { at, code: 450, text: '4.2.0 Greylisted, try again later' };
      }
      return at === 'data' ? { slowMs: answerMs } : undefined;
    },
    accept: async () => {},
  });
}
