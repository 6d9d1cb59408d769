import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { openTestDatabase } from '../../../../../test/open-test-database.ts';
import { aWord, csvFile } from '../../../../../test/words.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { exportWords } from '../import/export-words.ts';
import { importWords } from '../import/import-words.ts';
import { addWord, editWord, removeWord } from '../save-word.ts';
import { openThemes } from './open-themes.ts';

const now = () => new Date('2026-12-01T00:00:00Z');

async function open(kind: 'sqlite' | 'postgresql') {
  const database = await openTestDatabase(kind);
  const deps = { database, now };
  const add = async (...words: string[]) => {
    const added = [];
    for (const word of words) added.push(await addWord(deps, aWord({ word })));
    return added.map(({ id }) => id);
  };
  return { database, deps, add, themes: openThemes(deps) };
}

const names = ({ words }: { words: { word: string }[] }) => words.map(({ word }) => word);

describe.each(databaseKinds)('themes on %s', (kind) => {
  test('have words in order, and a word has one theme', async () => {
    const { add, themes } = await open(kind);
    const [balmy = 0, virga = 0, sodden = 0] = await add('balmy', 'virga', 'sodden');
    const weather = await themes.add({
      title: 'Weather',
      introduction: 'It gets wet.',
      wordIds: [sodden, balmy, virga],
    });
    expect(weather).toMatchObject({
      title: 'Weather',
      introduction: 'It gets wet.',
      wordCount: 3,
      unusedCount: 3,
    });
    expect(names(weather)).toEqual(['sodden', 'balmy', 'virga']);
    const rain = await themes.add({ title: 'Rain', introduction: '', wordIds: [sodden] });
    expect(names(rain)).toEqual(['sodden']);
    expect(names(await themes.get(weather.id))).toEqual(['balmy', 'virga']);
    expect(names(await themes.edit(weather.id, { wordIds: [virga, balmy] }))).toEqual(['virga', 'balmy']);
    expect(await themes.edit(weather.id, { wordIds: [] })).toMatchObject({ wordCount: 0, words: [] });
    expect((await themes.list()).themes.map(({ title }) => title)).toEqual(['Rain', 'Weather']);
  });

  test('can be renamed with their words, and two cannot have one title', async () => {
    const { add, themes } = await open(kind);
    const wordIds = await add('balmy', 'virga');
    const weather = await themes.add({ title: 'Weather', introduction: 'Wet.', wordIds });
    await themes.add({ title: 'Rain', introduction: '', wordIds: [] });
    await expect(themes.edit(weather.id, { title: 'Rain' })).rejects.toMatchObject({ code: 'theme.exists' });
    await expect(themes.add({ title: 'Rain', introduction: '', wordIds: [] })).rejects.toMatchObject({
      code: 'theme.exists',
    });
    const hostile = "<b>“Rain” & {{word}} ‮ */' OR 1=1 --";
    const renamed = await themes.edit(weather.id, { title: hostile });
    expect(renamed).toMatchObject({ title: hostile, introduction: 'Wet.' });
    expect(names(renamed)).toEqual(['balmy', 'virga']);
    expect(await themes.find(hostile.toUpperCase())).toMatchObject({ id: weather.id });
  });

  test('a theme that is removed leaves its words', async () => {
    const { add, themes, deps } = await open(kind);
    const [id = 0] = await add('balmy');
    const theme = await themes.add({ title: 'Weather', introduction: '', wordIds: [id] });
    await themes.remove(theme.id, { dryRun: true });
    await themes.remove(theme.id);
    expect(await themes.list()).toEqual({ themes: [] });
    expect(await editWord(deps, id, aWord({ word: 'balmy' }))).toMatchObject({ theme: '', themePlace: '' });
    const calls = [themes.get, (id: number) => themes.edit(id, {}), themes.remove];
    for (const call of calls) await expect(call(theme.id)).rejects.toMatchObject({ code: 'theme.not_found' });
  });

  test('of words that were removed, or that do not exist', async () => {
    const { add, themes, deps } = await open(kind);
    const [balmy = 0, virga = 0] = await add('balmy', 'virga');
    const theme = await themes.add({ title: 'Weather', introduction: '', wordIds: [balmy, virga] });
    await removeWord(deps, balmy);
    expect(names(await themes.get(theme.id))).toEqual(['virga']);
    await expect(themes.edit(theme.id, { wordIds: [balmy, virga] })).rejects.toMatchObject({
      code: 'word.not_found',
    });
    expect(names(await themes.get(theme.id))).toEqual(['virga']);
  });

  test('a theme that only words name exists, from a form or a file, with places or without', async () => {
    const { themes, deps } = await open(kind);
    await addWord(deps, aWord({ word: 'balmy', theme: 'Weather' }));
    const file = csvFile([
      aWord({ word: 'sodden', theme: 'Weather', themePlace: '2' }),
      aWord({ word: 'deluge', theme: 'Weather', themePlace: '1' }),
      aWord({ word: 'virga', theme: 'Weather', themePlace: '10' }),
      aWord({ word: 'canter', theme: 'Places' }),
      aWord({ word: 'quirk', themePlace: 'first' }),
      aWord({ word: 'quoin', themePlace: '0' }),
      aWord({ word: 'quern', themePlace: '1000' }),
      aWord({ word: 'quark', theme: 'x'.repeat(81) }),
      aWord({ word: 'quill', theme: 'two\nlines' }),
    ]).replace('themePlace', 'Theme place');
    const report = await importWords(deps, [file], { onConflict: 'skip', source: 'import' });
    expect(report).toMatchObject({ added: 4, refused: 5 });
    expect(report.errors.map(({ message }) => message)).toEqual([
      ...Array(3).fill('Place in the theme must be a whole number from 1 to 999, or empty'),
      'Theme must be at most 80 characters',
      'Theme must be a single line',
    ]);
    const { themes: found } = await themes.list();
    expect(found).toMatchObject([
      { title: 'Places', wordCount: 1 },
      { title: 'Weather', introduction: '', wordCount: 4 },
    ]);
    expect(names(await themes.get(found[1]?.id ?? 0))).toEqual(['deluge', 'sodden', 'virga', 'balmy']);
  });

  test('a file of words without these columns changes no theme', async () => {
    const { themes, deps } = await open(kind);
    await addWord(deps, aWord({ word: 'balmy', theme: 'Weather', themePlace: '3' }));
    const { theme, themePlace, ...older } = aWord({ word: 'balmy', definition: 'Mild.' });
    const rows = [
      Object.keys(older).join(','),
      Object.values(older)
        .map((text) => `"${text}"`)
        .join(','),
    ];
    await importWords(deps, [rows.join('\n')], { onConflict: 'update', source: 'import' });
    expect((await themes.list()).themes).toMatchObject([{ title: 'Weather', wordCount: 1 }]);
  });

  test('a file of themes adds titles and introductions, and the export can be imported', async () => {
    const { themes } = await open(kind);
    await themes.add({ title: 'Rain', introduction: 'My own.', wordIds: [] });
    await themes.add({ title: 'Snow', introduction: '', wordIds: [] });
    const file = 'Theme,Introduction\nRain,"Theirs, not mine."\nSnow,White.\nFog,Gray.\n,Nameless.\n';
    const report = { added: 1, updated: 1, skipped: 1, refused: 1 };
    expect(await themes.import([file], { onConflict: 'skip', dryRun: true })).toMatchObject(report);
    expect((await themes.list()).themes).toHaveLength(2);
    expect(await themes.import([file], { onConflict: 'skip' })).toMatchObject({
      ...report,
      message: 'Added 1 theme, updated 1, skipped 1; 1 row was refused.',
      errors: [{ line: 5, message: 'Title is required' }],
    });
    const csv = await all(themes.export('csv'));
    expect(csv).toBe('title,introduction\nFog,Gray.\nRain,My own.\nSnow,White.\n');
    expect(await themes.import([csv], { onConflict: 'update' })).toMatchObject({ skipped: 3, refused: 0 });
    expect(await themes.import([file], { onConflict: 'update' })).toMatchObject({ updated: 1 });
    const lines = await all(themes.export('jsonl'));
    expect(lines.split('\n')[1]).toBe('{"title":"Rain","introduction":"Theirs, not mine."}');
    expect(await themes.import([lines], { onConflict: 'update' })).toMatchObject({ skipped: 3, refused: 0 });
  });

  test('are in the export of words', async () => {
    const { deps } = await open(kind);
    await addWord(deps, aWord({ word: 'balmy', theme: 'Weather', themePlace: '3' }));
    expect(await all(exportWords({ database: deps.database as OpenDatabase }, 'csv'))).toMatch(
      /,Weather,3\n$/,
    );
  });
});

async function all(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}
