import type { Morning } from './choose-words.ts';

/** Words of the first pack that show what the emails are like: known to sound good, and easy to retell. */
export const openingWords = [
  'petrichor',
  'serendipity',
  'kerfuffle',
  'defenestrate',
  'discombobulate',
  'flabbergast',
  'hygge',
  'kintsugi',
  'lagniappe',
  'mondegreen',
  'murmuration',
  'schadenfreude',
  'shenanigans',
  'skedaddle',
  'smithereens',
  'umami',
  'wanderlust',
  'zeitgeist',
] as const;

const openingMornings = 7;

/** The part of a timeline in which the first words of an installation go out, if nothing was ever sent. */
export function openingWeek(timeline: readonly Morning[]): Morning[] {
  return timeline.slice(0, openingMornings);
}
