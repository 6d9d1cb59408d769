import { bulkLookupInput } from '@wordrise/core/contract';

/** One word per line; blank lines are ignored. */
export function readEnteredWords(text: string): string[] {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The first validation error for a list of words, with the word it is about. */
export function checkEnteredWords(words: string[]): string | undefined {
  const issue = bulkLookupInput.safeParse({ words }).error?.issues[0];
  if (!issue) return undefined;
  const word = words[Number(issue.path[1])];
  return word === undefined ? issue.message : `“${word.slice(0, 20)}…”: ${issue.message}`;
}
