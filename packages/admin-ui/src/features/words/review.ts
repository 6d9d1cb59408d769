import {
  exampleNotAvailable,
  type LookupResult,
  limits,
  type WordField,
  type WordInput,
  wordFields,
  wordInput,
  wordSources,
} from '@wordrise/core/contract';
import { z } from 'zod';

/** A looked-up word under review. */
export const reviewItem = z.object({
  key: z.number().int(),
  success: z.boolean(),
  error: z.string().optional(),
  source: z.enum(wordSources).optional(),
  fields: z.record(z.enum(wordFields), z.string()),
  /** Found, and not wanted. */
  leftOut: z.boolean(),
});
export type ReviewItem = z.infer<typeof reviewItem>;

export const review = z.object({
  /** What is still to be looked up, one word a line. */
  text: z.string(),
  items: z.array(reviewItem),
});
export type Review = z.infer<typeof review>;

function toItem(result: LookupResult, key: number): ReviewItem {
  const texts: Partial<WordInput> = result.success ? result : { word: result.word };
  const fields = Object.fromEntries(wordFields.map((name) => [name, texts[name] ?? '']));
  return {
    key,
    success: result.success,
    ...(result.success ? { source: result.source } : { error: result.error }),
    fields: fields as ReviewItem['fields'],
    leftOut: false,
  };
}

/** Before a lookup: what was found stays for saving; what failed is asked again or was given up. */
export function begin({ text, items }: Review): Review {
  return { text, items: items.filter(({ success }) => success) };
}

/** Found words leave the text; failed ones stand at its top, to be mended; then what is still to come. */
export function receive(now: Review, results: LookupResult[], toCome: string[]): Review {
  const last = now.items.at(-1)?.key ?? 0;
  const items = [...now.items, ...results.map((result, place) => toItem(result, last + 1 + place))];
  return { text: [...failedWords(items), ...toCome].join('\n'), items };
}

/** After saving: what was saved is gone, what failed or is not ready yet stays. */
export function afterSaving({ text, items }: Review, saved: ReviewItem[]): Review {
  const keys = new Set(saved.map(({ key }) => key));
  return { text, items: items.filter(({ key, leftOut }) => !keys.has(key) && !leftOut) };
}

function failedWords(items: ReviewItem[]): string[] {
  return items.filter(({ success }) => !success).map(({ fields }) => fields.word);
}

/** What is still wrong with a found word, by field; saving needs every field. */
export function problemsOf({ fields }: ReviewItem): Partial<Record<WordField, string[]>> {
  const { error } = wordInput.safeParse(fields);
  return error ? z.flattenError(error).fieldErrors : {};
}

export function isReady(item: ReviewItem): boolean {
  return item.success && !item.leftOut && wordInput.safeParse(item.fields).success;
}

/** The words that one call can save, as the call takes them. */
export function savable(items: ReviewItem[]) {
  const chosen = items.filter(isReady).slice(0, limits.bulkWords);
  const wordData = chosen.map(({ fields, source }) => ({
    ...(fields satisfies WordInput),
    ...(source && { source }),
  }));
  return { chosen, wordData };
}

/** An example, unless it is the mark for none. */
export function shownExample(example: string): string {
  return example === exampleNotAvailable ? '' : example;
}
