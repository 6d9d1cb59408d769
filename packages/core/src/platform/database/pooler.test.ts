import { stringify } from 'csv-stringify/sync';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryDatabaseUrl, temporaryFolder } from '../../../../../test/databases.ts';
import { ownPostgresUrl } from '../../../../../test/migrated-database.ts';
import { hasPgbouncer, poolModes, startPgbouncer } from '../../../../../test/pgbouncer.ts';
import { aWord } from '../../../../../test/words.ts';
import { wordFields } from '../../contract/word-fields.ts';
import type { Wordrise } from '../../product.ts';
import { openWordrise } from '../../wordrise.ts';
import { loadConfig } from '../settings/load-config.ts';

const csv = (...words: string[]) =>
  stringify(
    words.map((word) => aWord({ word })),
    { header: true, columns: [...wordFields] },
  );

const numbered = (count: number, what: string) => Array.from({ length: count }, (_, at) => `${what} ${at}`);

/** The product on a database behind PgBouncer, which lends its few connections to many. */
async function openBehind(url: string): Promise<Wordrise> {
  const config = loadConfig({ DATABASE_URL: url, DATA_DIR: temporaryFolder() });
  const wordrise = await openWordrise(config, { calls: { minIntervalMs: 0 } });
  onTestFinished(() => wordrise.close());
  return wordrise;
}

describe.skipIf(!hasPgbouncer).each(poolModes)('behind PgBouncer in %s mode', (mode) => {
  async function behindPgbouncer(url: string, poolSize: number): Promise<string> {
    const pooler = await startPgbouncer(url, { mode, poolSize });
    onTestFinished(() => pooler.stop());
    return pooler.url;
  }

  test('several that start at once migrate one after the other', async () => {
    const url = await behindPgbouncer(await temporaryDatabaseUrl('postgresql'), 12);
    const opened = await Promise.all([openBehind(url), openBehind(url), openBehind(url)]);
    for (const { database } of opened) expect(await database.pendingMigrations()).toEqual([]);
  });

  test('everything that uses the database in a special way works', async () => {
    const url = await behindPgbouncer(await ownPostgresUrl(), 20);
    const [first, second] = [await openBehind(url), await openBehind(url)];

    const imports = [first, second].map(({ words }, at) =>
      words.import(csv(...numbered(300, at === 0 ? 'left' : 'right')), {
        onConflict: 'skip',
        source: 'import',
      }),
    );
    expect(await Promise.all(imports)).toMatchObject([{ added: 300 }, { added: 300 }]);
    const held = { onConflict: 'fail', source: 'import' } as const;
    expect(await first.words.import(csv('alone', 'apart'), held)).toMatchObject({ added: 2 });
    await expect(first.words.import(csv('new', 'apart'), held)).rejects.toMatchObject({
      code: 'import.conflict',
    });
    expect(
      await second.words.import(csv('new', 'apart'), { ...held, onConflict: 'update', dryRun: true }),
    ).toMatchObject({ added: 1, skipped: 1 });

    const pages = Array.from({ length: 40 }, (_, at) =>
      [first, second][at % 2]?.words.list({ page: 1, limit: 5, search: at % 3 ? 'eft 1' : '', letter: '' }),
    );
    const totals = (await Promise.all(pages)).map((page) => page?.total);
    expect(new Set(totals)).toEqual(new Set([602, 111]));

    const people = numbered(200, 'reader').map((name) => name.replace(' ', ''));
    await Promise.all(
      people.map((name, at) =>
        [first, second][at % 2]?.readers.signUp(
          { email: `${name}@example.com`, firstName: name, favoriteWord: undefined },
          { address: `198.51.100.${at}` },
        ),
      ),
    );
    const [word] = (await first.words.list({ page: 1, limit: 1, search: '', letter: '' })).words;
    await second.schedule.add({
      wordId: word?.id ?? 0,
      scheduledDate: new Date(Date.now() + 3_600_000).toISOString(),
      status: 'pending',
    });
    await Promise.all([first.processor.runPass(), second.processor.runPass()]);
    await first.processor.runPass();
    const readers = await second.readers.list({ page: 1, limit: 1, search: '', state: 'subscribed' });
    expect(readers.total).toBe(200);
    expect(await first.schedule.stats()).toMatchObject({ scheduled: 1, failed: 0 });
  });
});
