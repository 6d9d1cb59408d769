import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { anAac, anM4a, anMp3, anOgg } from '../../../../test/recordings.ts';
import { aWord } from '../../../../test/words.ts';
import { getWord } from './find-word.ts';
import { listWords } from './list-words.ts';
import { isRecorded } from './recording.ts';
import { addWord, removeWord } from './save-word.ts';
import { readRecording, removeRecording, storeRecording } from './store-recording.ts';

const now = () => new Date('2026-07-01T12:00:00Z');
const query = { page: 1, limit: 50, search: '', letter: '' };

describe.each(databaseKinds)('recordings on %s', (kind) => {
  async function open() {
    const database = await openTestDatabase(kind);
    const deps = { database, now };
    const { id } = await addWord(deps, aWord({ word: 'hygge', voice: 'off' }));
    return { deps, id, store: (file: Uint8Array) => storeRecording(deps, id, file) };
  }

  test('MP3, AAC, M4A and Opus are recognized by their content, stored, replaced and removed', async () => {
    const { deps, id, store } = await open();
    expect(await getWord(deps, id)).not.toHaveProperty('recording');
    for (const [file, type, end] of [
      [anMp3(), 'audio/mpeg', 'mp3'],
      [anAac(), 'audio/aac', 'aac'],
      [anM4a(), 'audio/mp4', 'm4a'],
      [anOgg(), 'audio/ogg', 'ogg'],
    ] as const) {
      const recording = await store(file);
      expect(recording).toMatchObject({ type, bytes: file.length });
      expect(recording.path).toMatch(new RegExp(`^/recordings/[\\w-]{27}\\.${end}$`));
      expect(recording.seconds).toBeGreaterThan(0.6);
      expect(recording.seconds).toBeLessThan(1.1);
      const name = recording.path.slice('/recordings/'.length);
      expect(await readRecording(deps, name)).toEqual({ body: file, type });
      expect((await getWord(deps, id)).recording).toEqual(recording);
    }
    expect((await listWords(deps, query)).words[0]?.recording?.type).toBe('audio/ogg');
    expect(await isRecorded(deps.database, 'Hygge')).toBe(true);
    expect(await removeRecording(deps, id)).toBe(true);
    expect(await removeRecording(deps, id)).toBe(false);
    expect(await isRecorded(deps.database, 'hygge')).toBe(false);
    await expect(storeRecording(deps, 999, anMp3())).rejects.toMatchObject({ code: 'word.not_found' });
  });

  test('other files are refused, with what to do', async () => {
    const { deps, id, store } = await open();
    await store(anMp3());
    const cases: [Uint8Array, string][] = [
      [new Uint8Array(), 'not an MP3'],
      [Buffer.from('<!doctype html><script>alert(1)</script>'), 'not an MP3'],
      [Buffer.from('RIFF\x24\0\0\0WAVEfmt '), 'Save it as MP3'],
      [anM4a('alac'), 'Save it as MP3'],
      [anM4a('avc1'), 'Save it as MP3'],
      [anOgg('other'), 'MP3'],
      [anMp3(5000), 'longer than 2 minutes'],
    ];
    for (const [file, message] of cases) {
      const refused = await store(file).catch((error) => error);
      expect(refused.code, message).toBe('word.recording');
      expect(refused.message).toContain(message);
    }
    await expect(store(Buffer.alloc(2_097_153))).rejects.toMatchObject({ code: 'request.too_large' });
    expect((await getWord(deps, id)).recording?.type).toBe('audio/mpeg');
  });

  test('goes with its word', async () => {
    const { deps, id, store } = await open();
    const { path } = await store(anMp3());
    await removeWord(deps, id);
    expect(await readRecording(deps, path.slice('/recordings/'.length))).toBeUndefined();
  });
});
