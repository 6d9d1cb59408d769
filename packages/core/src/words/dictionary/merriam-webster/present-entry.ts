import { exampleNotAvailable, limits } from '../../../contract/limits.ts';
import { conversationTip } from '../conversation-tip.ts';
import { type DictionaryEntry, originNotRecorded } from '../dictionary.ts';
import { clip, plainText, sentence } from '../normalize-word.ts';
import { type Entry, illustrations, notes, pairs, sense as senseSchema } from './answer.ts';

/** A shorter gloss is joined with the next one. */
const shortGloss = 30;

/**
 * The fields of a word from an entry.
 *
 * @param first The homograph that provides pronunciation and syllables if `entry` has none.
 * @returns `undefined` if the entry has no meaning
 */
export function presentEntry(entry: Entry, first: Entry): DictionaryEntry | undefined {
  const senses = sensesOf(entry);
  const main = mainSense(senses);
  const gloss = main?.gloss ?? entry.shortdef.map((text) => plainText(renderTokens(text))).find(Boolean);
  const word = plainText(headword(entry).replaceAll('*', ''));
  if (!gloss || word === '' || word.length > limits.wordLength) return undefined;
  const partOfSpeech = partOfSpeechOf(entry);
  const [example1, example2] = pickExamples(senses, main);
  return {
    word,
    phoneticPronunciation: pronunciation(entry, first),
    partOfSpeech,
    definition: field(gloss + secondGloss(senses, main)),
    etymology: etymology(entry),
    example1: example1 ?? exampleNotAvailable,
    example2: example2 ?? exampleNotAvailable,
    conversationTip: conversationTip({
      word,
      partOfSpeech,
      meaning: gloss,
      isName: /\bname$/u.test(partOfSpeech),
    }),
    source: 'merriam-webster',
  };
}

function beforeAny(separators: RegExp, text: string): string {
  const [start = ''] = text.split(separators);
  return start.trim();
}

function field(text: string): string {
  return clip(sentence(text), limits.textLength);
}

function headword(entry: Entry): string {
  return plainText(renderTokens(entry.hwi?.hw ?? '')) || headwordOf(entry);
}

/** The first sense with its own meaning, otherwise the first that only names a synonym. */
function mainSense(senses: readonly Sense[]): Sense | undefined {
  return senses.find(({ gloss, bare }) => gloss !== '' && !bare) ?? senses.find(({ gloss }) => gloss !== '');
}

function secondGloss(senses: readonly Sense[], main: Sense | undefined): string {
  if (main === undefined || main.gloss.length >= shortGloss) return '';
  const next = senses
    .slice(senses.indexOf(main) + 1)
    .find(({ gloss, bare, division }) => gloss !== '' && !bare && division === main.division);
  return next && next.gloss !== main.gloss ? `; also, ${next.gloss}` : '';
}

/** The label without its remarks: "noun, plural in form …" → "noun". */
function partOfSpeechOf(entry: Entry): string {
  const label = beforeAny(/[,;(]/u, plainText(renderTokens(entry.fl ?? '')));
  return clip(label, limits.partOfSpeechLength) || 'word';
}

/** Merriam-Webster's own respelling, not IPA, between backslashes as in print; otherwise the syllables. */
function pronunciation(entry: Entry, first: Entry): string {
  const respellings = [entry, first].flatMap(({ hwi }) => hwi?.prs ?? []);
  // A respelling that starts with a hyphen covers only the end of the word.
  const whole = respellings.find(({ mw }) => !mw.startsWith('-')) ?? respellings[0];
  const respelling = whole && plainText(renderTokens(whole.mw)).replaceAll('\\', '');
  if (respelling) return clip(`\\${respelling}\\`, limits.textLength);
  const syllables = headword(entry).includes('*') ? headword(entry) : headword(first);
  return plainText(syllables.replaceAll('*', '·'));
}

/** Examples of the main sense first, quotations from publications with their author last. */
function pickExamples(senses: readonly Sense[], main: Sense | undefined): string[] {
  const own = main?.examples ?? [];
  const others = senses.filter((sense) => sense !== main).flatMap(({ examples }) => examples);
  const made = [...own, ...others].filter(({ quoted }) => !quoted);
  const quotations = [...own, ...others].filter(({ quoted }) => quoted);
  const texts = [...made, ...quotations].map(exampleText).filter((text) => text !== '');
  return [...new Set(texts)].slice(0, 2);
}

function exampleText({ text, author }: Example): string {
  const example = sentence(text);
  return clip(example && author ? `${example} (${author})` : example, limits.textLength);
}

function etymology(entry: Entry): string {
  const texts = entry.et.flatMap(([kind, value]) =>
    kind === 'text' && typeof value === 'string' ? [renderTokens(value)] : [],
  );
  const origin = sentence(texts.join(' ')) || originNotRecorded;
  const date = beforeAny(/[,;(.]/u, plainText(renderTokens(entry.date ?? '')));
  return clip(date === '' ? origin : `${origin} First known use: ${date}.`, limits.textLength);
}

interface Example {
  text: string;
  /** Taken from a publication. */
  quoted: boolean;
  author: string | undefined;
}

interface Sense {
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
function sensesOf(entry: Entry): Sense[] {
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

/** Cross-references to other entries, which the reader of an email cannot follow. */
const references = ['ma', 'dx', 'dx_def', 'dx_ety'].map(
  (name) => new RegExp(`(?<!\\s)\\s*\\{${name}\\}(?:(?!\\{${name}\\}).)*?\\{/${name}\\}`, 'gsu'),
);

const fixed: Record<string, string> = {
  '{ldquo}': '“',
  '{rdquo}': '”',
  '{amp}': '&',
  '{p_br}': ' ',
  '{gloss}': '(',
  '{/gloss}': ')',
};

const numberOfHomograph = /:\d+$/u;
const linkToken = /\{([a-z_\d]+)\|([^|{}]*)(?:\|[^{}]*)?\}/gu;
const anyToken = /\{\/?[a-z_\d]+(?:\|[^{}]*)?\}/giu;

/**
 * Merriam-Webster's running text as plain text. Emphasized words and link labels stay. Everything else is removed,
 * including the sense number of a synonym link: readers do not see that entry.
 */
export function renderTokens(text: string): string {
  let plain = references.reduce((rest, reference) => rest.replace(reference, ''), text);
  plain = plain.replaceAll(/\{[a-z_\d]+\}|\{\/gloss\}/gu, (token) => fixed[token] ?? token);
  // Emphasis first, because it can be inside a link.
  plain = plain.replaceAll(/\{(?!bc\})\/?[a-z_\d]+\}/gu, '');
  plain = plain.replaceAll(linkToken, (_token, name: string, label: string) =>
    name === 'ds' ? '' : label.replace(numberOfHomograph, ''),
  );
  return plain
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/ ?\{bc\} ?/gu, ': ')
    .replaceAll(anyToken, '')
    .replaceAll(/[{}]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/(?<!: ?)(?:: ?)+: /gu, ': ')
    .replaceAll(/ ?\.(?: ?\.){2,} ?/gu, '… ')
    .replace(/^[ :]+/u, '')
    .replace(/(?<![ :])[ :]+$/u, '')
    .replaceAll(/ ([,;)])/gu, '$1');
}

/** Whether a text consists only of links to synonyms. */
export function isBareSynonym(text: string): boolean {
  const withoutLinks = references
    .reduce((rest, reference) => rest.replace(reference, ''), text)
    .replaceAll(/\{sx\|[^{}]*\}/gu, '');
  return withoutLinks !== text && !/[\p{L}\p{N}]/u.test(renderTokens(withoutLinks));
}

/** `tender:2` → `tender`. */
export function headwordOf(entry: Entry): string {
  return entry.meta.id.replace(/:[a-z0-9]+$/u, '');
}
