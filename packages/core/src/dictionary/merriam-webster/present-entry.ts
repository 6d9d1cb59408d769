import { exampleNotAvailable, limits } from '../../contract/limits.ts';
import { clip, plainText, sentence } from '../clean-text.ts';
import { conversationTip } from '../conversation-tip.ts';
import { type DictionaryEntry, originNotRecorded } from '../dictionary.ts';
import type { Entry } from './answer.ts';
import { headwordOf } from './choose-entry.ts';
import { type Example, type Sense, sensesOf } from './senses.ts';
import { renderTokens } from './tokens.ts';

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
