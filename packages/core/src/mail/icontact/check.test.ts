import { expect, test } from 'vitest';
import { sandboxAccount } from '../sandbox/store.ts';
import { changeRecords, clientOf, startTestSandbox } from '../sandbox/testing.ts';

test('finds no problems in a good account', async () => {
  const sandbox = await startTestSandbox({ productName: 'Lexi' });

  const { checks, clockSkewMs } = await clientOf(sandbox).check();

  expect(checks).toEqual([
    { name: 'reachable', ok: true, detail: 'iContact answers. Its clock and ours agree.' },
    { name: 'credentials', ok: true, detail: 'The credentials are good for account 100001.' },
    { name: 'list', ok: true, detail: 'Readers join the list "Lexi".' },
    { name: 'sender', ok: true, detail: 'Emails come from Lexi <words@sandbox.invalid>.' },
  ]);
  expect(Math.abs(clockSkewMs ?? Number.NaN)).toBeLessThan(60_000);
});

test.each([
  { why: 'a wrong password', wrong: { password: 'wrong' }, detail: /ICONTACT_API_PASSWORD/ },
  { why: 'another account', wrong: { accountId: '1' }, detail: /ICONTACT_ACCOUNT_ID/ },
  { why: 'another folder', wrong: { clientFolderId: '1' }, detail: /ICONTACT_CLIENT_FOLDER_ID/ },
])('stops at the credentials for $why', async ({ wrong, detail }) => {
  const sandbox = await startTestSandbox();

  const { checks } = await clientOf(sandbox, wrong).check();

  expect(checks.map(({ name, ok }) => [name, ok])).toEqual([
    ['reachable', true],
    ['credentials', false],
  ]);
  expect(checks[1]?.detail).toMatch(detail);
});

test('says which lists and senders there are if one is unknown', async () => {
  const sandbox = await startTestSandbox({ productName: 'Lexi' });

  const { checks } = await clientOf(sandbox, { listId: '1', campaignId: 'x' }).check();

  expect(checks.slice(2)).toEqual([
    {
      name: 'list',
      ok: false,
      detail: `There is no list 1. Check ICONTACT_LIST_ID. The account has: ${sandboxAccount.listId} is "Lexi".`,
    },
    {
      name: 'sender',
      ok: false,
      detail: `There is no sender x. Check ICONTACT_CAMPAIGN_ID. The account has: ${sandboxAccount.campaignId} is Lexi <words@sandbox.invalid>.`,
    },
  ]);
});

test('reports a deleted list as unknown right away, although iContact calls it a server error', async () => {
  const sandbox = await startTestSandbox();
  changeRecords(sandbox, 'UPDATE lists SET isDeleted = 1');

  const { checks } = await clientOf(sandbox).check();

  expect(checks[2]).toMatchObject({
    name: 'list',
    ok: false,
    detail: /There is no list .* The account has none yet\./,
  });
  expect(sandbox.calls.filter(({ method, path }) => method === 'GET' && /lists\/./.test(path)).length).toBe(
    1,
  );
});

test('warns about a sender that makes every email public', async () => {
  const sandbox = await startTestSandbox();
  changeRecords(sandbox, 'UPDATE campaigns SET archiveByDefault = 1');

  const { checks } = await clientOf(sandbox).check();

  expect(checks[3]).toMatchObject({ name: 'sender', ok: true, detail: /public archive/ });
});

test('reports how much the clocks differ', async () => {
  const sandbox = await startTestSandbox({ now: () => new Date('2026-09-15T09:00:00Z') });
  const provider = clientOf(sandbox, { now: () => new Date('2026-09-15T09:05:00Z') });

  const { checks, clockSkewMs } = await provider.check();

  expect(clockSkewMs).toBe(300_000);
  expect(checks[0]?.detail).toContain('Our clock is 5 minutes ahead');
});

test('stops at the first step if iContact does not answer', async () => {
  const sandbox = await startTestSandbox();
  sandbox.faults.next({ fault: { status: 503 }, times: 99 });

  const { checks, clockSkewMs } = await clientOf(sandbox).check();

  expect(checks).toEqual([{ name: 'reachable', ok: false, detail: expect.stringMatching(/overloaded/) }]);
  expect(clockSkewMs).toBeNull();
});
