import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { hour, openTestSchedule } from '../../../../test/schedule.ts';
import { emailPolicy } from '../mail/policy.ts';
import type { Fault } from '../mail/sandbox/icontact-server.ts';
import { exchangeEmails } from './exchange-emails.ts';

/** Two emails, for tomorrow and the day after. */
async function openPair(kind: (typeof databaseKinds)[number]) {
  const opened = await openTestSchedule(kind);
  const [first, second] = [await opened.schedule(24), await opened.schedule(48)];
  return {
    ...opened,
    first,
    second,
    exchange: () => exchangeEmails(opened.deps, first.id, second.id),
    async times() {
      const emails = [await opened.entry(first.id), await opened.entry(second.id)];
      return emails.map((email) => email?.scheduledDate.toISOString());
    },
    async live() {
      const sends = (await opened.sends()).filter(({ status }) => status !== 'canceled');
      return sends.map(({ scheduledTime }) => new Date(scheduledTime).toISOString()).toSorted();
    },
  };
}

describe.each(databaseKinds)('two emails on %s that change places', (kind) => {
  test('each go out at the time of the other, once', async () => {
    const { first, second, exchange, live, later, outbox, pass, entry } = await openPair(kind);
    expect(await exchange()).toMatchObject([
      { id: first.id, status: 'scheduled', scheduledDate: second.scheduledDate },
      { id: second.id, status: 'scheduled', scheduledDate: first.scheduledDate },
    ]);
    expect(await live()).toEqual([first.scheduledDate, second.scheduledDate]);
    later(25 * hour);
    expect((await outbox()).map(({ subject }) => subject)).toEqual(
      Array(2).fill(expect.stringContaining('word 2')),
    );
    later(72 * hour);
    expect(await outbox()).toHaveLength(4);
    await pass();
    for (const { id } of [first, second]) expect(await entry(id)).toMatchObject({ status: 'sent' });
  });

  test('change places in the next pass if the provider is down', async () => {
    const { first, second, exchange, times, live, sandbox, later, pass } = await openPair(kind);
    sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 100 });
    expect(await exchange()).toMatchObject([{ status: 'pending' }, { status: 'pending' }]);
    sandbox.faults.clear();
    later(emailPolicy.leaseMs + 1000);
    await pass();
    expect(await times()).toEqual([second.scheduledDate, first.scheduledDate]);
    expect(await live()).toEqual([first.scheduledDate, second.scheduledDate]);
  });

  test.each([
    { which: 'first', answered: 0 },
    { which: 'second', answered: 1 },
  ])('both stay where they are if the provider refuses the $which', async ({ answered }) => {
    const { first, second, exchange, times, live, sandbox } = await openPair(kind);
    const fault: Fault = { status: 400, body: { errors: ['No such campaign'] } };
    let posted = 0;
    sandbox.faults.each((method, path) => {
      if (method !== 'POST' || !path.endsWith('/messages')) return undefined;
      posted += 1;
      return posted === answered + 1 ? fault : undefined;
    });
    await expect(exchange()).rejects.toMatchObject({ code: 'email_provider.refused' });
    expect(await times()).toEqual([first.scheduledDate, second.scheduledDate]);
    expect(await live()).toEqual([first.scheduledDate, second.scheduledDate]);
  });

  test('go back, and the refusal is reported, though another process holds the second for a moment', async () => {
    const { deps, first, second, times, sandbox } = await openPair(kind);
    sandbox.faults.each((method, path) =>
      method === 'POST' && path.endsWith('/messages')
        ? { status: 400, body: { errors: ['No such campaign'] } }
        : undefined,
    );
    let isHeld = true;
    const emails: typeof deps.emails = {
      ...deps.emails,
      async claim(id, statuses) {
        if (id !== second.id || !isHeld) return deps.emails.claim(id, statuses);
        isHeld = false;
        return undefined;
      },
    };
    await expect(exchangeEmails({ ...deps, emails }, first.id, second.id)).rejects.toMatchObject({
      code: 'email_provider.refused',
      message: expect.stringContaining('No such campaign'),
    });
    expect(await times()).toEqual([first.scheduledDate, second.scheduledDate]);
  });

  test.each([
    { which: 'first', answered: 1 },
    { which: 'second', answered: 0 },
  ])('go back if a pass continues the exchange and the provider refuses the $which', async ({ answered }) => {
    const { first, second, exchange, times, live, sandbox, later, pass } = await openPair(kind);
    // The state after a process ended in between.
    sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 100 });
    await exchange();
    sandbox.faults.clear();
    const fault: Fault = { status: 400, body: { errors: ['No such campaign'] } };
    let posted = 0;
    sandbox.faults.each((method, path) => {
      if (method !== 'POST' || !path.endsWith('/messages')) return undefined;
      posted += 1;
      return posted === answered + 1 ? fault : undefined;
    });
    for (let passes = 0; passes < 2; passes += 1) {
      later(emailPolicy.leaseMs + 1000);
      await pass();
    }
    expect(await times()).toEqual([first.scheduledDate, second.scheduledDate]);
    expect(await live()).toEqual([first.scheduledDate, second.scheduledDate]);
  });

  test('are refused once one was sent, is due, is being changed or is gone, and nothing changes', async () => {
    const { deps, first, second, exchange, times, later, outbox, pass } = await openPair(kind);
    const lease = await deps.emails.claim(second.id, ['scheduled']);
    await expect(exchange()).rejects.toMatchObject({ code: 'schedule.busy' });
    await lease?.finish();
    await expect(exchangeEmails(deps, first.id, first.id)).rejects.toMatchObject({ code: 'input.invalid' });
    await expect(exchangeEmails(deps, first.id, 4711)).rejects.toMatchObject({ code: 'schedule.not_found' });
    later(25 * hour);
    await expect(exchange()).rejects.toMatchObject({ code: 'schedule.in_past' });
    await outbox();
    await pass();
    await expect(exchange()).rejects.toMatchObject({ code: 'schedule.released' });
    expect(await times()).toEqual([first.scheduledDate, second.scheduledDate]);
  });
});
