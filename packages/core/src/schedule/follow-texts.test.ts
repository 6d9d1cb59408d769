import { expect, onTestFinished, test } from 'vitest';
import { type DatabaseKind, databaseKinds, temporaryFolder } from '../../../../test/databases.ts';
import { migratedDatabaseUrl } from '../../../../test/migrated-database.ts';
import { aWord } from '../../../../test/words.ts';
import { loadConfig } from '../platform/settings/load-config.ts';
import { openWordrise } from '../wordrise.ts';

const day = 24 * 3_600_000;
const now = () => new Date('2026-12-01T12:00:00Z');

async function openSandbox(kind: DatabaseKind, clock = now) {
  const config = loadConfig({
    NODE_ENV: 'test',
    DATABASE_URL: await migratedDatabaseUrl(kind),
    DATA_DIR: temporaryFolder(),
    EMAIL_PROVIDER: 'smtp-sandbox',
  });
  const wordrise = await openWordrise(config, { now: clock });
  onTestFinished(wordrise.close);
  return wordrise;
}

test.each(databaseKinds)(
  'the first email of a theme week knows of words that are scheduled after it (%s)',
  async (kind) => {
    const wordrise = await openSandbox(kind);
    const { words, themes, schedule, processor, templates } = wordrise;
    const pass = () => processor.runPass({ onEvent: () => {} });
    const ids = new Map<string, number>();
    for (const word of ['balmy', 'virga', 'sodden', 'deluge', 'gift']) {
      const { id } = await words.add(aWord({ word, theme: word === 'gift' ? '' : 'Weather' }));
      ids.set(word, id);
    }
    async function add(word: string, after: number) {
      const wordId = ids.get(word) ?? 0;
      const scheduledDate = new Date(now().getTime() + after * day).toISOString();
      const { id } = await schedule.add({ wordId, scheduledDate, status: 'pending' });
      return { id, wordId };
    }
    const text = async (id: number) => (await schedule.content(id)).text;

    const first = await add('balmy', 1);
    const second = await add('virga', 2);
    const [theme] = (await themes.list()).themes;
    await themes.edit(theme?.id ?? 0, { title: 'Weather', introduction: 'Look up.' });
    const other = await add('gift', 4);
    await pass();
    expect(await text(first.id)).not.toContain('Weather');
    await add('sodden', 3);
    await pass();
    expect(await text(first.id)).toContain('Weather · 1 of 3');
    expect(await text(first.id)).toContain('Look up.');
    expect(await text(second.id)).toContain('Weather · 2 of 3');
    expect(await templates.older()).toEqual([]);

    // An edit waits for the owner, who may want the old text.
    await words.edit(second.wordId, aWord({ word: 'virga', theme: 'Weather', definition: 'Edited.' }));
    await words.edit(other.wordId, aWord({ word: 'gift', theme: '', definition: 'Edited.' }));
    await add('deluge', 5);
    await pass();
    expect(await text(first.id)).toContain('Weather · 1 of 4');
    expect(await text(second.id)).toContain('Weather · 2 of 3');
    expect((await templates.older()).map(({ word }) => word)).toEqual(['virga', 'gift']);
  },
);

test.each(databaseKinds)(
  'emails from before the public address was set link to it after the next pass (%s)',
  async (kind) => {
    const databaseUrl = await migratedDatabaseUrl(kind);
    const dataDir = temporaryFolder();
    async function open(settings: Record<string, string>) {
      const given = { NODE_ENV: 'test', DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
      const wordrise = await openWordrise(loadConfig({ ...given, ...settings }), { now });
      onTestFinished(wordrise.close);
      return wordrise;
    }
    const sandbox = { EMAIL_PROVIDER: 'smtp-sandbox' };
    const before = await open(sandbox);
    const { id: wordId } = await before.words.add(aWord({ word: 'virga', theme: 'Weather' }));
    const scheduledDate = new Date(now().getTime() + day).toISOString();
    const { id } = await before.schedule.add({ wordId, scheduledDate, status: 'pending' });
    await before.processor.runPass({ onEvent: () => {} });
    expect((await before.schedule.content(id)).html).toContain('http://localhost:5000/');
    await before.close();

    async function linksWith(settings: Record<string, string>) {
      const wordrise = await open({ ...sandbox, ...settings });
      await wordrise.processor.runPass({ onEvent: () => {} });
      const { html } = await wordrise.schedule.content(id);
      await wordrise.close();
      return new Set(html.match(/https?:\/\/[^/"]*(?=\/word)/g));
    }
    // The owner may want the old name in those that are scheduled.
    expect(await linksWith({ PRODUCT_NAME: 'Daily Word' })).toEqual(new Set(['http://localhost:5000']));
    const names = { PUBLIC_URL: 'https://words.example.com', PRODUCT_NAME: 'Daily Word' };
    expect(await linksWith(names)).toEqual(new Set(['https://words.example.com']));
    // It may lead from one address to the other.
    const moved = { ...names, PUBLIC_URL: 'https://new.example.com' };
    expect(await linksWith(moved)).toEqual(new Set(['https://words.example.com']));
  },
);

test.each(databaseKinds)('emails that another call is updating are waited for (%s)', async (kind) => {
  const wordrise = await openSandbox(kind);
  const { words, schedule, processor } = wordrise;
  const ids: number[] = [];
  for (const word of ['virga', 'sodden', 'deluge']) {
    const { id: wordId } = await words.add(aWord({ word, theme: '' }));
    const scheduledDate = new Date(now().getTime() + (ids.length + 1) * day).toISOString();
    ids.push((await schedule.add({ wordId, scheduledDate, status: 'pending' })).id);
    await processor.runPass({ onEvent: () => {} });
    await words.edit(wordId, aWord({ word, theme: '', definition: 'Edited.' }));
  }
  const older = await schedule.older();
  expect(older.map(({ id }) => id)).toEqual(ids);
  const both = await Promise.all([schedule.updateAll(older), schedule.updateAll(older)]);
  expect(both.map((updated) => updated.map(({ id }) => id))).toEqual([ids, ids]);
  expect(await schedule.older()).toEqual([]);
});

test.each(databaseKinds)(
  'an email that is being sent keeps its text, and the others get the new one (%s)',
  async (kind) => {
    let at = now();
    const { words, readers, schedule, templates, processor } = await openSandbox(kind, () => at);
    const pass = () => processor.runPass({ onEvent: () => {} });
    // For the second one, it is three hours earlier.
    await readers.import([Buffer.from('email,timezone\na@example.com,UTC\nb@example.com,Etc/GMT+3\n')], {
      consent: 'They asked for it.',
    });
    const ids: number[] = [];
    const wordIds: number[] = [];
    for (const [days, word] of ['virga', 'sodden', 'deluge'].entries()) {
      const { id: wordId } = await words.add(aWord({ word, theme: '' }));
      const scheduledDate = new Date(at.getTime() + days * day + 60_000).toISOString();
      wordIds.push(wordId);
      ids.push((await schedule.add({ wordId, scheduledDate, status: 'pending' })).id);
    }
    await pass();
    at = new Date(at.getTime() + 120_000);
    await pass();
    const [underWay = 0, ...waiting] = ids;
    expect((await schedule.delivery(underWay)).progress).toMatchObject({ status: 'sending', sent: 1 });

    for (const [nth, word] of ['virga', 'sodden', 'deluge'].entries())
      await words.edit(wordIds[nth] ?? 0, aWord({ word, theme: '', definition: 'Edited.' }));
    for (const older of [await templates.older(), await schedule.older()])
      expect(older.map(({ id }) => id)).toEqual(waiting);
    // One that has begun since they were listed.
    const begun = {
      id: underWay,
      wordId: wordIds[0] ?? 0,
      word: 'virga',
      scheduledDate: now().toISOString(),
    };
    const updated = await schedule.updateAll([begun, ...(await schedule.older())]);
    expect(updated.map(({ id }) => id)).toEqual(waiting);
  },
);
