import { createHash } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import { limits } from '../contract/limits.ts';
import type { RecordingFormat } from '../contract/recording-formats.ts';
import type { RecordingView } from '../contract/words.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { DomainError } from '../platform/errors.ts';
import { requireWord } from './find-word.ts';
import { presentRecording, Recording, typeOf } from './recording.ts';

interface RecordingDeps {
  database: OpenDatabase;
  now: () => Date;
}

/**
 * Stores a recording of a word, in place of an earlier one.
 *
 * @param file An MP3, AAC, M4A or Ogg Opus file; its content decides which.
 * @throws DomainError `word.not_found`, `word.recording`, `request.too_large`
 */
export async function storeRecording(
  { database, now }: RecordingDeps,
  wordId: number,
  file: Uint8Array,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<RecordingView> {
  const { format, seconds } = await inspect(file);
  const key = createHash('sha256').update(file).digest('base64url').slice(0, 27);
  const row = { file: `${key}.${format}`, bytes: file.length, seconds: Math.round(seconds * 100) / 100 };
  await database.em().transactional(async (em) => {
    await requireWord(em, wordId, LockMode.PESSIMISTIC_WRITE);
    if (dryRun) return;
    const content = Buffer.from(file).toString('base64');
    await em.upsert(Recording, { word: wordId, ...row, createdAt: now(), content });
  });
  return presentRecording({ ...row });
}

/** Safe to repeat. @returns whether there was one @throws DomainError `word.not_found` */
export async function removeRecording(
  { database }: Pick<RecordingDeps, 'database'>,
  wordId: number,
): Promise<boolean> {
  const em = database.em();
  await requireWord(em, wordId);
  return (await em.nativeDelete(Recording, { word: wordId })) > 0;
}

/** The recording with a name, as it is served. */
export async function readRecording(
  { database }: Pick<RecordingDeps, 'database'>,
  file: string,
): Promise<{ body: Buffer; type: string } | undefined> {
  const found = await database.em().findOne(Recording, { file }, { fields: ['content'] });
  return found ? { body: Buffer.from(found.content, 'base64'), type: typeOf(file) } : undefined;
}

/** What a file is by its content, whatever its name says. */
async function inspect(file: Uint8Array): Promise<{ format: RecordingFormat; seconds: number }> {
  if (file.length > limits.recordingBytes) {
    const megabytes = Math.floor(limits.recordingBytes / 1_048_576);
    const message = `The recording must be at most ${megabytes} MB. Save it with a lower bit rate: 64 kbit/s is plenty for a voice.`;
    throw new DomainError('request.too_large', message);
  }
  const { parseBuffer } = await import('music-metadata');
  const { format } = await parseBuffer(file, undefined, { duration: true, skipCovers: true }).catch(
    (cause) => {
      throw refused('This is not an MP3, AAC, M4A or Opus file, or it is damaged.', cause);
    },
  );
  const { container = '', codec = '', duration = 0, hasVideo } = format;
  const kind = kinds.find(({ matches }) => matches(container, codec));
  if (!kind || hasVideo)
    throw refused(
      `This file contains ${hasVideo ? 'video' : codec || container || 'no sound'}. Save it as MP3, AAC, M4A or Opus.`,
    );
  if (!(duration > 0)) throw refused('This recording is empty or damaged.');
  if (duration > limits.recordingSeconds)
    throw refused(`This recording is longer than ${limits.recordingSeconds / 60} minutes.`);
  return { format: kind.format, seconds: duration };
}

const kinds: { format: RecordingFormat; matches: (container: string, codec: string) => boolean }[] = [
  { format: 'mp3', matches: (container, codec) => container === 'MPEG' && codec.endsWith('Layer 3') },
  { format: 'aac', matches: (container, codec) => container.startsWith('ADTS') && codec === 'AAC' },
  { format: 'ogg', matches: (container, codec) => container === 'Ogg' && codec === 'Opus' },
  // Its container is called after its brand, of which there are many.
  { format: 'm4a', matches: (_container, codec) => codec === 'MPEG-4/AAC' },
];

function refused(message: string, cause?: unknown): DomainError {
  return new DomainError('word.recording', message, { cause, fields: { recording: [message] } });
}
