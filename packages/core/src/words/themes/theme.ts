import { defineEntity, p } from '@mikro-orm/core';
import { limits } from '../../contract/limits.ts';
import { tables } from '../../platform/database/query.ts';
import type { Word } from '../word.ts';

const ThemeSchema = defineEntity({
  name: 'Theme',
  tableName: 'themes',
  properties: {
    id: p.integer().primary().autoincrement(),
    /** Words name their theme by it, as in files, so that a file of words needs no file of themes before it. */
    title: p.string().length(limits.themeLength).unique(),
    introduction: p.text().default(''),
  },
});

/** Words that belong together, for a week of their own. */
export class Theme extends ThemeSchema.class {}
ThemeSchema.setClass(Theme);

/** For queries on themes and their words. */
export const themeTables = tables<{ themes: Theme; words: Word }>();

/** The order of a theme's words: those without a place come last. */
export function inThemeOrder<Placed extends { themePlace: string; id: number }>(
  words: readonly Placed[],
): Placed[] {
  const place = ({ themePlace }: Placed) =>
    themePlace === '' ? Number.POSITIVE_INFINITY : Number(themePlace);
  // Two words without a place have the same: infinity less infinity is no number.
  return words.toSorted((a, b) => (place(a) === place(b) ? a.id - b.id : place(a) - place(b)));
}
