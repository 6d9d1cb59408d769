import { plainText } from './normalize-word.ts';

export interface TipInput {
  word: string;
  partOfSpeech: string;
  /** The definition as the dictionary writes it, not yet a sentence: lower case unless it starts with a name. */
  meaning: string;
  /** Whether the word names one person, place or thing. */
  isName: boolean;
}

type Tip = (word: string, meaning: string) => string;

const tips = {
  noun: [
    (word, meaning) => `When you need one word for “${meaning}”, reach for ${word}.`,
    (word, meaning) => `Bring ${word} into a chat today. If anyone asks, it means “${meaning}”.`,
    (word, meaning) => `See whether a friend knows ${word}, then share the meaning: “${meaning}”.`,
    (word, meaning) => `Find a place for ${word} in your next message: it stands for “${meaning}”.`,
  ],
  verb: [
    (word, meaning) => `Where you would usually say “${meaning}”, try ${word} instead.`,
    (word, meaning) => `Talk about your day with ${word}, which means “${meaning}”.`,
    (word, meaning) => `Next time you want to say “${meaning}”, let ${word} do the work.`,
    (word, meaning) => `Use ${word} in a story you tell today. It means “${meaning}”.`,
  ],
  adjective: [
    (word, meaning) => `Swap a plain adjective for ${word} today. It means “${meaning}”.`,
    (word, meaning) => `To say “${meaning}” in a single word, try ${word}.`,
  ],
  adverb: [
    (word, meaning) => `Put ${word} beside a verb when you mean “${meaning}”.`,
    (word, meaning) => `Where you would say “${meaning}”, a single ${word} will do.`,
    (word, meaning) => `Say how something was done with ${word}, which means “${meaning}”.`,
  ],
  name: [
    (word, meaning) => `The next time ${word} comes up, you can add a detail: “${meaning}”.`,
    (word, meaning) => `Ask a friend what they know about ${word}, then compare: “${meaning}”.`,
  ],
} satisfies Record<string, [Tip, ...Tip[]]>;

/** Nobody quotes a longer meaning in a conversation. */
const quotableLength = 110;

/** Used if no tip makes sense. Readers never see it. */
export const tipNotAvailable = 'Conversation tip not available';

/**
 * A sentence on how to use the word. Dictionaries have no such tips, so it is built from the part of speech and, if
 * short enough to say, the definition. The same word always gets the same tip.
 */
export function conversationTip(input: TipInput): string {
  const word = `“${input.word}”`;
  const meaning = quotable(input.meaning);
  const kind = meaning && kindOf(input, meaning);
  if (!meaning || !kind) return tipNotAvailable;
  // "Kick the bucket" is not one word.
  const fitting = tips[kind].filter(
    (tip) => !/\s/u.test(input.word) || !/\b(?:one word|single)\b/u.test(tip('', '')),
  );
  const tip = pick(fitting, input.word);
  return tip === undefined
    ? tipNotAvailable
    : tip(word, kind === 'verb' ? meaning.replace(/^to /u, '') : meaning);
}

/** `undefined` for relational adjectives and other parts of speech: no tip suits them. */
function kindOf({ partOfSpeech, isName }: TipInput, meaning: string): keyof typeof tips | undefined {
  const kind = partOfSpeech.toLowerCase();
  if (isName) return 'name';
  if (kind === 'adjective' && /^(?:of|in|for|by|from|with|on|relating|pertaining|belonging)\b/u.test(meaning))
    return undefined;
  const kinds = ['adverb', 'adjective', 'verb', 'noun'] as const;
  return kinds.find((known) => new RegExp(`\\b${known}\\b`, 'u').test(kind));
}

/** The first clause of the definition, short enough to say. */
function quotable(meaning: string): string | undefined {
  const clause = plainText(meaning.replaceAll(/\([^()]*\)/gu, ' '))
    .replace(/[;:].*/su, '')
    .replaceAll(/["”]/gu, '’')
    .replaceAll('“', '‘')
    .replace(/(?<![.,\s])[.,\s]+$/u, '');
  const long = clause.length > quotableLength;
  return long || clause.length < 3 || /[()]|[.!?] /u.test(clause) ? undefined : clause;
}

/** Chooses by the letters of the word, so that tips vary between words but not for one word. */
function pick<Item>(items: readonly Item[], word: string): Item | undefined {
  let sum = 0;
  for (const letter of word) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return items[sum % items.length];
}
