import type { Config } from '@wordrise/core';
import { archivePath, escapeHtml, type SentWord, wordPath } from '@wordrise/core/contract';

interface Mapped {
  words: Pick<SentWord, 'slug' | 'sentAt'>[];
  /** `YYYY-MM` */
  months: string[];
}

/** Every public page for search engines, in the format of sitemaps.org. */
export function siteMap({ publicUrl }: Pick<Config, 'publicUrl'>, { words, months }: Mapped): string {
  const url = (path: string, lastmod?: string) => {
    const changed = lastmod ? `<lastmod>${lastmod}</lastmod>` : '';
    return `<url><loc>${escapeHtml(new URL(path, publicUrl).href)}</loc>${changed}</url>`;
  };
  const urls = [
    url('/'),
    url(archivePath, words[0]?.sentAt),
    // The latest month is the archive's own page.
    ...months.slice(1).map((month) => url(`${archivePath}/${month}`)),
    ...words.map(({ slug, sentAt }) => url(wordPath(slug), sentAt)),
  ];
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}

/** What robots may read: all but the admin area and the API. */
export function robots({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return `User-agent: *
Disallow: /admin
Disallow: /api/
Disallow: /login

Sitemap: ${new URL('/sitemap.xml', publicUrl).href}
`;
}
