import { calendarDay } from '../calendar/zoned-time.ts';
import type { MonthPage, SentWord } from '../contract/archive.ts';
import { wordFields } from '../contract/word-fields.ts';
import type { WordInput } from '../contract/words.ts';
import { selectList } from '../database/select-list.ts';
import { readable, readableFields } from '../words/readable-fields.ts';
import type { Sent } from './read-sends.ts';

export type SentRecord = Sent<WordInput & { slug: string }>;

/** The columns of a `SentRecord`, with `words` as `word`. */
export const sentColumns = selectList('word', [...wordFields, 'slug']);

export function presentSentWord({ slug, sentAt, ...word }: SentRecord, timezone: string): SentWord {
  return { ...readableFields(word), slug, sentAt, day: calendarDay(new Date(sentAt), timezone) };
}

const listedFields = ['word', 'partOfSpeech', 'definition'] as const;

export type ListedRecord = Sent<Pick<SentRecord, (typeof listedFields)[number] | 'slug'>>;

/** The columns of a `ListedRecord`, with `words` as `word`. */
export const listedColumns = selectList('word', [...listedFields, 'slug']);

/** A word in the list of a month. */
export function presentListedWord(
  { slug, sentAt, ...word }: ListedRecord,
  timezone: string,
): MonthPage['words'][number] {
  return { ...readable(word, listedFields), slug, day: calendarDay(new Date(sentAt), timezone) };
}
