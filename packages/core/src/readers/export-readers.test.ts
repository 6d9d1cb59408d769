import { parse } from 'csv-parse/sync';
import { expect, onTestFinished, test } from 'vitest';
import { databaseKinds, temporaryDatabaseUrl } from '../../../../test/databases.ts';
import { openProductDatabase } from '../entities.ts';
import { loadConfig } from '../platform/settings/load-config.ts';
import { exportReaders } from './export-readers.ts';
import { importReaders } from './import-readers.ts';
import { Consent, Registration } from './reader-tables.ts';
import { openSuppressions, remember } from './suppressions.ts';

async function givenReaders(kind: (typeof databaseKinds)[number], firstNames: string[]) {
  const DATABASE_URL = await temporaryDatabaseUrl(kind);
  const database = await openProductDatabase(
    loadConfig({ DATABASE_URL, SESSION_SECRET: 'x'.repeat(32) }).database,
  );
  onTestFinished(() => database.close());
  await database.migrate();
  const em = database.em();
  for (const [index, firstName] of firstNames.entries()) {
    em.create(Registration, {
      email: `reader${index}@example.com`,
      firstName,
      favoriteWord: null,
      ipAddress: null,
      createdAt: new Date('2026-11-01T00:00:00Z'),
      status: 'waiting',
    });
  }
  await em.flush();
  return { database, suppressions: openSuppressions(database) };
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

test.each(databaseKinds)('writes every reader once, in order (%s)', async (kind) => {
  const deps = await givenReaders(
    kind,
    Array.from({ length: 1203 }, (_, index) => `Name, "${index}"`),
  );
  const rows = parse(await textOf(exportReaders(deps, 'csv')), { columns: true }) as Record<string, string>[];
  expect(rows).toHaveLength(1203);
  expect(rows.map(({ firstName }) => firstName)).toEqual(rows.map((_, index) => `Name, "${index}"`));
  const lines = (await textOf(exportReaders(deps, 'jsonl'))).trimEnd().split('\n');
  expect(lines).toHaveLength(1203);
  expect(JSON.parse(lines[1202] ?? '')).toMatchObject({ email: 'reader1202@example.com', status: 'waiting' });
});

test('keeps text that a visitor typed from becoming a formula in a spreadsheet', async () => {
  const deps = await givenReaders('sqlite', ['=HYPERLINK("https://example.com")']);
  expect(await textOf(exportReaders(deps, 'csv'))).toContain(`"'=HYPERLINK(""https://example.com"")"`);
  const line = await textOf(exportReaders(deps, 'jsonl'));
  expect(JSON.parse(line).firstName).toBe('=HYPERLINK("https://example.com")');
});

const now = new Date('2026-11-20T00:00:00Z');

test.each(['csv', 'jsonl'] as const)(
  'an import of the file (%s) keeps out everybody who had left',
  async (format) => {
    const from = await givenReaders('sqlite', []);
    const em = from.database.em();
    const at = new Date('2026-10-05T06:07:08.000Z');
    const reader = (name: string, row: object = {}) => ({
      email: `${name}@example.com`,
      firstName: '=Ada',
      favoriteWord: '+1',
      createdAt: new Date('2026-01-02T03:04:05.000Z'),
      ...row,
    });
    await em.insert(
      Registration,
      reader('on', {
        status: 'subscribed',
        confirmedAt: at,
        source: 'https://blog.example',
        campaign: 'spring',
        consentKey: 'k',
      }),
    );
    const shown = { text: 'I agree.', privacyVersion: 'v1', privacyText: '# Privacy' };
    await em.insert(Consent, { key: 'k', ...shown });
    await em.insert(Registration, reader('waiting', { status: 'waiting', consent: 'At the fair.' }));
    await em.insert(Registration, reader('refused', { status: 'refused', reason: 'No such domain' }));
    await em.insert(
      Registration,
      reader('unsubscribed', { status: 'unsubscribed', statusAt: at, confirmedAt: at }),
    );
    await em.insert(
      Registration,
      reader('bounced', { status: 'bounced', statusAt: at, reason: '5.1.1 gone' }),
    );
    await em.insert(Registration, reader('complained', { status: 'complained', statusAt: at }));
    await em.insert(Registration, reader('unconfirmed', { status: 'unconfirmed' }));
    const removed = await from.suppressions.hashOf('removed@example.com');
    await remember(em, removed, { reason: 'complained', since: at });
    const file = await textOf(exportReaders(from, format));

    const to = await givenReaders('postgresql', []);
    // Another installation has a key of its own.
    await remember(to.database.em(), await to.suppressions.hashOf('mine@example.com'), {
      reason: 'removed',
      since: at,
    });
    const deps = { ...to, now: () => now, timezone: 'UTC' };
    const load = (text: string, dryRun = false) =>
      importReaders(deps, [text], { consent: 'Moved here.', dryRun });
    const expected = {
      rows: 7,
      added: 3,
      skipped: 4,
      refused: 0,
      remembered: 1,
      leftOut: { unsubscribed: 1, bounced: 1, complained: 1, unconfirmed: 1 },
    };
    expect(await load(file, true)).toMatchObject(expected);
    expect(await load(file)).toMatchObject(expected);
    const rows = await to.database.em().find(Registration, {}, { orderBy: { email: 'asc' } });
    const same = { firstName: '=Ada', favoriteWord: '+1', createdAt: new Date('2026-01-02T03:04:05Z') };
    expect(rows).toMatchObject([
      { ...same, email: 'bounced@example.com', status: 'bounced', statusAt: at, reason: '5.1.1 gone' },
      { ...same, email: 'complained@example.com', status: 'complained', statusAt: at },
      {
        ...same,
        email: 'on@example.com',
        status: 'waiting',
        confirmedAt: at,
        source: 'https://blog.example',
        campaign: 'spring',
        consent: 'I agree.',
      },
      { ...same, email: 'refused@example.com', status: 'waiting' },
      { ...same, email: 'unsubscribed@example.com', status: 'unsubscribed', statusAt: at, confirmedAt: at },
      { ...same, email: 'waiting@example.com', status: 'waiting', consent: 'At the fair.' },
    ]);
    expect((await to.suppressions.among(['removed@example.com', 'mine@example.com'])).size).toBe(2);
    const stale = ['removed', 'mine', 'unsubscribed', 'new'].map((name) => `${name}@example.com\n`).join('');
    expect(await load(`email\n${stale}`)).toMatchObject({ added: 1, leftOut: { removed: 2, leftHere: 1 } });
    // What was imported is in the next export.
    const again = await givenReaders('sqlite', []);
    const moved = await textOf(exportReaders(to, format));
    await importReaders({ ...again, now: () => now, timezone: 'UTC' }, [moved], { consent: 'Moved on.' });
    expect((await again.suppressions.among(['removed@example.com', 'mine@example.com'])).size).toBe(2);
    expect(await load(moved)).toMatchObject({ added: 0, takenOff: 0 });
  },
);
