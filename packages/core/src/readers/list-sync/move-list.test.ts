import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { openTestDatabase } from '../../../../../test/open-test-database.ts';
import type { ListMember } from '../../mail/mail-provider.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { Registration } from '../reader-tables.ts';
import { syncListFromProvider } from './move-list.ts';

const now = () => new Date('2026-07-01T12:00:00Z');
const from = 'iContact';

const member = (name: string, state: ListMember['state'], email = `${name}@example.com`): ListMember => ({
  subscriberId: `${name}-${state}`,
  email,
  firstName: name,
  state,
});

async function* inPages(...pages: ListMember[][]) {
  yield* pages;
}

describe.each(databaseKinds)('taking over a list on %s', (kind) => {
  async function givenReaders() {
    const database = await openTestDatabase(kind);
    for (const name of ['ada', 'bob', 'cy', 'gone']) {
      const reader = { email: `${name}@example.com`, firstName: name, createdAt: now() };
      await database.em().insert(Registration, { ...reader, status: 'subscribed' });
    }
    const states = async () => {
      const rows = await database.em().find(Registration, {}, { orderBy: { email: 'asc' } });
      return Object.fromEntries(rows.map(({ email, status }) => [email.split('@')[0], status]));
    };
    return { database, states };
  }

  test.each([
    { where: 'on one page', split: false },
    { where: 'on different pages', split: true },
  ])(
    'counts someone who was deleted and added again once, as being on the list, $where',
    async ({ split }) => {
      const { database, states } = await givenReaders();
      const members = [
        member('ada', 'left'),
        member('ada', 'on', 'ADA@example.com '),
        member('new', 'left'),
        member('new', 'on'),
        member('bob', 'on'),
        member('bob', 'left'),
        member('cy', 'left'),
        member('cy', 'bounced'),
        member('out', 'left'),
        member('out', 'left'),
        member('maybe', 'unconfirmed'),
      ];
      const pages = () => inPages(...(split ? members.map((one) => [one]) : [members]));
      const expected = { kept: 2, added: 1, left: 1, keptHere: 0, missing: 1, keptOut: 1, unusable: 0 };
      expect(await syncListFromProvider({ database, now, from }, pages(), { dryRun: true })).toEqual(
        expected,
      );
      expect(await states()).toMatchObject({ ada: 'subscribed', cy: 'subscribed' });
      expect(await syncListFromProvider({ database, now, from }, pages(), { dryRun: false })).toEqual(
        expected,
      );
      expect(await states()).toEqual({
        ada: 'subscribed',
        bob: 'subscribed',
        new: 'subscribed',
        cy: 'unsubscribed',
        gone: 'unsubscribed',
        out: 'unsubscribed',
      });
      const again = { kept: 3, added: 0, left: 0, keptHere: 0, missing: 0, keptOut: 0, unusable: 0 };
      expect(await syncListFromProvider({ database, now, from }, pages(), { dryRun: false })).toEqual(again);
    },
  );

  test('keeps someone who signs up meanwhile as they signed up', async () => {
    const { database, states } = await givenReaders();
    const busy: OpenDatabase = {
      ...database,
      async insertTogether(work) {
        const email = 'new@example.com';
        await database
          .em()
          .insert(Registration, { email, firstName: 'N', createdAt: now(), status: 'unconfirmed' });
        return database.insertTogether(work);
      },
    };
    const members = ['ada', 'bob', 'cy', 'gone', 'new', 'other'].map((name) => member(name, 'on'));
    await syncListFromProvider({ database: busy, now, from }, inPages(members), { dryRun: false });
    expect(await states()).toMatchObject({ new: 'unconfirmed', other: 'subscribed', ada: 'subscribed' });
  });

  test('that ends halfway is completed when it is run again', async () => {
    const { database, states } = await givenReaders();
    const many = Array.from({ length: 1200 }, (_, n) => member(`m${n}`, n % 2 === 0 ? 'on' : 'left'));
    const pages = () => inPages([...many, member('ada', 'left')], [member('bob', 'on'), member('cy', 'on')]);
    let writes = 0;
    const ending: OpenDatabase = {
      ...database,
      async insertTogether(work) {
        writes += 1;
        if (writes === 2) throw new Error('The process ended.');
        return database.insertTogether(work);
      },
    };
    const crash = syncListFromProvider({ database: ending, now, from }, pages(), { dryRun: false });
    await expect(crash).rejects.toThrow('The process ended.');
    expect(await database.em().count(Registration)).toBe(504);
    const expected = { kept: 252, added: 350, left: 1, keptHere: 0, missing: 1, keptOut: 350, unusable: 0 };
    expect(await syncListFromProvider({ database, now, from }, pages(), { dryRun: true })).toEqual(expected);
    expect(await syncListFromProvider({ database, now, from }, pages(), { dryRun: false })).toEqual(expected);
    expect(await states()).toMatchObject({
      ada: 'unsubscribed',
      gone: 'unsubscribed',
      m0: 'subscribed',
      m1199: 'unsubscribed',
    });
    expect(await database.em().count(Registration)).toBe(1204);
  });
});
