import { withoutCitedMarks } from '../../contract/cited-forms.ts';
import { isPlaceholder } from '../../contract/placeholder.ts';
import type { WordFinding, WordFindingCode } from '../../contract/word-check.ts';
import { type WordField, wordFieldTable } from '../../contract/word-fields.ts';
import type { WordInput } from '../../contract/words.ts';

/** The fields that consist of sentences. */
export const proseFields = ['definition', 'etymology', 'example1', 'example2', 'conversationTip'] as const;

interface Rule {
  code: WordFindingCode;
  /** The fields it applies to; all with prose if left out. */
  fields?: readonly WordField[];
  find: (text: string, about: { word: string; field: WordField }) => Problem | undefined;
}

interface Problem {
  /** What is wrong and what to do, after the name of the field. */
  says: string;
  /** The right text of the field, and what putting it there does; only where it is certain. */
  fix?: { label: string; text: string } | undefined;
}

/** How the texts of a word are written, whatever they say: markup, characters, punctuation. */
export function checkWriting(word: WordInput): WordFinding[] {
  return rules.flatMap(({ code, fields = proseFields, find }) =>
    fields.flatMap((field): WordFinding[] => {
      const text = word[field].trim();
      if (text === '' || isPlaceholder(text)) return [];
      const problem = find(text, { word: word.word.trim(), field });
      if (problem === undefined) return [];
      const { says, fix } = problem;
      const message = `${wordFieldTable[field].label} ${says}`;
      return [{ code, field, message, ...(fix && fix.text !== '' && { fix }) }];
    }),
  );
}

const quotationFields = ['quotation', 'quotationAuthor', 'quotationWork'] as const;
const everyField = ['word', 'partOfSpeech', ...proseFields, ...quotationFields] as const;

const rules: readonly Rule[] = [
  { code: 'text.markup', fields: everyField, find: markup },
  { code: 'text.contact', fields: everyField, find: contact },
  { code: 'text.characters', fields: [...everyField, 'phoneticPronunciation'], find: characters },
  { code: 'text.capitals', find: capitals },
  { code: 'text.repeated_word', find: repeatedWord },
  { code: 'text.sentence', find: sentenceShape },
  { code: 'text.quotes', find: straightQuotes },
];

/** Characters that HTML writes as names; other names are left to a person. */
const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '”',
  apos: '’',
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  eacute: 'é',
};

const tag = /<\/?[a-z][^<>]*>/giu;
const entity = /&(?:#(\d{2,6})|#x([\da-f]{2,5})|([a-z]{2,8}));/giu;
const markdown = [
  /\*\*([^*\s][^*]*)\*\*/gu,
  /(?<![\p{L}\p{N}_])__?([^_\s][^_]*)_?_(?![\p{L}\p{N}_])/gu,
  /`([^`]+)`/gu,
  /\[([^\][]+)\]\([^()\s]+\)/gu,
  /^#{1,6} +(\S.*)$/gmu,
];
/** In fields where single asterisks do not mark cited forms. */
const emphasis = /(?<![\p{L}\p{N}*])\*([^*\s][^*]*)\*(?![\p{L}\p{N}*])/gu;

function markup(text: string, { word, field }: { word: string; field: WordField }): Problem | undefined {
  const withWord = text.replaceAll(/\{\{\{?\s*word\s*\}?\}\}/gu, word);
  const placeholder = /\{\{[^{}]*\}\}?|\{%[^%]*%\}|\[(?:firstname|fname|email|contact\.\w+)\]/iu.exec(
    withWord,
  );
  if (placeholder) {
    return {
      says: `contains “${placeholder[0]}”, which is filled in only in a template. Write the text itself.`,
    };
  }
  const marks = wordFieldTable[field as 'etymology'].marksCitedForms ? markdown : [...markdown, emphasis];
  const plain = marks.reduce((rest, mark) => rest.replaceAll(mark, '$1'), withWord.replaceAll(tag, ''));
  const decoded = plain.replaceAll(entity, (name, decimal, hexadecimal, named) => {
    if (decimal) return String.fromCodePoint(Number(decimal));
    if (hexadecimal) return String.fromCodePoint(Number.parseInt(hexadecimal, 16));
    return entities[String(named).toLowerCase()] ?? name;
  });
  if (decoded === text) return undefined;
  return {
    says: 'contains HTML, Markdown or a template tag, which readers would see as typed. Write plain text.',
    fix: { label: 'Turn it into plain text', text: decoded.replaceAll(/ {2,}/gu, ' ').trim() },
  };
}

/** Addresses and numbers: readers of a word have no use for them, and spam filters look for them. */
function contact(text: string): Problem | undefined {
  const patterns = [
    /\bhttps?:\/\/\S+|\bwww\.\S+/iu,
    /\b[a-z\d-]+\.(?:com|org|net|io|edu|gov)\b/iu,
    /(?:\+\d{1,3}[ .-]?)?(?:\(\d{3}\) ?|\b\d{3}[ .-])\d{3}[ .-]\d{4}\b|\+\d[\d .-]{7,}\d/u,
  ];
  const address = text.split(/\s+/u).find((part) => /^[^@]+@[^@]+\.\p{L}/u.test(part));
  const found =
    address ?? patterns.map((pattern) => pattern.exec(text)?.[0]).find((match) => match !== undefined);
  return found === undefined
    ? undefined
    : { says: `contains “${found}”. Leave out addresses, links and telephone numbers.` };
}

const pictures = /\p{Extended_Pictographic}|\u{FE0F}|[\u{1F3FB}-\u{1F3FF}]|[\u{1F1E6}-\u{1F1FF}]/gu;
/** Characters that no one sees, such as a zero-width space, and the replacement for an unreadable one. */
const invisible = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF\uFFFD]/gu;

function characters(text: string): Problem | undefined {
  const readable = text.replaceAll(/[©®™]/gu, '');
  const hasPicture = /[\p{Extended_Pictographic}\u{1F1E6}-\u{1F1FF}]/u.test(readable);
  const isBroken = text.includes('\uFFFD');
  const cleaned = text.replaceAll(invisible, '');
  if (!hasPicture && cleaned === text) return undefined;
  const what = hasPicture ? 'an emoji, which not every program shows' : 'an invisible character';
  const withoutPictures = cleaned
    .replaceAll(pictures, (picture) => (/[©®™]/u.test(picture) ? picture : ''))
    .replaceAll(/ {2,}/gu, ' ')
    .trim();
  if (isBroken) return { says: 'contains a character that could not be read (�). Type it again.' };
  return { says: `contains ${what}. Remove it.`, fix: { label: 'Remove it', text: withoutPictures } };
}

function capitals(text: string): Problem | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const upper = text.match(/\p{Lu}/gu)?.length ?? 0;
  if (letters < 12 || upper / letters < 0.7) return undefined;
  return { says: 'is written in capitals, which reads as shouting. Use lower case.' };
}

/** Repetitions that English has: "all that had had to wait", "It is what that that matters". */
const repeatable = new Set(
  'bye chop ha had hear ho hush knock la no now out so that there tick tut very well yes yum'.split(' '),
);
/** After these, the same word again is a slip, never emphasis. */
const functionWords = new Set(
  'a an and are as at be but by for from has he her his i if in into is it its my of on or our she than the their then they this to was we were with you your'.split(
    ' ',
  ),
);

function repeatedWord(text: string, { word }: { word: string }): Problem | undefined {
  for (const match of text.matchAll(/(?<![\p{L}\p{M}’'-])([\p{L}\p{M}]+)(\s+)(\1)(?![\p{L}\p{M}’'-])/giu)) {
    const [whole, first = '', , second = ''] = match;
    const plain = first.toLowerCase();
    if (repeatable.has(plain) || word.toLowerCase().includes(whole.toLowerCase())) continue;
    // A name: "the Wiki Wiki Shuttle".
    if (/^\p{Lu}/u.test(second)) continue;
    const says = `says “${whole}”. Remove the second “${second}”.`;
    const end = match.index + whole.length;
    const fixed = text.slice(0, match.index) + first + text.slice(end);
    return {
      says,
      fix: functionWords.has(plain) ? { label: `Remove the second “${second}”`, text: fixed } : undefined,
    };
  }
  return undefined;
}

/** Closing quotation marks, parentheses and asterisks may follow the full stop. */
const ending = /[.!?…]["”’)*\]]*$/u;
const opening = /^["“‘'(*[]*/u;

function sentenceShape(
  text: string,
  { field, word }: { field: WordField; word: string },
): Problem | undefined {
  const marks = opening.exec(text)?.[0] ?? '';
  const first = text.slice(marks.length);
  // A headword such as "iPhone", and a cited form that begins a sentence, keep their lower case.
  const startsLow =
    /^\p{Ll}/u.test(first) &&
    !marks.includes('*') &&
    !first.startsWith(word) &&
    !/^\p{Ll}+\p{Lu}/u.test(first);
  const bare = withoutCitedMarks(field, text);
  const isOpen = !ending.test(bare);
  const spaced = spacedOnce(bare) !== bare;
  if (!startsLow && !isOpen && !spaced) return undefined;
  const faults = [
    startsLow && 'does not begin with a capital letter',
    isOpen && 'does not end with a period',
    spaced && 'has a stray space',
  ].filter((fault) => fault !== false);
  const raised = startsLow ? marks + first.charAt(0).toUpperCase() + first.slice(1) : text;
  const tidy = spacedOnce(raised);
  const isCutOff = /[,;:–—-]$/u.test(bare);
  const label = faults.length === 1 && isOpen ? 'Add the period' : 'Write it as a sentence';
  return {
    says: `${faults.join(' and ')}. Write it as a sentence.`,
    fix: isCutOff ? undefined : { label, text: isOpen ? closed(tidy) : tidy },
  };
}

/** Single spaces, and none before a comma or a period; “…” may be three periods. */
function spacedOnce(text: string): string {
  return text.replaceAll(/ {2,}/gu, ' ').replaceAll(/ ([,.;:!?])(?!\.)/gu, '$1');
}

/** With a period, inside closing quotation marks as Americans write it. */
function closed(text: string): string {
  const quoted = /^(.*[\p{L}\p{N}])([”"’]+)$/su.exec(text);
  return quoted ? `${quoted[1]}.${quoted[2]}` : `${text}.`;
}

function straightQuotes(text: string): Problem | undefined {
  const curly = text
    .replaceAll(/(?<=[\p{L}\p{N}])'(?=\p{L})/gu, '’')
    .replaceAll(/(?<=s)'(?=[\s,.;:!?]|$)/gu, '’')
    .replaceAll(/(?<=^|[\s(—–“])"(?=\S)/gu, '“')
    .replaceAll(/(?<=\S)"(?=$|[\s),.;:!?—–’])/gu, '”')
    .replaceAll(/(?<=^|[\s(—–“])'(?=\S)/gu, '‘')
    .replaceAll(/(?<=\S)'(?=$|[\s),.;:!?—–”])/gu, '’');
  if (!/["']/u.test(text)) return undefined;
  const isCertain =
    !/["']/u.test(curly) &&
    count(curly, '“') === count(curly, '”') &&
    !/(?<=^|\s)‘(?:\d|em|tis|twas|til)\b/u.test(curly);
  return {
    says: 'has straight quotation marks or apostrophes. Use curly ones: “ ” ’.',
    fix: isCertain ? { label: 'Make them curly', text: curly } : undefined,
  };
}

const count = (text: string, mark: string) => text.split(mark).length - 1;
