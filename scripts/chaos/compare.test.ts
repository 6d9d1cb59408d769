import { expect, test } from 'vitest';
import { compareEmails, compareReaders, type Email, type Send } from './compare.ts';
import { createLedger } from './ledger.ts';

const ada = 'ada@example.com';
const email: Email = { id: 1, status: 'scheduled', sendId: '7', messageName: 'a', reason: null };
const send: Send = { sendId: '7', status: 'pending', messageName: 'a' };

test('finds nothing if both agree', () => {
  const ledger = createLedger();
  ledger.signups.set(ada, 'acknowledged');
  ledger.scheduled.add(1);
  expect(compareReaders(ledger, [{ email: ada, status: 'subscribed' }], new Map([[ada, 1]]))).toEqual([]);
  expect(compareEmails(ledger, [email], [send])).toEqual([]);
  const sent = { ...email, status: 'sent' };
  expect(compareEmails(ledger, [sent], [{ ...send, status: 'released' }])).toEqual([]);
  expect(compareEmails(createLedger(), [{ ...email, status: 'failed', sendId: null }], [])).toEqual([]);
});

test.each([
  { found: /^lost: .* gone/, status: undefined, times: 0 },
  { found: /^stuck/, status: 'waiting', times: 0 },
  { found: /^lost: .* not at the provider/, status: 'subscribed', times: 0 },
  { found: /^doubled/, status: 'subscribed', times: 2 },
  { found: /^orphaned: .* refused here/, status: 'refused', times: 1 },
])('a reader who is $status here with $times subscriptions: $found', ({ found, status, times }) => {
  const ledger = createLedger();
  ledger.signups.set(ada, 'acknowledged');
  const readers = status ? [{ email: ada, status }] : [];
  const wrong = compareReaders(ledger, readers, new Map(times > 0 ? [[ada, times]] : []));
  expect(wrong).toEqual([expect.stringMatching(found)]);
});

test('a removed reader is found here and at the provider', () => {
  const ledger = createLedger();
  ledger.removals.set(ada, 'acknowledged');
  const here = compareReaders(ledger, [{ email: ada, status: 'refused' }], new Map());
  expect(here).toEqual([expect.stringMatching(/^orphaned: .* removed/)]);
  const there = compareReaders(ledger, [], new Map([[ada, 1]]));
  expect(there).toEqual([expect.stringMatching(/^orphaned: .* unknown here/)]);
});

test.each<{ found: RegExp; emails: Email[]; sends: Send[] }>([
  { found: /^lost: the acknowledged email 1 is gone/, emails: [], sends: [] },
  { found: /^lost: .* has no send 7/, emails: [email], sends: [] },
  { found: /^doubled/, emails: [email], sends: [send, { ...send, sendId: '8' }] },
  { found: /^stuck: .* still waits/, emails: [{ ...email, status: 'pending', sendId: null }], sends: [] },
  { found: /^stuck: .* was sent/, emails: [email], sends: [{ ...send, status: 'released' }] },
  { found: /^lost: .* was not sent/, emails: [{ ...email, status: 'sent' }], sends: [send] },
  { found: /^orphaned: .* has a send/, emails: [{ ...email, status: 'failed' }], sends: [send] },
  {
    found: /^orphaned: send 9 .* has no email/,
    emails: [email],
    sends: [send, { sendId: '9', status: 'pending', messageName: 'b' }],
  },
])('$found', ({ found, emails, sends }) => {
  const ledger = createLedger();
  ledger.scheduled.add(1);
  expect(compareEmails(ledger, emails, sends)).toEqual([expect.stringMatching(found)]);
});

test('a canceled email is found', () => {
  const ledger = createLedger();
  ledger.cancels.set(1, 'acknowledged');
  expect(compareEmails(ledger, [email], [send])).toEqual([
    expect.stringMatching(/^orphaned: .* was canceled/),
  ]);
});
