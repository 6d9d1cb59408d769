import { plainText } from '../clean-text.ts';
import { type Entry, illustrations, notes, pairs, sense as senseSchema } from './answer.ts';
import { isBareSynonym, renderTokens } from './tokens.ts';

export interface Example {
  text: string;
  /** Taken from a publication. */
  quoted: boolean;
  author: string | undefined;
}

export interface Sense {
  /** Plain text, not yet a sentence; empty if the sense has none. */
  gloss: string;
  /** The gloss only names synonyms. */
  bare: boolean;
  examples: Example[];
  /** Senses under the same divider ("transitive verb") have the same number. */
  division: number;
}

type Pair = [string, unknown, ...unknown[]];

/** All senses in the order of the entry, at any depth. */
export function sensesOf(entry: Entry): Sense[] {
  return entry.def.flatMap(({ sseq }, division) =>
    sseq.flatMap((group) => group.flatMap((item) => readSenses(item, division))),
  );
}

function readSenses([kind, value]: Pair, division: number): Sense[] {
  switch (kind) {
    case 'pseq':
      return pairs.parse(value).flatMap((item) => readSenses(item, division));
    case 'bs': {
      const { sense } = Object(value) as { sense?: unknown };
      return readSenses(['sense', sense], division);
    }
    case 'sense': {
      const parsed = senseSchema.safeParse(value);
      return parsed.success ? [readSense(parsed.data.dt ?? [], parsed.data.sdsense?.dt ?? [], division)] : [];
    }
    // `sen` has a number and labels but no meaning; other kinds are unknown.
    default:
      return [];
  }
}

function readSense(dt: readonly Pair[], divided: readonly Pair[], division: number): Sense {
  const examples = [...examplesOf(dt), ...examplesOf(divided)];
  const raw = textOf(dt) || textOf(usageNotes(dt));
  return { gloss: glossOf(raw), bare: isBareSynonym(raw), examples, division };
}

/** The text before the first example or note; the text after it belongs to that. */
function textOf(dt: readonly Pair[]): string {
  const after = dt.findIndex(([kind]) => kind === 'vis' || kind === 'uns' || kind === 'snote');
  return (after < 0 ? dt : dt.slice(0, after))
    .filter((pair): pair is [string, string] => pair[0] === 'text' && typeof pair[1] === 'string')
    .map(([, text]) => text)
    .join(' ')
    .trim();
}

function usageNotes(dt: readonly Pair[]): Pair[] {
  return dt.filter(([kind]) => kind === 'uns').flatMap(([, value]) => notes.parse(value)[0] ?? []);
}

function glossOf(raw: string): string {
  return plainText(renderTokens(raw))
    .replace(/^—\s*/u, '')
    .replace(/(?:\s?[,:;—]\s?(?:such as|as|specifically|especially|broadly|also)|\ssuch as)$/u, '')
    .replace(/(?<![\s:;,—])[\s:;,—]+$/u, '');
}

function examplesOf(dt: readonly Pair[]): Example[] {
  return dt.flatMap(([kind, value]) => {
    if (kind === 'uns' || kind === 'snote') {
      const inner = kind === 'uns' ? notes.parse(value).flat() : pairs.parse(value);
      return examplesOf(inner);
    }
    if (kind !== 'vis') return [];
    return illustrations.parse(value).flatMap(({ t, aq }) => {
      const text = plainText(renderTokens(t));
      const author = aq?.auth === undefined ? undefined : plainText(renderTokens(aq.auth));
      return text === '' ? [] : [{ text, quoted: aq !== undefined, author: author || undefined }];
    });
  });
}
