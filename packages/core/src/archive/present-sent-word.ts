import { calendarDay } from '../calendar/zoned-time.ts';
import type { SentWord } from '../contract/archive.ts';
import { wordFields } from '../contract/word-fields.ts';
import type { WordInput } from '../contract/words.ts';
import { selectList } from '../database/select-list.ts';
import { readableFields } from '../words/readable-fields.ts';
import type { Sent } from './read-sends.ts';

export type SentRecord = Sent<WordInput & { slug: string }>;

/** The columns of a `SentRecord`, with `words` as `word`. */
export const sentColumns = selectList('word', [...wordFields, 'slug']);

export function presentSentWord({ slug, sentAt, ...word }: SentRecord, timezone: string): SentWord {
  return { ...readableFields(word), slug, sentAt, day: calendarDay(new Date(sentAt), timezone) };
}
