import {
  type WordDraft,
  type WordField,
  type WordFieldOptions,
  wordFields,
  wordFieldTable,
  wordInput,
} from '@wordrise/core/contract';
import { flagOf } from '../command-line/options.ts';
import { askText } from '../terminal/questions.ts';

/** Such as `--part-of-speech`. */
export function fieldFlag(field: WordField): string {
  return flagOf(wordFieldTable[field].option.name);
}

/** The fields given as options. */
export function givenFields(options: WordFieldOptions): Partial<WordDraft> {
  const values: Partial<Record<string, string>> = options;
  const given = wordFields.map((field) => [field, values[wordFieldTable[field].option.name]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** Asks for one field after another, each with its current text as the default. */
export async function askFields(
  fields: readonly WordField[],
  current: Partial<WordDraft>,
): Promise<Partial<WordDraft>> {
  const answers: Partial<WordDraft> = {};
  for (const field of fields) {
    const check = (text: string) => wordInput.shape[field].safeParse(text).error?.issues[0]?.message ?? true;
    const known = current[field];
    answers[field] = await askText(wordFieldTable[field].label, {
      check,
      ...(known ? { default: known } : {}),
    });
  }
  return answers;
}
