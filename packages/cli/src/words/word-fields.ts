import { type WordField, type WordInput, wordFields, wordInput } from '@wordrise/core/contract';
import { askText } from '../terminal/questions.ts';

/** As commander hands the flags over. */
export interface FieldOptions {
  pronunciation?: string;
  partOfSpeech?: string;
  definition?: string;
  etymology?: string;
  example1?: string;
  example2?: string;
  tip?: string;
  /** A new spelling, for `edit`. */
  word?: string;
}

export const fieldNames: Record<WordField, { question: string; flag: string; option: keyof FieldOptions }> = {
  word: { question: 'Word', flag: '--word', option: 'word' },
  phoneticPronunciation: { question: 'Pronunciation', flag: '--pronunciation', option: 'pronunciation' },
  partOfSpeech: { question: 'Part of speech', flag: '--part-of-speech', option: 'partOfSpeech' },
  definition: { question: 'Definition', flag: '--definition', option: 'definition' },
  etymology: { question: 'Etymology', flag: '--etymology', option: 'etymology' },
  example1: { question: 'Example 1', flag: '--example1', option: 'example1' },
  example2: { question: 'Example 2', flag: '--example2', option: 'example2' },
  conversationTip: { question: 'Conversation tip', flag: '--tip', option: 'tip' },
};

/** The fields that flags have given. */
export function givenFields(options: FieldOptions): Partial<WordInput> {
  const given: Partial<WordInput> = {};
  for (const field of wordFields) {
    const value = options[fieldNames[field].option];
    if (value !== undefined) given[field] = value;
  }
  return given;
}

/** Asks for the fields one after the other, each with the present text on offer. */
export async function askFields(
  fields: readonly WordField[],
  present: Partial<WordInput>,
): Promise<Partial<WordInput>> {
  const answers: Partial<WordInput> = {};
  for (const field of fields) {
    const check = (text: string) => wordInput.shape[field].safeParse(text).error?.issues[0]?.message ?? true;
    const known = present[field];
    answers[field] = await askText(fieldNames[field].question, {
      check,
      ...(known ? { default: known } : {}),
    });
  }
  return answers;
}
