import {
  exampleNotAvailable,
  type LookupResult,
  limits,
  type WordDraft,
  type WordField,
  type WordInput,
  wordFields,
  wordInput,
  wordSources,
} from '@wordrise/core/contract';
import { z } from 'zod';

const texts = z.record(z.enum(wordFields), z.string());

/** A looked-up word under review. */
const reviewItem = z.object({
  key: z.number().int(),
  success: z.boolean(),
  error: z.string().optional(),
  source: z.enum(wordSources).optional(),
  fields: texts,
  /** All meanings to choose from, with the edits of those that were chosen before, if there are several. */
  senses: z.array(texts).optional(),
  /** Which of them `fields` is. */
  sense: z.number().int().optional(),
  /** Found, but not to be saved. */
  leftOut: z.boolean(),
  /** Left out because the library has it already. */
  inLibrary: z.boolean().optional(),
});
export type ReviewItem = z.infer<typeof reviewItem>;

export const review = z.object({
  /** Words still to be looked up, one per line. */
  text: z.string(),
  items: z.array(reviewItem),
});
export type Review = z.infer<typeof review>;

function toItem(result: LookupResult, key: number): ReviewItem {
  const isKnown = result.inLibrary === true;
  const { senses = [] } = result.success ? result : {};
  return {
    key,
    success: result.success,
    ...(result.success ? { source: result.source } : { error: result.error }),
    fields: textsOf(result.success ? result : { word: result.word }),
    ...(senses.length > 1 && { senses: senses.map(textsOf), sense: 0 }),
    leftOut: result.success && isKnown,
    ...(isKnown && { inLibrary: true }),
  };
}

function textsOf(draft: Partial<WordDraft>): ReviewItem['fields'] {
  return Object.fromEntries(wordFields.map((name) => [name, draft[name] ?? ''])) as ReviewItem['fields'];
}

/** The changes that give an item another of its meanings; what was edited in this one is kept. */
export function chooseSense(
  { senses = [], sense = 0, fields }: ReviewItem,
  next: number,
): Partial<ReviewItem> {
  const chosen = senses[next];
  return chosen ? { fields: chosen, senses: senses.with(sense, fields), sense: next } : {};
}

/** Before a lookup: found words stay until they are saved; failed ones are dropped, the text has those to retry. */
export function begin({ text, items }: Review): Review {
  return { text, items: items.filter(({ success }) => success) };
}

/** Known words leave the text; failed ones go to its top, to be fixed, followed by the remaining ones. */
export function receive(now: Review, results: LookupResult[], remaining: string[]): Review {
  const last = now.items.at(-1)?.key ?? 0;
  const items = [...now.items, ...results.map((result, index) => toItem(result, last + 1 + index))];
  return { text: [...failedWords(items), ...remaining].join('\n'), items };
}

/** After saving: saved and left-out words are gone, those that failed or are not ready yet stay. */
export function afterSaving({ text, items }: Review, saved: ReviewItem[]): Review {
  const keys = new Set(saved.map(({ key }) => key));
  return { text, items: items.filter(({ key, leftOut }) => !keys.has(key) && !leftOut) };
}

function failedWords(items: ReviewItem[]): string[] {
  return items.filter(({ success, inLibrary }) => !success && !inLibrary).map(({ fields }) => fields.word);
}

/** What is still wrong with a found word, by field; saving needs every field to be valid. */
export function problemsOf({ fields }: ReviewItem): Partial<Record<WordField, string[]>> {
  const { error } = wordInput.safeParse(fields);
  return error ? z.flattenError(error).fieldErrors : {};
}

export function isReady(item: ReviewItem): boolean {
  return item.success && !item.leftOut && wordInput.safeParse(item.fields).success;
}

/** The words that one call can save, in the form that the call takes. */
export function savable(items: ReviewItem[]) {
  const chosen = items.filter(isReady).slice(0, limits.bulkWords);
  const wordData = chosen.map(({ fields, source }) => ({
    ...(fields satisfies WordInput),
    ...(source && { source }),
  }));
  return { chosen, wordData };
}

/** The example, or empty for the placeholder that stands for none. */
export function shownExample(example: string): string {
  return example === exampleNotAvailable ? '' : example;
}
