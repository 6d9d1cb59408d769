import type { z } from 'zod';
import type { WordSource } from '../contract/choices.ts';
import type { BulkSaveAnswer, BulkSaveInput, LookupResult } from '../contract/dictionary.ts';
import type { OlderEmail } from '../contract/older-email.ts';
import { plainIssue } from '../contract/plain-issue.ts';
import type { SuggestionChoice, SuggestionList } from '../contract/suggestions.ts';
import type { CheckedWord, CheckedWordsPage, WordFinding } from '../contract/word-check.ts';
import {
  type FixedWord,
  type ImportReport,
  type RecordingView,
  type UnusedWordsPage,
  type WordChange,
  type WordCounts,
  type WordDraft,
  type WordPreviewInput,
  type WordsPage,
  type WordsQuery,
  type WordTexts,
  type WordView,
  wordInput,
  wordsQuery,
} from '../contract/words.ts';
import { type Actor, type AuditLog, atCommandLine } from '../owner/audit.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { invalidInput } from '../platform/errors.ts';
import { findWord, getWord } from './find-word.ts';
import type { ImportInput, ImportOptions } from './import/import-words.ts';
import {
  type ChoosableWord,
  countUnusedMarks,
  countWords,
  hasThemes,
  listUnusedWords,
  listWords,
  pinnedWords,
  searchWords,
  sentWords,
  similarWords,
  type ThemedWord,
  themedWords,
  unusedIds,
  unusedMarks,
  unusedSpellings,
  type WordMarks,
} from './list-words.ts';
import {
  addWord,
  editWord,
  findOther,
  markKnown,
  removeWord,
  requireFreeSpelling,
  saveLookedUpWords,
} from './save-word.ts';
import { addPacks, addStarterWords } from './starter-words.ts';

/** The library of words. Spellings are compared without case. */
export interface Words {
  /**
   * One page in alphabetical order. What is left out of the query is as in the API.
   *
   * @throws DomainError `input.invalid`
   */
  list(query?: z.input<typeof wordsQuery>): Promise<WordsPage>;
  /** How many words there are in each state. Before that, it checks some of those that wait to be checked. */
  count(): Promise<WordCounts>;
  /** One page of the words that were never sent and are not waiting to be sent. */
  listUnused(query: WordsQuery): Promise<UnusedWordsPage>;
  /** The ids of all those words. */
  unusedIds(): Promise<number[]>;
  /** What decides whether the autopilot may draw each of them. */
  unusedMarks(): Promise<(WordMarks & { id: number })[]>;
  /** The words that are pinned to a day or season, sent or not, and are not waiting to be sent. */
  pinned(): Promise<ChoosableWord[]>;
  /** The words of themes, sent or not, that are not waiting to be sent, in the order of their weeks. */
  themed(): Promise<ThemedWord[]>;
  /** Whether a word of the library belongs to a theme. */
  hasThemes(): Promise<boolean>;
  /** The words that were sent and are not waiting to be sent again. */
  sent(): Promise<ChoosableWord[]>;
  /** Those of some spellings that were never sent and are not waiting to be sent. */
  unusedSpellings(spellings: readonly string[]): Promise<ChoosableWord[]>;
  /** How many unused words have the same marks. */
  countUnusedMarks(): Promise<(WordMarks & { count: number })[]>;
  /** The first words that contain `text` in word or definition. */
  search(text: string): Promise<WordView[]>;
  /** The words of the library that someone may have meant with a spelling that is not in it, the closest first. */
  similarTo(typed: string): Promise<string[]>;
  /** Finds a word by its spelling. */
  find(word: string): Promise<WordView | undefined>;
  /** @throws DomainError `word.not_found` */
  get(id: number): Promise<WordView>;
  /**
   * Adds a word, of which anything is checked here. Optional fields may be left out.
   *
   * @throws DomainError `input.invalid`, `word.exists`
   */
  add(given: WordDraft, source?: WordSource): Promise<WordView>;
  /** See `editWord`. The answer lists the emails waiting with the old text. */
  edit(id: number, input: WordChange, replaces?: WordTexts): Promise<WordView>;
  /**
   * Checks what `add`, or `edit` of `exceptId`, would refuse.
   *
   * @throws DomainError `word.exists`
   */
  requireFreeSpelling(word: string, exceptId?: number): Promise<void>;
  /** See `findOther`. */
  findOther(word: string, exceptId?: number): Promise<WordView | undefined>;
  /** Takes a word out of the library: see `removeWord`. */
  remove(id: number, options?: { dryRun?: boolean }): Promise<void>;
  /** See `importWords`. */
  import(input: ImportInput, options: ImportOptions, actor?: Actor): Promise<ImportReport>;
  /** The library as the text of a file, in pieces. */
  export(format: 'csv' | 'jsonl'): AsyncIterable<string>;
  /** The rows of a CSV file that `import` refuses, as CSV with the reasons: see `refusedRows`. */
  refusedRows(input: ImportInput): AsyncGenerator<string>;
  /** What is wrong with the words of one page of `list`, and what to do about it. */
  check(query: WordsQuery): Promise<CheckedWordsPage>;
  /** Like `check`, for the whole library. */
  checkAll(): AsyncIterable<CheckedWord>;
  /** Like `check`, for one word. @throws DomainError `word.not_found` */
  findings(id: number): Promise<WordFinding[]>;
  /** Like `check`, for a text that is not stored. */
  checkDraft(word: WordPreviewInput): Promise<WordFinding[]>;
  /** Checks words whose text was written since their last check, for lists of the words that need work. */
  checkWaiting(options?: { signal?: AbortSignal | undefined }): Promise<void>;
  /** Like `check`, for some words, compared only with each other. Words that no longer exist are left out. */
  checkSome(ids: readonly number[]): Promise<{ word: WordView; findings: WordFinding[] }[]>;
  /** Fixes what needs no judgment: see `fixWord`. */
  fix(id: number, options?: { dryRun?: boolean }): Promise<FixedWord | undefined>;
  /** Fills the library of a new installation. @returns how many words were added */
  addStarters(options?: { isAskedFor?: boolean }): Promise<number>;
  /** Adds the built-in words to any library: see `addPacks`. Words that it already has stay as they are, so it can be repeated. */
  addPacks(options?: { dryRun?: boolean; actor?: Actor }): Promise<ImportReport>;
  /** Stores how a word sounds: see `storeRecording`. */
  addRecording(id: number, file: Uint8Array, options?: { dryRun?: boolean }): Promise<RecordingView>;
  /** Safe to repeat. @returns whether there was one @throws DomainError `word.not_found` */
  removeRecording(id: number): Promise<boolean>;
  /** A recording as it is served, by the name of its file. */
  recording(file: string): Promise<{ body: Buffer; type: string } | undefined>;
  /** The favorite words of the readers on the list, the most frequent first. */
  suggestions(): Promise<SuggestionList>;
  /** Leaves one out of that list, or takes it back. Safe to repeat. */
  dismissSuggestion(choice: SuggestionChoice): Promise<SuggestionList>;
  /** The results, with a mark on words that are already in the library. */
  markKnown(results: AsyncIterable<LookupResult>): AsyncIterable<LookupResult>;
  /** Adds looked-up words, all or none, and skips those that exist. */
  saveLookedUp(input: BulkSaveInput): Promise<BulkSaveAnswer>;
}

export interface OpenWordsDeps {
  database: OpenDatabase;
  now: () => Date;
  /** Whether this installation has no admin yet. */
  needsSetup: () => Promise<boolean>;
  audit: AuditLog;
  /** The emails waiting with an old text of a word; without it, an edit lists none. */
  olderEmails?: (wordId: number) => Promise<OlderEmail[]>;
}

/** Import, export and check are loaded only when called: most commands need none of them. */
export function openWords(deps: OpenWordsDeps): Words {
  const checks = () => import('./check/check-words.ts');
  const stored = () => import('./check/store-findings.ts');
  const suggestions = () => import('./suggestions.ts');
  const recordings = () => import('./store-recording.ts');
  /** A check that fails changes nothing about the words: the next pass does it again. */
  const checkNow = async () => {
    await (await stored()).storeFindings(deps).catch(() => {});
  };
  const checkWritten = async (ids: number[], ...replaced: WordView[]) => {
    await (await stored()).storeFindingsOf(deps, { ids, replaced }).catch(() => {});
  };
  return {
    async list(given = {}) {
      const { data: query, error } = wordsQuery.safeParse(given, { error: plainIssue });
      if (error) throw invalidInput(error.issues);
      return listWords(deps, query);
    },
    async count() {
      await checkNow();
      return { ...(await countWords(deps)), unchecked: await (await stored()).countUnchecked(deps) };
    },
    listUnused: (query) => listUnusedWords(deps, query),
    unusedIds: () => unusedIds(deps),
    unusedMarks: () => unusedMarks(deps),
    pinned: () => pinnedWords(deps),
    themed: () => themedWords(deps),
    hasThemes: () => hasThemes(deps),
    sent: () => sentWords(deps),
    unusedSpellings: (spellings) => unusedSpellings(deps, spellings),
    countUnusedMarks: () => countUnusedMarks(deps),
    search: (text) => searchWords(deps, text),
    similarTo: (typed) => similarWords(deps, typed),
    find: (word) => findWord(deps, word),
    get: (id) => getWord(deps, id),
    async add(given, source) {
      const { data: input, error } = wordInput.safeParse(given, { error: plainIssue });
      if (error) throw invalidInput(error.issues);
      const word = await addWord(deps, input, source);
      await checkWritten([word.id]);
      return word;
    },
    async edit(id, input, replaces) {
      const before = await getWord(deps, id);
      const word = await editWord(deps, id, input, replaces);
      await checkWritten([id], before);
      const olderEmails = (await deps.olderEmails?.(id)) ?? [];
      return { ...word, ...(olderEmails.length > 0 && { olderEmails }) };
    },
    findOther: (word, exceptId) => findOther(deps, word, exceptId),
    requireFreeSpelling: (word, exceptId) => requireFreeSpelling(deps, word, exceptId),
    async remove(id, options) {
      const before = await getWord(deps, id);
      await removeWord(deps, id, options);
      if (!options?.dryRun) await checkWritten([], before);
    },
    async import(input, options, actor = atCommandLine) {
      const report = await (await import('./import/import-words.ts')).importWords(deps, input, options);
      const { added, updated } = report;
      const detail = `${added} added, ${updated} updated`;
      if (!options.dryRun) await deps.audit.record({ action: 'words.import', actor, detail });
      return report;
    },
    async *refusedRows(input) {
      yield* (await import('./import/import-words.ts')).refusedRows(deps, input);
    },
    async *export(format) {
      yield* (await import('./import/export-words.ts')).exportWords(deps, format);
    },
    check: async (query) => (await checks()).checkWords(deps, query),
    async *checkAll() {
      yield* (await checks()).checkLibrary(deps);
    },
    findings: async (id) => (await checks()).checkWord(deps, id),
    checkDraft: async (word) => (await checks()).checkDraft(deps, word),
    async checkWaiting({ signal } = {}) {
      const { storeFindings } = await stored();
      while (await storeFindings(deps, { signal }));
    },
    checkSome: async (ids) => (await checks()).checkSome(deps, ids),
    async fix(id, options) {
      const before = await getWord(deps, id);
      const result = await (await checks()).fixWord(deps, id, options);
      if (result && !options?.dryRun) await checkWritten([id], before);
      return result;
    },
    addStarters: (options) => addStarterWords(deps, options),
    async addPacks({ dryRun = false, actor = atCommandLine } = {}) {
      const report = await addPacks(deps, { dryRun });
      const detail = `${report.added} added, ${report.updated} updated`;
      if (!dryRun && report.added > 0) await deps.audit.record({ action: 'words.import', actor, detail });
      return report;
    },
    addRecording: async (id, file, options) => (await recordings()).storeRecording(deps, id, file, options),
    removeRecording: async (id) => (await recordings()).removeRecording(deps, id),
    recording: async (file) => (await recordings()).readRecording(deps, file),
    suggestions: async () => (await suggestions()).listSuggestions(deps),
    dismissSuggestion: async (choice) => (await suggestions()).dismissSuggestion(deps, choice),
    markKnown: (results) => markKnown(deps, results),
    async saveLookedUp(input) {
      const answer = await saveLookedUpWords(deps, input);
      if (answer.saved > 0) await checkNow();
      return answer;
    },
  };
}
