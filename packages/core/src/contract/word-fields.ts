import { limits } from './limits.ts';
import { namedDays, seasons } from './pins.ts';

/** Where the fields of a word are listed, besides forms. What an email shows is up to its template. */
export type WordPlace = 'page' | 'feed' | 'terminal' | 'card' | 'review';

/**
 * Where a field stands in an entry: as its head, on the line below (how to say it, part of speech), as the definition,
 * among the examples, in a section of its own, in the quotation and its source, or not at all, because it is about the
 * entry: for whom it is, and when.
 */
export type WordPart = 'head' | 'line' | 'definition' | 'example' | 'section' | 'quotation' | 'about';

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
  /** Whether no other text than one of the choices is allowed. */
  onlyChoices?: true;
  /** Whether it has no line breaks, which a single-line form would drop. */
  isOneLine?: true;
  /** Whether it is a whole number from 1. */
  isNumber?: true;
  /** Whether it is the address of a page, which pages and emails link to. */
  isLink?: true;
  /** Whether it says when the word goes out, as `readPin` reads it. */
  isPin?: true;
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
  /** Its description in the list of template variables, if it is one. */
  meaning?: string;
  /** Its description in the list of conditional sections, if an email may lack it. */
  condition?: string;
}

const {
  wordLength,
  partOfSpeechLength,
  textLength,
  tagsLength,
  teaserLength,
  themeLength,
  themePlaceLength,
  quotationLength,
  quotationSourceLength,
  quotationYearLength,
  quotationUrlLength,
  pinLength,
  firstNameLength,
} = limits;

/** How well known a word is: to nearly everyone, to those who read, to few. */
export const wordLevels = ['everyday', 'reader', 'rare'] as const;
export type WordLevel = (typeof wordLevels)[number];

/** The levels that the autopilot draws from; `none` stands for words without one. */
export const drawLevels = [...wordLevels, 'none'] as const;
export type DrawLevel = (typeof drawLevels)[number];

/** What words may touch; `drugs` includes alcohol. Owners may add kinds of their own. */
export const sensitiveKinds = ['violence', 'slur', 'prejudice', 'religion', 'sex', 'drugs', 'death'] as const;
/** Stands for all kinds: the autopilot leaves out every word that is marked as sensitive. */
export const anySensitive = 'all';

/** Whether pages offer the browser's voice for a word without a recording: they do, unless it is off. */
export const voiceOff = 'off';

const inFull = ['page', 'feed', 'terminal', 'review'] as const;
const everywhere = [...inFull, 'card'] as const;
const quoted = ['page', 'feed', 'terminal'] as const;

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
  quotation: {
    column: 'quotation',
    label: 'Quotation',
    limit: quotationLength,
    required: false,
    multiline: true,
    hint: 'A sentence from a book, poem or speech that has the word.',
    part: 'quotation',
    shownIn: quoted,
    option: { name: 'quotation', value: 'text', help: 'a sentence from a work that has it' },
    meaning: 'A sentence from a work that has the word',
    condition: 'Only if there is a quotation',
  },
  quotationAuthor: {
    column: 'quotation_author',
    label: 'Quotation author',
    limit: quotationSourceLength,
    required: false,
    multiline: false,
    isOneLine: true,
    part: 'quotation',
    shownIn: quoted,
    shortLabel: 'Author',
    option: { name: 'quotationAuthor', value: 'name', help: 'who wrote or said the quotation' },
    meaning: 'Who wrote or said it',
  },
  quotationWork: {
    column: 'quotation_work',
    label: 'Quotation work',
    limit: quotationSourceLength,
    required: false,
    multiline: false,
    isOneLine: true,
    part: 'quotation',
    shownIn: quoted,
    shortLabel: 'Work',
    option: { name: 'quotationWork', value: 'title', help: 'the work that it is from' },
    meaning: 'The work that it is from',
  },
  quotationYear: {
    column: 'quotation_year',
    label: 'Quotation year',
    limit: quotationYearLength,
    required: false,
    multiline: false,
    isOneLine: true,
    hint: 'Such as 1851, or about 1599.',
    part: 'quotation',
    shownIn: quoted,
    shortLabel: 'Year',
    option: { name: 'quotationYear', value: 'year', help: 'the year of the work, such as 1851' },
    meaning: 'The year of the work',
    condition: 'Only if the year is known',
  },
  quotationUrl: {
    column: 'quotation_url',
    label: 'Quotation link',
    limit: quotationUrlLength,
    required: false,
    multiline: false,
    isOneLine: true,
    isLink: true,
    hint: 'Where the work can be read, starting with https://.',
    part: 'quotation',
    shownIn: quoted,
    shortLabel: 'Link',
    aliases: ['quotationLink'],
    option: { name: 'quotationUrl', value: 'address', help: 'where the work can be read, with https://' },
    meaning: 'Where the work can be read',
    condition: 'Only if there is a link to the work',
  },
  teaser: {
    column: 'teaser',
    label: 'Teaser',
    limit: teaserLength,
    required: false,
    multiline: false,
    hint: 'For the inbox, after the word: petrichor: the smell of first rain.',
    part: 'about',
    shownIn: ['terminal'],
    option: {
      name: 'teaser',
      value: 'text',
      help: `what the inbox says of it, up to ${teaserLength} characters`,
    },
    meaning: 'A few words for the inbox, such as “the smell of first rain”',
    condition: 'Only if it has a teaser',
  },
  level: {
    column: 'level',
    label: 'Level',
    limit: partOfSpeechLength,
    required: false,
    multiline: false,
    choices: wordLevels,
    onlyChoices: true,
    part: 'about',
    shownIn: ['terminal'],
    option: { name: 'level', value: 'level', help: `who knows it: ${wordLevels.join(', ')}` },
    meaning: 'How well known it is: everyday, reader or rare',
  },
  tags: {
    column: 'tags',
    label: 'Tags',
    limit: tagsLength,
    required: false,
    multiline: false,
    hint: 'Your own labels, separated by commas.',
    part: 'about',
    shownIn: ['terminal'],
    option: { name: 'tags', value: 'list', help: 'your own labels, separated by commas' },
  },
  sensitive: {
    column: 'sensitive',
    label: 'Sensitive',
    limit: partOfSpeechLength,
    required: false,
    multiline: false,
    choices: sensitiveKinds,
    hint: 'What it touches, if some readers may not want it. Drugs include alcohol.',
    part: 'about',
    shownIn: ['terminal'],
    option: { name: 'sensitive', value: 'kind', help: 'what it touches, such as violence or religion' },
  },
  suggestedBy: {
    column: 'suggested_by',
    label: 'Suggested by',
    limit: firstNameLength,
    required: false,
    multiline: false,
    isOneLine: true,
    hint: 'The first name of a reader who agreed to be named. Emails and pages show it.',
    part: 'about',
    shownIn: ['terminal'],
    shortLabel: 'From reader',
    option: {
      name: 'suggestedBy',
      value: 'name',
      help: 'the reader who named it, if they agreed to be shown',
    },
    meaning: 'The first name of the reader who suggested it, if they agreed to be named',
    condition: 'Only if a reader suggested it',
  },
  voice: {
    column: 'voice',
    label: 'Browser’s voice',
    limit: partOfSpeechLength,
    required: false,
    multiline: false,
    choices: [voiceOff],
    onlyChoices: true,
    hint: 'Pages without a recording let the browser say the word. Turn it off for words that it misreads.',
    part: 'about',
    shownIn: ['terminal'],
    shortLabel: 'Voice',
    option: { name: 'voice', value: voiceOff, help: 'off, if the voices of browsers misread it' },
  },
  pin: {
    column: 'pin',
    label: 'Pinned to',
    limit: pinLength,
    required: false,
    multiline: false,
    choices: [...namedDays, ...seasons],
    isPin: true,
    hint: 'The autopilot sends it that day: 12-31 for each year, 2026-12-24, a day such as easter, or a northern season.',
    part: 'about',
    shownIn: ['terminal'],
    option: {
      name: 'pin',
      value: 'day',
      help: 'when the autopilot sends it: 12-31, 2026-12-24, easter, autumn and others',
    },
  },
  theme: {
    column: 'theme',
    label: 'Theme',
    limit: themeLength,
    required: false,
    multiline: false,
    isOneLine: true,
    hint: 'The theme week it belongs to. A new title makes a new theme.',
    part: 'about',
    shownIn: ['terminal'],
    option: {
      name: 'theme',
      value: 'title',
      help: 'the theme week it belongs to; a new title makes a new theme',
    },
  },
  themePlace: {
    column: 'theme_place',
    label: 'Place in the theme',
    limit: themePlaceLength,
    required: false,
    multiline: false,
    isNumber: true,
    hint: '1 is its first day. Words without a place come last.',
    part: 'about',
    shownIn: [],
    option: { name: 'themePlace', value: 'number', help: 'its place in the theme, such as 1' },
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
type FieldOf<Part extends WordPart> = {
  [Field in WordField]: Table[Field]['part'] extends Part ? Field : never;
}[WordField];
/** A field that readers read. */
export type EntryField = FieldOf<Exclude<WordPart, 'about'>>;
/** A field that templates can show. */
export type WordVariable = {
  [Field in WordField]: Table[Field] extends { meaning: string } ? Field : never;
}[WordField];
/** The options of `wordrise words add` and `edit`, each with its text. */
export type WordFieldOptions = { [Field in WordField as Table[Field]['option']['name']]?: string };

/** Everything specific to each field of a word: schemas, columns, files, forms and flags derive from it. */
export const wordFieldTable: Readonly<Record<WordField, WordFieldInfo>> = table;

/** The order of columns in CSV files and of fields in forms. */
export const wordFields = Object.keys(table) as WordField[];

/** The fields that every word has. */
export const requiredFields = wordFields.filter((field) => wordFieldTable[field].required);

/** The fields that readers read. The others are about the entry. */
export const entryFields = wordFields.filter(
  (field): field is EntryField => wordFieldTable[field].part !== 'about',
);

/** The tags of a word, from its text. */
export function tagsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/** The fields that a place shows of some parts of an entry, in the order of columns. */
export function shownFields<Part extends WordPart>(place: WordPlace, ...parts: Part[]): FieldOf<Part>[] {
  return wordFields.filter((field): field is FieldOf<Part> => {
    const { part, shownIn } = wordFieldTable[field];
    return (parts as WordPart[]).includes(part) && shownIn.includes(place);
  });
}
