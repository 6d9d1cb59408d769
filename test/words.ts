import { wordFields } from '../packages/core/src/contract/word-fields.ts';
import type { WordInput } from '../packages/core/src/contract/words.ts';

const blank = Object.fromEntries(wordFields.map((field) => [field, ''])) as WordInput;

/** A complete word; a test sets only the fields that matter to it. */
export function aWord(over: Partial<WordInput> = {}): WordInput {
  const word = over.word ?? 'petrichor';
  return {
    ...blank,
    word,
    phoneticPronunciation: '/ˈpetrɪkɔr/',
    partOfSpeech: 'noun',
    definition: 'The pleasant smell of rain on dry earth.',
    etymology: 'From Greek petra, “stone,” and ichor, the blood of the gods.',
    example1: `After the storm the street was full of ${word}.`,
    example2: `She opened the window to let the ${word} in.`,
    conversationTip: 'Mention it when the first drops fall.',
    ...over,
  };
}

/** A quotation with its source, for a word that is petrichor. */
export const aQuotation = {
  quotation: 'A petrichor as of wet stone & clover\nrose from the road.',
  quotationAuthor: 'Ada Quill',
  quotationWork: 'Roads & Rain',
  quotationYear: '1911',
  quotationUrl: 'https://books.example.org/roads?a=1&b=2',
} as const satisfies Partial<WordInput>;

/** A CSV file to import. */
export function csvFile(words: WordInput[]): string {
  const quote = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const rows = words.map((word) => wordFields.map((field) => quote(word[field])).join(','));
  return `${[wordFields.join(','), ...rows].join('\n')}\n`;
}

/** A CSV file of complete words to import. */
export function csvOf(words: string[], definition = 'What it means.'): string {
  return csvFile(words.map((word) => aWord({ word, definition })));
}
