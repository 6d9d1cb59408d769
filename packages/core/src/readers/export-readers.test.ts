import { parse } from 'csv-parse/sync';
import { expect, onTestFinished, test } from 'vitest';
import { databaseKinds, temporaryDatabaseUrl } from '../../../../test/databases.ts';
import { openProductDatabase } from '../entities.ts';
import { loadConfig } from '../settings/load-config.ts';
import { exportReaders } from './export-readers.ts';
import { Registration } from './registration.ts';

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
  return { database };
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
