import { exampleNotAvailable } from '@wordrise/core/contract';
import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { aWord } from '../../../../test/words.ts';
import { startTestServer } from '../start-test-server.ts';

const csv = (...rows: string[]) =>
  [
    'word,phoneticPronunciation,partOfSpeech,definition,etymology,example1,example2,conversationTip',
    ...rows,
  ].join('\n');

describe.each(databaseKinds)('each call with good and with bad input, on %s', (kind) => {
  const start = () => startTestServer({ kind });

  test('themes: add, list, show, edit, export, import, remove', async () => {
    const { ok, refused, signIn } = await start();
    await signIn();
    const ids: number[] = [];
    for (const word of ['balmy', 'virga', 'sodden']) {
      ids.push((await ok('addWord', { body: aWord({ word, theme: 'Weather' }) })).id);
    }
    const { themes } = await ok('listThemes');
    const id = themes[0]?.id ?? 0;
    expect(themes).toEqual([{ id, title: 'Weather', introduction: '', wordCount: 3, unusedCount: 3 }]);
    const edited = await ok('editTheme', {
      params: { id },
      body: { introduction: 'It gets wet.', wordIds: ids.toReversed() },
    });
    expect(edited).toMatchObject({ title: 'Weather', introduction: 'It gets wet.' });
    expect(edited.words.map(({ word }) => word)).toEqual(['sodden', 'virga', 'balmy']);
    expect(await refused('addTheme', { body: { title: ' Weather ' } })).toMatchObject({
      status: 409,
      code: 'theme.exists',
      fields: { title: ['There is already a theme with this title'] },
    });
    expect(await refused('addTheme', { body: { title: '' } })).toMatchObject({
      status: 400,
      fields: { title: ['Title is required'] },
    });
    expect(await refused('addTheme', { body: { title: 'Rain', wordIds: [999] } })).toMatchObject({
      status: 404,
      code: 'word.not_found',
    });
    const from = '2030-12-02';
    const { emails } = await ok('scheduleTheme', { params: { id }, body: { from } });
    expect(emails.map(({ day, word }) => `${day} ${word}`)).toEqual([
      '2030-12-02 sodden',
      '2030-12-03 virga',
      '2030-12-04 balmy',
    ]);
    expect(await refused('scheduleTheme', { params: { id }, body: { from } })).toMatchObject({
      status: 400,
      fields: { from: [expect.stringContaining('No word of “Weather” is left')] },
    });
    await ok('removeTheme', { params: { id } });
    expect(await refused('scheduleTheme', { params: { id }, body: { from } })).toMatchObject({ status: 404 });
    expect(await refused('getTheme', { params: { id } })).toMatchObject({
      status: 404,
      code: 'theme.not_found',
    });
    expect(await ok('getWord', { params: { id: ids[0] ?? 0 } })).toMatchObject({ theme: '', themePlace: '' });
  });

  test('words: add, list, edit, search, remove', async () => {
    const { ok, refused, signIn } = await start();
    await signIn();
    const word = await ok('addWord', { body: aWord() });
    expect(word).toMatchObject({ ...aWord(), usedCount: 0, source: 'admin' });
    expect(await refused('addWord', { body: aWord({ word: 'PETRICHOR' }) })).toMatchObject({
      status: 409,
      code: 'word.exists',
    });
    const missing = await refused('addWord', { body: {} });
    expect(Object.keys(missing.fields ?? {})).toHaveLength(8);
    const long = await refused('addWord', {
      body: aWord({ word: 'x'.repeat(101), partOfSpeech: 'y'.repeat(51) }),
    });
    expect(Object.keys(long.fields ?? {})).toEqual(['word', 'partOfSpeech']);
    const edited = await ok('editWord', {
      params: { id: word.id },
      body: { ...aWord({ word: 'dusk' }), id: 99, usedCount: 7 },
    });
    expect(edited).toMatchObject({ id: word.id, word: 'dusk', usedCount: 0 });
    expect(await refused('editWord', { params: { id: 999 }, body: aWord() })).toMatchObject({ status: 404 });
    const late = { ...aWord({ word: 'dusk', definition: 'Late.' }), replaces: { definition: 'Earlier.' } };
    expect(await refused('editWord', { params: { id: word.id }, body: late })).toMatchObject({
      status: 409,
      code: 'word.changed',
      fields: { definition: [aWord().definition] },
    });
    expect(
      await ok('listWords', { query: { page: '1', limit: '50', search: 'DUS', letter: 'D' } }),
    ).toMatchObject({
      words: [{ word: 'dusk' }],
      total: 1,
      hasMore: false,
    });
    expect(await ok('listUnusedWords', { query: { search: '', letter: '' } })).toEqual({
      words: [{ id: word.id, word: 'dusk', definition: aWord().definition }],
      total: 1,
      hasMore: false,
    });
    expect((await ok('searchWords', { query: { q: 'us' } })).words).toHaveLength(1);
    await ok('removeWord', { params: { id: word.id } });
    expect(await refused('removeWord', { params: { id: word.id } })).toMatchObject({
      status: 404,
      code: 'word.not_found',
    });
  });

  test('words: narrowed to a state, counted, and previewed while they are written', async () => {
    const { ok, refused, signIn } = await start();
    await signIn();
    await ok('addWord', { body: aWord({ word: 'dusk', definition: 'What dusk is.' }) });
    const { words } = await ok('listWords', { query: { state: 'work' } });
    expect(words).toMatchObject([
      { word: 'dusk', findings: expect.arrayContaining(['definition.circular']) },
    ]);
    expect(await ok('listWords', { query: { state: 'sent' } })).toMatchObject({ words: [], total: 0 });
    expect(await refused('listWords', { query: { state: 'lost' } })).toMatchObject({ status: 400 });
    expect(await ok('countWords')).toEqual({ all: 1, unused: 1, waiting: 0, sent: 0, work: 1, unchecked: 0 });
    const draft = { word: 'dawn', definition: 'When dawn <b>breaks</b>.' };
    const preview = await ok('previewWord', { body: draft });
    expect(preview.subject).toContain('dawn');
    expect(preview.html).toContain('When dawn &lt;b&gt;breaks&lt;/b&gt;.');
    expect(preview.findings.map(({ code, field }) => `${code} ${field}`)).toEqual(
      expect.arrayContaining(['field.missing example1', 'definition.circular definition']),
    );
    expect(preview).not.toHaveProperty('existing');
    const { id } = (await ok('listWords')).words[0] ?? { id: 0 };
    const again = { word: ' DUSK' };
    expect((await ok('previewWord', { body: again })).existing).toEqual({ id, word: 'dusk' });
    expect(await ok('previewWord', { body: { ...again, id } })).not.toHaveProperty('existing');
    expect((await ok('listWords')).total).toBe(1);
  });

  test('words: the built-in words are added once, and leave edited words as they are', async () => {
    const { ok, refused, signIn } = await start();
    expect(await refused('addStarters')).toMatchObject({ status: 401 });
    await signIn();
    await ok('addWord', { body: aWord({ word: 'accede', definition: 'Our own text about it.' }) });
    expect(await ok('countStarters')).toEqual({ missing: 731 });
    expect(await ok('addStarters')).toMatchObject({ added: 731, updated: 0, skipped: 1, refused: 0 });
    expect(await ok('countStarters')).toEqual({ missing: 0 });
    expect(await ok('addStarters')).toMatchObject({ added: 0, updated: 0, skipped: 366, refused: 0 });
    const { words } = await ok('listWords', { query: { search: 'accede' } });
    expect(words).toMatchObject([{ word: 'accede', definition: 'Our own text about it.' }]);
  });

  test('words: upload as a body, as a form, tried first, and download', async () => {
    const { ok, refused, signIn, call } = await start();
    await signIn();
    const row = (word: string) => `${word},/x/,noun,A thing.,Old.,One ${word}.,Two ${word}.,Say it.`;
    const file = csv(row('dawn'), row('dusk'), 'broken,,,,,,,');
    const type = { 'Content-Type': 'text/csv' };
    const tried = await ok('uploadWords', { raw: file, headers: type, query: { dryRun: 'true' } });
    expect(tried).toMatchObject({ added: 2, updated: 0, refused: 1, errors: [{ line: 4, word: 'broken' }] });
    expect((await ok('listWords')).total).toBe(0);
    expect(await ok('uploadWords', { raw: file, headers: type })).toMatchObject({ added: 2, refused: 1 });
    const form = new FormData();
    form.set(
      'file',
      new Blob([csv(row('dusk').replace('A thing', 'Evening'), row('noon'))], { type: 'text/csv' }),
      'w.csv',
    );
    const refusals = await call('refusedRows', { raw: file, headers: type });
    expect(refusals.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect((await refusals.text()).trim().split('\n')).toEqual([
      expect.stringMatching(/^word,.*,line,error$/),
      expect.stringMatching(/^[^,]*,.*required/),
    ]);
    const updated = await ok('uploadWords', { raw: form, query: { onConflict: 'update' } });
    expect(updated).toMatchObject({ added: 1, updated: 1, skipped: 0, refused: 0 });
    expect(await refused('uploadWords', { raw: 'a,b\n1,2', headers: type })).toMatchObject({
      status: 400,
      code: 'import.unreadable',
    });
    expect(await refused('uploadWords', { raw: new FormData() })).toMatchObject({ status: 400 });
    expect(
      await refused('uploadWords', { raw: file, headers: type, query: { onConflict: 'fail' } }),
    ).toMatchObject({
      status: 400,
    });
    const download = await call('exportWords');
    expect(download.headers.get('Content-Type')).toContain('text/csv');
    expect(download.headers.get('Content-Disposition')).toContain('words.csv');
    expect((await download.text()).trimEnd().split('\n')).toHaveLength(4);
    const lines = (await (await call('exportWords', { query: { format: 'jsonl' } })).text())
      .trimEnd()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line).word)).toEqual(['dawn', 'dusk', 'noon']);
    expect(await refused('exportWords', { query: { format: 'xml' } })).toMatchObject({ status: 400 });
  });

  test('words: looked up one by one, in bulk, as lines, and saved', async () => {
    const { ok, refused, signIn, call } = await start();
    await signIn();
    expect(await ok('lookUpWord', { body: { word: 'meander' } })).toMatchObject({
      word: 'meander',
      success: true,
    });
    expect(await ok('lookUpWord', { body: { word: 'zzxqj' } })).toMatchObject({
      success: false,
      error: expect.any(String),
    });
    const results = await ok('lookUpWords', { body: { words: ['zephyr', ' ', 'zzxqj', 'meander'] } });
    expect(results.map(({ word, success }) => [word, success])).toEqual([
      ['zephyr', true],
      ['zzxqj', false],
      ['meander', true],
    ]);
    const response = await call('lookUpWords', {
      body: { words: ['zephyr', 'meander'] },
      headers: { Accept: 'application/x-ndjson' },
    });
    expect(response.headers.get('Content-Type')).toContain('application/x-ndjson');
    const lines = (await response.text()).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).word)).toEqual(['zephyr', 'meander']);
    expect(await refused('lookUpWords', { body: { words: [' ', ''] } })).toMatchObject({
      status: 400,
      message: 'Please enter at least one word to process',
    });
    const many = Array.from({ length: 501 }, (_, n) => `word${n}`);
    expect(await refused('lookUpWords', { body: { words: many } })).toMatchObject({ status: 400 });
    const found = results
      .filter(({ success }) => success)
      .map((item) => ({ example2: exampleNotAvailable, ...item }));
    const saved = await ok('saveLookedUpWords', { body: { wordData: found } });
    expect(saved).toMatchObject({ saved: 2, skipped: 0, message: 'Saved 2 words' });
    expect((await ok('saveLookedUpWords', { body: { wordData: found } })).skipped).toBe(2);
    expect(await refused('saveLookedUpWords', { body: { wordData: [] } })).toMatchObject({
      message: 'No successfully processed words found.',
    });
  });
});
