import { limits } from './limits.ts';

/** Where the fields of a word are listed, besides forms. What an email shows is up to its template. */
export type WordPlace = 'page' | 'feed' | 'terminal' | 'card' | 'review';

/**
 * Where a field stands in an entry: as its head, on the line below (how to say it, part of speech), as the definition,
 * among the examples, or in a section of its own.
 */
export type WordPart = 'head' | 'line' | 'definition' | 'example' | 'section';

/** A field of a word. Its key is its name in JSON, as a CSV heading and in templates. */
export interface WordFieldInfo {
  /** Column of the table `words`. */
  column: string;
  /** What forms, questions and messages call it. */
  label: string;
  /** The most characters it can have. */
  limit: number;
  /** An optional field is an empty text if nobody filled it in. */
  required: boolean;
  /** Whether forms give it several lines. */
  multiline: boolean;
  /** Whether asterisks around a cited form, such as a foreign word, set it in italics. */
  marksCitedForms?: true;
  /** What forms say below it. */
  hint?: string;
  /** What forms suggest; any other text is allowed too. */
  choices?: readonly string[];
  part: WordPart;
  shownIn: readonly WordPlace[];
  /** The heading of its section on its page, if not its label. */
  title?: string;
  /** What a terminal calls it, if not its label. */
  shortLabel?: string;
  /** Other headings that an import recognizes. */
  aliases?: readonly string[];
  /** Option of `wordrise words add` and `edit`: `partOfSpeech` is `--part-of-speech`. */
  option: { name: string; value: string; help: string };
  /** Its description in the list of template variables. */
  meaning: string;
  /** Its description in the list of conditional sections, if an email may lack it. */
  condition?: string;
}

const { wordLength, partOfSpeechLength, textLength } = limits;

const inFull = ['page', 'feed', 'terminal', 'review'] as const;
const everywhere = [...inFull, 'card'] as const;

const table = {
  word: {
    column: 'word',
    label: 'Word',
    limit: wordLength,
    required: true,
    multiline: false,
    part: 'head',
    shownIn: everywhere,
    option: { name: 'word', value: 'spelling', help: 'the new spelling' },
    meaning: 'The word',
  },
  phoneticPronunciation: {
    column: 'phonetic_pronunciation',
    label: 'Pronunciation',
    limit: textLength,
    required: true,
    multiline: false,
    part: 'line',
    shownIn: everywhere,
    aliases: ['pronunciation'],
    option: { name: 'pronunciation', value: 'text', help: 'how it is said, such as /ˈpetrɪˌkɔr/' },
    meaning: 'How to pronounce it',
  },
  partOfSpeech: {
    column: 'part_of_speech',
    label: 'Part of speech',
    limit: partOfSpeechLength,
    required: true,
    multiline: false,
    choices: ['noun', 'verb', 'adjective', 'adverb', 'preposition', 'interjection', 'phrase'],
    part: 'line',
    shownIn: everywhere,
    option: { name: 'partOfSpeech', value: 'text', help: 'such as noun' },
    meaning: 'Noun, verb and so on',
  },
  definition: {
    column: 'definition',
    label: 'Definition',
    limit: textLength,
    required: true,
    multiline: true,
    part: 'definition',
    shownIn: everywhere,
    option: { name: 'definition', value: 'text', help: 'what it means' },
    meaning: 'What it means',
  },
  etymology: {
    column: 'etymology',
    label: 'Etymology',
    limit: textLength,
    required: true,
    multiline: true,
    marksCitedForms: true,
    hint: 'Put asterisks around a foreign word for italics: from Latin *verbum*.',
    part: 'section',
    shownIn: inFull,
    title: 'Where it comes from',
    option: { name: 'etymology', value: 'text', help: 'where it comes from' },
    meaning: 'Where it comes from',
    condition: 'Only if its origin is known',
  },
  example1: {
    column: 'example1',
    label: 'Example 1',
    limit: textLength,
    required: true,
    multiline: true,
    part: 'example',
    shownIn: inFull,
    option: { name: 'example1', value: 'sentence', help: 'one sentence with it' },
    meaning: 'First example',
    condition: 'Only if there is an example',
  },
  example2: {
    column: 'example2',
    label: 'Example 2',
    limit: textLength,
    required: true,
    multiline: true,
    part: 'example',
    shownIn: inFull,
    option: { name: 'example2', value: 'sentence', help: 'another sentence' },
    meaning: 'Second example',
    condition: 'Only if there is a second example',
  },
  conversationTip: {
    column: 'conversation_tip',
    label: 'Conversation tip',
    limit: textLength,
    required: true,
    multiline: true,
    part: 'section',
    shownIn: inFull,
    title: 'In conversation',
    shortLabel: 'Tip',
    option: { name: 'tip', value: 'text', help: 'how to use it in conversation' },
    meaning: 'How to use it in a conversation',
    condition: 'Only if there is a tip',
  },
} as const satisfies Record<string, WordFieldInfo>;

type Table = typeof table;
export type WordField = keyof Table;
export type OptionalWordField = {
  [Field in WordField]: Table[Field]['required'] extends true ? never : Field;
}[WordField];
export type ConditionalWordField = {
  [Field in WordField]: Table[Field] extends { condition: string } ? Field : never;
}[WordField];
/** The options of `wordrise words add` and `edit`, each with its text. */
export type WordFieldOptions = { [Field in WordField as Table[Field]['option']['name']]?: string };

/** Everything specific to each field of a word: schemas, columns, files, forms and flags derive from it. */
export const wordFieldTable: Readonly<Record<WordField, WordFieldInfo>> = table;

/** The order of columns in CSV files and of fields in forms. */
export const wordFields = Object.keys(table) as WordField[];

/** The fields that a place shows of some parts of an entry, in the order of columns. */
export function shownFields(place: WordPlace, ...parts: WordPart[]): WordField[] {
  return wordFields.filter((field) => {
    const { part, shownIn } = wordFieldTable[field];
    return parts.includes(part) && shownIn.includes(place);
  });
}
