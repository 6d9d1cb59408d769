import type { Config } from '@wordrise/core';
import {
  archivePath,
  basePath,
  escapeHtml,
  type SentWord,
  siteAddress,
  wordPath,
} from '@wordrise/core/contract';

type SiteMapConfig = Pick<Config, 'publicUrl'>;

interface Mapped {
  /** By the date they were last sent, latest first. */
  words: Pick<SentWord, 'slug' | 'sentAt'>[];
  /** `YYYY-MM` */
  months: string[];
}

interface Entry {
  path: string;
  lastmod?: string | undefined;
}

/** Pages in one site map. sitemaps.org allows 50,000. */
const mostPages = 45_000;

/**
 * Every public page for search engines, in the format of sitemaps.org: one site map or, if there are too many pages, an
 * index with parts numbered from 1.
 *
 * @param part Left out for the site map or the index.
 * @returns `undefined` for a part that does not exist
 */
export function siteMap(config: SiteMapConfig, mapped: Mapped, part?: number, most = mostPages) {
  const entries = publicPages(mapped);
  if (entries.length <= most) return part === undefined ? asXml(config, 'url', entries) : undefined;
  // Oldest first: a full part no longer changes when a word is sent.
  const parts = inParts(entries.toReversed(), most);
  if (part === undefined) return asXml(config, 'sitemap', parts.map(summary));
  const listed = parts[part - 1];
  return listed && asXml(config, 'url', listed);
}

/** Latest first. */
function publicPages({ words, months }: Mapped): Entry[] {
  return [
    { path: '/' },
    { path: archivePath, lastmod: words[0]?.sentAt },
    // The latest month is the archive's own page.
    ...months.slice(1).map((month) => ({ path: `${archivePath}/${month}` })),
    ...words.map(({ slug, sentAt }) => ({ path: wordPath(slug), lastmod: sentAt })),
  ];
}

function inParts(entries: readonly Entry[], most: number): Entry[][] {
  const count = Math.ceil(entries.length / most);
  return Array.from({ length: count }, (_, place) => entries.slice(place * most, (place + 1) * most));
}

function summary(entries: readonly Entry[], place: number): Entry {
  const latest = entries
    .map(({ lastmod = '' }) => lastmod)
    .reduce((one, other) => (one > other ? one : other));
  return { path: `/sitemap-${place + 1}.xml`, lastmod: latest };
}

function asXml({ publicUrl }: SiteMapConfig, element: 'url' | 'sitemap', entries: readonly Entry[]): string {
  const root = element === 'url' ? 'urlset' : 'sitemapindex';
  const site = new URL(publicUrl).origin + basePath(publicUrl);
  const lines = entries.map(({ path, lastmod }) => {
    const changed = lastmod ? `<lastmod>${lastmod}</lastmod>` : '';
    return `<${element}><loc>${site}${escapeHtml(path)}</loc>${changed}</${element}>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${lines.join('\n')}
</${root}>
`;
}

/** Robots may read everything except the admin area and the API. */
export function robots({ publicUrl }: SiteMapConfig): string {
  const base = basePath(publicUrl);
  return `User-agent: *
Disallow: ${base}/admin
Disallow: ${base}/api/
Disallow: ${base}/login

Sitemap: ${siteAddress(publicUrl, '/sitemap.xml')}
`;
}
