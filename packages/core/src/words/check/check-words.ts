import { limits } from '../../contract/limits.ts';
import { isPlaceholder } from '../../contract/placeholder.ts';
import type { CheckedWord, CheckedWordsPage, WordFinding } from '../../contract/word-check.ts';
import { entryFields, wordFields, wordFieldTable } from '../../contract/word-fields.ts';
import {
  type FixedWord,
  sourceProblems,
  type WordInput,
  type WordsQuery,
  type WordView,
  wordTexts,
} from '../../contract/words.ts';
import { areRelated, containsLemma, readUsages } from '../dictionary/wordnet/meanings.ts';
import { type FindWordDeps, getWord, presentWord } from '../find-word.ts';
import { type ListWordsDeps, listWords } from '../list-words.ts';
import { editWord } from '../save-word.ts';
import { Word } from '../word.ts';
import { checkContent } from './check-content.ts';
import { checkSpelling } from './check-spelling.ts';
import { checkWriting } from './check-writing.ts';
import { type Comparison, compareLibrary, compareWords, nearWords } from './compare-words.ts';
import { checkPronunciation } from './pronunciation.ts';
import { contentWords, likeness, wordsOf } from './word-sets.ts';

/** One page of the library, each word with its findings. */
export async function checkWords(deps: ListWordsDeps, query: WordsQuery): Promise<CheckedWordsPage> {
  const { words, ...page } = await listWords(deps, query);
  return { words: await checkAll(words, await compareLibrary(deps)), ...page };
}

/** The whole library, each word with its findings. */
export async function* checkLibrary(deps: ListWordsDeps): AsyncGenerator<CheckedWord> {
  const comparison = await compareLibrary(deps);
  for (let page = 1; ; page++) {
    const query = { page, limit: limits.pageSizeMax, search: '', letter: '' };
    const { words, hasMore } = await listWords(deps, query);
    yield* await checkAll(words, comparison);
    if (!hasMore) return;
  }
}

/** The findings of one word. @throws DomainError `word.not_found` */
export async function checkWord(deps: ListWordsDeps & FindWordDeps, id: number): Promise<WordFinding[]> {
  return checkOne(deps, await getWord(deps, id));
}

/** The findings of a text that is not stored yet, or not like this. */
export async function checkDraft(
  deps: ListWordsDeps,
  { id = 0, ...input }: WordInput & { id?: number | undefined },
): Promise<WordFinding[]> {
  return checkOne(deps, { ...input, id });
}

async function checkOne(deps: ListWordsDeps, word: WordInput & { id: number }): Promise<WordFinding[]> {
  const [checked] = await checkAll([word], compareWords(await nearWords(deps, [word])));
  return checked?.findings ?? [];
}

/** Some words with their findings. They are not compared with the rest of the library. */
export async function checkSome(
  { database }: FindWordDeps,
  ids: readonly number[],
): Promise<{ word: WordView; findings: WordFinding[] }[]> {
  const found = await database.em().find(Word, { id: { $in: [...ids] }, removedAt: null });
  const words = found.map(presentWord);
  const checked = await checkAll(words, compareWords(words));
  return words.map((word, at) => ({ word, findings: checked[at]?.findings ?? [] }));
}

/**
 * Fixes what needs no judgment: each finding with a fix.
 *
 * @returns the fixed word and what was fixed, or `undefined` if there was nothing to fix
 * @throws DomainError `word.not_found`
 */
export async function fixWord(
  deps: FindWordDeps,
  id: number,
  { dryRun = false }: { dryRun?: boolean | undefined } = {},
): Promise<FixedWord | undefined> {
  const word = await getWord(deps, id);
  const [usage = unknownUsage] = await readUsages([word.word]);
  const { text, fixed } = fixText(wordTexts(word), usage);
  if (fixed.length === 0) return undefined;
  return { word: dryRun ? { ...word, ...text } : await editWord(deps, id, text, wordTexts(word)), fixed };
}

/** One fix can make room for the next, such as a period after an emoji; no text needs this many. */
const mostFixes = 100;

/** Applies fixes, each to the text that the one before left. */
export function fixText(word: WordInput, usage: Usage): { text: WordInput; fixed: WordFinding[] } {
  let text = word;
  const fixed: WordFinding[] = [];
  while (fixed.length < mostFixes) {
    const finding = checkText(text, usage).find(({ field, fix }) => fix && fix.text !== text[field]);
    if (!finding?.fix) break;
    text = { ...text, [finding.field]: finding.fix.text };
    fixed.push(finding);
  }
  return { text, fixed };
}

/** What each of these words is missing, in their order. */
export async function checkAll(
  words: readonly (WordInput & { id: number })[],
  comparison: Comparison,
): Promise<CheckedWord[]> {
  const usages = await readUsages(words.map(({ word }) => word));
  return words.map((word, index) => ({
    id: word.id,
    word: word.word,
    findings: [...checkText(word, usages[index] ?? unknownUsage), ...comparison.check(word)],
  }));
}

/** The problems in the text of one word; none if it is fit to be sent. */
export function checkText(word: WordInput, usage: Usage): WordFinding[] {
  return [
    ...checkFields(word),
    ...checkPronunciation(word),
    ...checkDefinition(word),
    ...checkExamples(word),
    ...checkLength(word),
    ...checkTeaser(word),
    ...checkQuotation(word),
    ...checkUsage(word, usage),
    ...checkWriting(word),
    ...checkContent(word),
    ...checkSpelling(word),
  ];
}

/** Two sentences that share this fraction of their words are variants of one sentence. */
const alike = 0.6;

export function checkExamples(word: WordInput): WordFinding[] {
  return [...withoutWord(word), ...nearlyAlike(word)];
}

function withoutWord(word: WordInput): WordFinding[] {
  const lemma = lemmaOf(word.word);
  return (['example1', 'example2'] as const).flatMap((field): WordFinding[] => {
    const example = word[field];
    if (example.trim() === '' || isPlaceholder(example) || containsLemma(example, lemma)) return [];
    const message = `${wordFieldTable[field].label} does not contain “${word.word}”. Rewrite it with the word or a form of it.`;
    return [{ code: 'example.without_word', field, message }];
  });
}

function nearlyAlike({ example1, example2 }: WordInput): WordFinding[] {
  if (isPlaceholder(example1)) return [];
  if (likeness(new Set(wordsOf(example1)), new Set(wordsOf(example2))) < alike) return [];
  const message = 'The two examples are nearly alike. Give the second another speaker and setting.';
  return [{ code: 'example.duplicate', field: 'example2', message }];
}

/** A minute of reading: adults read about 240 words a minute. */
const mostWords = 220;

/** Finds required fields that are empty, and fields that contain a placeholder. */
export function checkFields(word: WordInput): WordFinding[] {
  return wordFields.flatMap((field): WordFinding[] => {
    const { label, required } = wordFieldTable[field];
    if (word[field].trim() === '') {
      if (!required) return [];
      return [{ code: 'field.missing', field, message: `${label} is missing. Fill it in.` }];
    }
    if (field === 'word' || !isPlaceholder(word[field])) return [];
    const message = `${label} is still a placeholder. Write one${required ? '' : ', or clear it'}.`;
    return [{ code: 'field.placeholder', field, message }];
  });
}

export function checkLength(word: WordInput): WordFinding[] {
  // No one can shorten a quotation; it has a limit of its own.
  const own = entryFields.filter((field) => wordFieldTable[field].part !== 'quotation');
  const texts = own.map((field) => ({ field, count: wordsOf(word[field]).length }));
  const count = texts.reduce((sum, text) => sum + text.count, 0);
  if (count <= mostWords) return [];
  const longest = texts.reduce((one, other) => (other.count > one.count ? other : one));
  const { label } = wordFieldTable[longest.field];
  const message = `The entry has ${count} words, more than the ${mostWords} of a one-minute read. Shorten it; ${label} is the longest part.`;
  return [{ code: 'entry.too_long', field: longest.field, message }];
}

/** An inbox shows the teaser after the word. */
export function checkTeaser({ word, teaser }: WordInput): WordFinding[] {
  if (!containsLemma(teaser, lemmaOf(word))) return [];
  const message = `The teaser repeats “${word}”, which stands next to it in the inbox. Say it without the word.`;
  return [{ code: 'teaser.repeats', field: 'teaser', message }];
}

/** A file may have changed one field of a quotation and left the others. */
export function checkQuotation(word: WordInput): WordFinding[] {
  const { quotation, quotationYear } = word;
  if (quotation.trim() === '') return [];
  const findings = sourceProblems(word).map(
    ({ field, message }): WordFinding => ({ code: 'quotation.source', field, message: `${message}.` }),
  );
  if (!containsLemma(quotation, lemmaOf(word.word))) {
    const message = `The quotation does not contain “${word.word}” or a form of it. Choose another one.`;
    findings.push({ code: 'quotation.without_word', field: 'quotation', message });
  }
  if (!isPlausibleYear(quotationYear.trim())) {
    const message = `“${quotationYear}” is not the year of a work. Write one such as 1851, 1851–52, about 1599 or 45 BC.`;
    findings.push({ code: 'quotation.year', field: 'quotationYear', message });
  }
  return findings;
}

const yearForm =
  /^(?:(?:c\.|ca\.|circa|about|before|after) ?)?(\d{1,4})(?:[–/-]\d{1,4})?(?: ?(BCE?|CE|AD))?$/iu;

function isPlausibleYear(text: string): boolean {
  if (text === '') return true;
  const [, digits = '', era = ''] = yearForm.exec(text) ?? [];
  if (digits === '') return false;
  const year = Number(digits);
  if (/^BCE?$/iu.test(era)) return year >= 1 && year <= 3000;
  // Nothing is quoted in English from the first centuries without an era beside the year.
  return (year >= 500 || era !== '') && year <= new Date().getUTCFullYear();
}

/** What the offline dictionary knows about a headword. */
export interface Usage {
  /** How often it occurs in WordNet's tagged texts, which have about 230,000 words. */
  count: number;
  /**
   * Whether the dictionary marks the main meaning, or any meaning of a rare word, as a slur, an obscenity or an insult.
   */
  isOffensive: boolean;
}

const unknownUsage: Usage = { count: 0, isOffensive: false };

/** A curious adult knows every word that occurs this often. */
const easyFrom = 10;

/** Offensive words that the offline dictionary does not mark. */
const slurs = new Set(
  `beaner bitch chinky colored coon cretin cripple cunt darky eskimo gook goy gypsy gypped half-breed halfwit
  harlot homo idiot imbecile jewess kanaka lunatic midget moron mulatto negress negro nigra octoroon oriental paki
  peckerwood pygmy quadroon raghead redneck retard sambo savage shiksa shylock shyster slut spastic spaz
  spinster squaw towelhead tranny trollop whore`.split(/\s+/u),
);

const usageNotes =
  /\b(?:offens(?:e|ive)|slurs?|insult(?:s|ing)?|derogatory|disparaging|vulgar|hurtful|avoid)\b/u;

export function checkUsage(word: WordInput, { count, isOffensive }: Usage): WordFinding[] {
  const findings: WordFinding[] = [];
  if (count >= easyFrom) {
    const message = `“${word.word}” is a common word that most readers know. Choose a rarer one.`;
    findings.push({ code: 'word.too_easy', field: 'word', message });
  }
  if (
    (isOffensive || slurs.has(word.word.trim().toLowerCase())) &&
    !usageNotes.test(word.conversationTip.toLowerCase())
  ) {
    const message = `“${word.word}” can offend. Remove it, or say in the conversation tip that it is offensive.`;
    findings.push({ code: 'word.offensive', field: 'conversationTip', message });
  }
  return findings;
}

/** A definition that uses its word, or another form of its base, explains nothing. */
export function checkDefinition({ word, definition }: WordInput): WordFinding[] {
  const circular = (what: string): WordFinding[] => [
    {
      code: 'definition.circular',
      field: 'definition',
      message: `The definition uses ${what}. Explain it in other words.`,
    },
  ];
  if (containsLemma(definition, lemmaOf(word))) return circular(`the word “${word}” itself`);
  const related = [...contentWords(word)].map((part) =>
    wordsOf(definition).find((other) => areRelated(part, other)),
  );
  // One word of a phrase may help to explain it, but not all of them.
  if (related.length === 0 || related.includes(undefined)) return [];
  return circular(`“${related.join('” and “')}”, which comes from the same base as “${word}”`);
}

/** The dictionary's form of a headword. */
export function lemmaOf(word: string): string {
  return word.trim().toLowerCase().replaceAll(/\s+/gu, '_');
}
