import type { Fault } from '../packages/core/src/mail/sandbox/icontact-server.ts';

/** The faults after which a call to the provider is retried. */
export const passingFaults: { why: string; fault: Fault }[] = [
  { why: 'does not answer and does nothing', fault: 'timeout' },
  { why: 'does not answer but does it', fault: 'timeout-after' },
  { why: 'drops the call before the work', fault: 'drop-before' },
  { why: 'drops the answer after the work', fault: 'drop-after' },
  { why: 'answers nonsense after the work', fault: 'nonsense' },
  { why: 'is overloaded', fault: { status: 503 } },
  { why: 'breaks', fault: { status: 500, body: 'oops' } },
];
