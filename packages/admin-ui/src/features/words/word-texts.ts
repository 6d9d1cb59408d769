import type { WordSource } from '@wordrise/core/contract';

export const sourceNames: Record<WordSource, string> = {
  admin: 'Added manually',
  import: 'From a file',
  starter: 'Starter word',
  'merriam-webster': 'Merriam-Webster',
  wordnet: 'WordNet',
};

export function countWords(count: number): string {
  return count === 1 ? '1 word' : `${count.toLocaleString('en-US')} words`;
}

export function findingsText(count: number): string {
  return count === 1 ? '1 problem' : `${count} problems`;
}

export function usedText(usedCount: number): string {
  if (usedCount === 0) return 'Not sent yet';
  return usedCount === 1 ? 'Sent once' : `Sent ${usedCount.toLocaleString('en-US')} times`;
}
