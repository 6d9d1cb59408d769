import type { MonthPage, SentWord, TodayAnswer, WordPage } from '../contract/archive.ts';
import { wordPath } from '../contract/public-paths.ts';
import { slugOf } from '../text/slug.ts';
import type { ArchiveDeps } from './archive-deps.ts';
import { findMonthPage } from './month-page.ts';
import { presentSentWord, type SentRecord, sentColumns } from './present-sent-word.ts';
import { readSends } from './read-sends.ts';
import { type SentSlug, sentSlugs } from './sent-slugs.ts';
import { findWordPage } from './word-page.ts';

/** The words that were sent, for visitors. Empty while the archive is off. */
export interface Archive {
  isOn: boolean;
  /**
   * The page of a word, also found under another spelling of its slug, such as "Déjà vu"; `undefined` if it was not
   * sent yet.
   */
  word(slug: string): Promise<WordPage | undefined>;
  /** The words of a month, `YYYY-MM`, or of the latest month; `undefined` if the month is out of range. */
  month(month?: string): Promise<MonthPage | undefined>;
  /** The most recently sent words, latest first. A word that was sent twice appears twice. */
  latest(limit: number): Promise<SentWord[]>;
  /** Every word's slug with the time it was last sent, latest first. */
  slugs(): Promise<SentSlug[]>;
  today(): Promise<TodayAnswer>;
}

export function openArchive(deps: ArchiveDeps): Archive {
  const { database, now, timezone, productName, publicUrl, isOn } = deps;

  async function latest(limit: number): Promise<SentWord[]> {
    if (!isOn) return [];
    const sends = await readSends<SentRecord>(database, sentColumns, { until: now(), limit });
    return sends.map((send) => presentSentWord(send, timezone));
  }

  return {
    isOn,
    word: async (slug) => (isOn ? findWordPage(deps, slugOf(slug)) : undefined),
    month: async (month) => (isOn ? findMonthPage(deps, month) : undefined),
    latest,
    slugs: async () => (isOn ? sentSlugs(database, now()) : []),
    async today() {
      const [found] = await latest(1);
      const absolute = (path: string) => new URL(path, publicUrl).href;
      const answer = { productName, signupUrl: absolute('/#signup') };
      if (!found) return { ...answer, word: null };
      const { slug, ...word } = found;
      return { ...answer, word: { ...word, url: absolute(wordPath(slug)) } };
    },
  };
}
