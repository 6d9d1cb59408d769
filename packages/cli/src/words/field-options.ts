import { type WordFieldOptions, wordFields, wordFieldTable } from '@wordrise/core/constants';

/** The fields of a word as options of `wordrise words add` and `edit`. */
export const fieldOptions = Object.fromEntries(
  wordFields.map((field) => {
    const { name, value, help } = wordFieldTable[field].option;
    return [name, { value, help }];
  }),
) as Record<keyof WordFieldOptions, { value: string; help: string }>;
