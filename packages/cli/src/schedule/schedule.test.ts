import type { EmailDelivery } from '@wordrise/core/contract';
import { expect, test } from 'vitest';
import { describeEmail } from './schedule.ts';

test('an email that is held back says until when, and which mailbox provider asked for less', () => {
  const email = {
    scheduled_emails: { scheduledDate: '2026-12-01T12:00:00.000Z', status: 'scheduled', reason: null },
    words: { word: 'petrichor' },
    progress: {
      status: 'sending',
      reason: null,
      recipients: 1000,
      sent: 917,
      inFlight: 0,
      queued: 0,
      deferred: 83,
      failed: 0,
      undecided: 0,
      unknown: 0,
      skipped: 0,
      waves: { total: 1, begun: 1 },
      nextAt: null,
      hold: { until: '2026-12-01T13:05:00.000Z', reason: 'The limit of 500 emails an hour is reached.' },
      providers: [
        {
          name: 'Google',
          sent: 412,
          waiting: 83,
          until: '2026-12-01T12:20:00.000Z',
          reason: '421 4.7.28 Slow down',
        },
        { name: 'Yahoo', sent: 20, waiting: 0, until: null, reason: '421 4.7.0 [TSS04] Deferred' },
        { name: '', sent: 485, waiting: 0, until: null, reason: null },
      ],
      relays: [
        {
          relay: 'first',
          sent: 817,
          until: '2026-12-01T12:10:00.000Z',
          reason: 'connect ECONNREFUSED 192.0.2.1:587',
        },
        { relay: 'second', sent: 100, until: null, reason: null },
      ],
    },
  } as unknown as EmailDelivery;
  expect(describeEmail(email, 'UTC', new Date('2026-12-01T13:00:00Z')).split('\n')).toEqual([
    '“petrichor”, Tue, Dec 1, 2026, 12:00 (UTC+00:00): sending',
    '1,000 readers',
    '917 accepted by the mail server',
    '83 to be tried again',
    '  Google: 412 accepted, 83 waiting, nothing until Tue, Dec 1, 2026, 12:20 (UTC+00:00). It said: 421 4.7.28 Slow down',
    '  Yahoo: 20 accepted, sending slowly. It said: 421 4.7.0 [TSS04] Deferred',
    '  Other mailbox providers: 485 accepted',
    '  First mail server: 817 accepted, nothing until Tue, Dec 1, 2026, 12:10 (UTC+00:00). connect ECONNREFUSED 192.0.2.1:587',
    '  Second mail server: 100 accepted',
    'The limit of 500 emails an hour is reached. Sending continues Tue, Dec 1, 2026, 13:05 (UTC+00:00).',
  ]);
  const hold = { ...email.progress?.hold, isInterruption: true };
  const interrupted = { ...email, progress: { ...email.progress, hold } } as EmailDelivery;
  const lines = describeEmail(interrupted, 'UTC', new Date('2026-12-01T13:06:00Z')).split('\n');
  expect(lines[0]).toMatch(/: interrupted$/);
  expect(lines.at(-1)).toMatch(/ Sending continues with the next pass of the processor\.$/);
});
