import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { type ImportReadersOptions, importReaders, type RefusedReader } from './import-readers.ts';
import { Registration } from './registration.ts';
import { RemovedReader } from './removed-reader.ts';
import { openSuppressions } from './suppressions.ts';

const now = () => new Date('2026-07-01T12:00:00Z');
const consent = 'Agreed at the book fair.';

describe.each(databaseKinds)('an import of readers on %s', (kind) => {
  async function openImport() {
    const database = await openTestDatabase(kind);
    return {
      database,
      async load(text: string | string[], options: Partial<ImportReadersOptions> = {}) {
        const refused: RefusedReader[] = [];
        const onRefused = (row: RefusedReader) => void refused.push(row);
        const suppressions = openSuppressions(database);
        const deps = { database, now, suppressions, timezone: 'America/New_York' };
        const input = typeof text === 'string' ? [text] : text;
        const counts = await importReaders(deps, input, { consent, onRefused, ...options });
        return { ...counts, refusals: refused.map(({ line, message }) => [line, message]) };
      },
      rows: () => database.em().find(Registration, {}, { orderBy: { id: 'asc' } }),
    };
  }

  test('takes the headings of other services, and stores consent, time and source', async () => {
    const { load, rows } = await openImport();
    const text = `\uFEFFFNAME;Email Address;CONFIRM_TIME;List;Notes
Ada; Ada@Example.com ;2025-01-31 07:15:00;Blog;x
"O'Neil ""G""";grace@example.com;2025-01-31;;`;
    expect(await load(text)).toEqual({ rows: 2, added: 2, skipped: 0, refused: 0, refusals: [] });
    expect(await rows()).toMatchObject([
      {
        ...{ email: 'ada@example.com', firstName: 'Ada', source: 'Blog', consent, status: 'waiting' },
        ...{ createdAt: new Date('2025-01-31T12:15:00Z'), ipAddress: null },
      },
      { firstName: `O'Neil "G"`, source: null, createdAt: new Date('2025-01-31T05:00:00Z') },
    ]);
  });

  test('changes no existing or leaving reader, and adds a repeated address once', async () => {
    const { load, rows, database } = await openImport();
    const old = { firstName: 'Old', createdAt: now(), status: 'unsubscribed' as const };
    await database.em().insert(Registration, { ...old, email: 'old@example.com' });
    await database.em().insert(RemovedReader, { email: 'gone@example.com', settledAt: now() });
    const text = ['old', 'gone', 'new', 'NEW'].map((name) => `${name}@example.com,Name\n`).join('');
    const file = `email,first name\n${text}`;
    const expected = { rows: 4, added: 1, skipped: 3, refused: 0 };
    expect(await load(file, { dryRun: true })).toMatchObject(expected);
    expect(await rows()).toHaveLength(1);
    expect(await load(file)).toMatchObject(expected);
    expect(await rows()).toMatchObject([
      { email: 'old@example.com', firstName: 'Old', status: 'unsubscribed', consent: null },
      { email: 'new@example.com' },
    ]);
    expect(await load(file)).toMatchObject({ added: 0, skipped: 4 });
  });

  test('refuses an invalid row, with its line and the reason, and adds the others', async () => {
    const { load } = await openImport();
    const text = `email,firstName,signedUpAt
nonsense,Ada,
b@example.com,,
c@example.com,Cy,soon
d@example.com,Di,2999-01-01
e@example.com,Ed
f@example.com,Flo,2025-11-30T07:15Z`;
    const time = 'The time of the signup must be in the past, such as 2025-11-30 or 2025-11-30 07:15';
    expect(await load(text)).toEqual({
      ...{ rows: 6, added: 1, skipped: 0, refused: 5 },
      refusals: [
        [2, 'Please enter a valid email address'],
        [3, 'First name is required'],
        [4, time],
        [5, time],
        [6, 'The row has 2 fields where the header row has 3'],
      ],
    });
  });

  test('that is stopped continues when it is run again, and loses or duplicates nobody', async () => {
    const { load, rows } = await openImport();
    const lines = Array.from({ length: 1800 }, (_, n) => `r${n}@example.com,Name ${n}\n`);
    const file = ['email,firstName\n', ...lines];
    const stopping = new AbortController();
    const stopped = await load(file, {
      signal: stopping.signal,
      onProgress: ({ rows: read }) => read >= 1000 && stopping.abort(),
    });
    expect(stopped).toMatchObject({ rows: 1000, added: 1000 });
    expect(await rows()).toHaveLength(1000);
    expect(await load(file)).toMatchObject({ rows: 1800, added: 800, skipped: 1000 });
    expect(await rows()).toHaveLength(1800);
  });

  test('needs a consent, an email column and a name column', async () => {
    const { load } = await openImport();
    const invalid = { code: 'input.invalid' };
    await expect(load('email,firstName\n', { consent: ' \n ' })).rejects.toMatchObject(invalid);
    await expect(load('email\na@example.com\n')).rejects.toThrow('lacks a column: firstName');
    await expect(load('')).rejects.toMatchObject({ code: 'import.unreadable' });
  });
});
