import { defineEntity, p } from '@mikro-orm/core';
import { type SqlBool, sql } from 'kysely';
import { recordingPath } from '../contract/public-paths.ts';
import { type RecordingFormat, recordingFormats } from '../contract/recording-formats.ts';
import type { RecordingView } from '../contract/words.ts';
import { tables } from '../platform/database/query.ts';
import type { Reads } from '../platform/database/reads.ts';
import { Word, wordKey } from './word.ts';

const RecordingSchema = defineEntity({
  name: 'Recording',
  tableName: 'recordings',
  properties: {
    word: () => p.oneToOne(Word).fieldName('word_id').owner().primary().deleteRule('cascade'),
    /** Its name on the site, such as `k3….mp3`; follows from its content. Two words may have the same. */
    file: p.string().length(64).index('recordings_by_file'),
    bytes: p.integer(),
    seconds: p.double(),
    createdAt: p.datetime(3),
    /** In Base64: backups hold no bytes. The last column, so that the others are read without it. */
    content: p.text(),
  },
});

/** How a word sounds, as its owner recorded it. */
export class Recording extends RecordingSchema.class {}
RecordingSchema.setClass(Recording);

/** What queries read of a recording. */
export interface RecordingRow {
  wordId: number;
  file: string;
  bytes: number;
  seconds: number;
}

const recordings = tables<{ recordings: RecordingRow }>().selectFrom('recordings');

/** The recordings of some words, by the id of the word. */
export async function recordingsOf(
  database: Reads,
  wordIds: readonly number[],
): Promise<Map<number, RecordingView>> {
  if (wordIds.length === 0) return new Map();
  const rows = await database.read(
    recordings
      .select(['word_id as wordId', 'file', 'bytes', 'seconds'])
      .where('word_id', 'in', [...new Set(wordIds)]),
  );
  return new Map(rows.map((row) => [row.wordId, presentRecording(row)]));
}

/** Whether the word with that spelling has one. */
export async function isRecorded(database: Reads, spelling: string): Promise<boolean> {
  const rows = await database.read(
    recordings
      .select('word_id')
      .where(sql<SqlBool>`word_id in (select id from words where word_key = ${wordKey(spelling)})`),
  );
  return rows.length > 0;
}

export function presentRecording({ file, bytes, seconds }: Omit<RecordingRow, 'wordId'>): RecordingView {
  return { path: recordingPath(file), type: typeOf(file), bytes, seconds };
}

export function typeOf(file: string): string {
  return recordingFormats[file.slice(file.lastIndexOf('.') + 1) as RecordingFormat].type;
}
