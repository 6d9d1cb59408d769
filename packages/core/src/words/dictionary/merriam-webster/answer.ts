import { z } from 'zod';

/** The kinds of answers; all of them come with HTTP 200. */
export type Answer =
  | { kind: 'entries'; entries: Entry[] }
  | { kind: 'suggestions'; words: string[] }
  /** Some odd words are answered this way although the key works. */
  | { kind: 'key'; missing: boolean }
  | { kind: 'limit' }
  | { kind: 'nonsense' };

/** The items of a list that have the expected shape: one unexpected item must not lose the whole entry. */
function listOf<Schema extends z.ZodType>(item: Schema) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((items) =>
      items.flatMap((raw) => {
        const parsed = item.safeParse(raw);
        return parsed.success ? [parsed.data as z.output<Schema>] : [];
      }),
    );
}

const text = z.string().optional().catch(undefined);

/** Text, examples and notes are pairs of a kind and its value; unknown kinds are skipped. */
export const pairs = listOf(z.tuple([z.string(), z.unknown()], z.unknown()));

const illustration = z.object({
  t: z.string(),
  aq: z.looseObject({ auth: text }).optional().catch({ auth: undefined }),
});
export const illustrations = listOf(illustration);

export const notes = listOf(pairs);

export const sense = z.object({
  dt: pairs.optional().catch(undefined),
  sdsense: z.object({ dt: pairs }).optional().catch(undefined),
});

const entry = z.object({
  meta: z.object({
    id: z.string().min(1),
    stems: listOf(z.string()),
    offensive: z.boolean().catch(false),
  }),
  hwi: z
    .object({ hw: text, prs: listOf(z.object({ mw: z.string().min(1) })) })
    .optional()
    .catch(undefined),
  fl: text,
  cxs: listOf(z.object({ cxtis: listOf(z.object({ cxt: z.string().min(1) })) })),
  def: listOf(z.object({ sseq: listOf(pairs) })),
  et: pairs,
  date: text,
  shortdef: listOf(z.string()),
});
export type Entry = z.infer<typeof entry>;

export function readAnswer(body: string): Answer {
  const trimmed = body.trim();
  if (!trimmed.startsWith('[')) return readText(trimmed);
  let items: unknown[];
  try {
    items = JSON.parse(trimmed) as unknown[];
  } catch {
    return { kind: 'nonsense' };
  }
  const words = items.filter((item) => typeof item === 'string');
  if (words.length === items.length) return { kind: 'suggestions', words };
  const entries = listOf(entry).parse(items);
  return entries.length > 0 ? { kind: 'entries', entries } : { kind: 'nonsense' };
}

/** Error messages are plain text. The one for too many queries is not documented, so it is recognized by its words. */
function readText(body: string): Answer {
  if (/^key is required/iu.test(body)) return { kind: 'key', missing: true };
  if (/^invalid api key/iu.test(body)) return { kind: 'key', missing: false };
  return /\b(?:quota|limit|exceeded|too many)\b/iu.test(body) && !body.startsWith('<')
    ? { kind: 'limit' }
    : { kind: 'nonsense' };
}
