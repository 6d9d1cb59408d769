import { bulkLookupInput } from '@wordrise/core/contract';

/** One word a line; blank lines count for nothing. */
export function readWordList(text: string): string[] {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** What the contract has against a list of words, and against which. */
export function checkWordList(words: string[]): string | undefined {
  const issue = bulkLookupInput.safeParse({ words }).error?.issues[0];
  if (!issue) return undefined;
  const word = words[Number(issue.path[1])];
  return word === undefined ? issue.message : `“${word.slice(0, 20)}…”: ${issue.message}`;
}
