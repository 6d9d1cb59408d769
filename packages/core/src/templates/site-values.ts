import { archivePath, wordPath } from '../contract/public-paths.ts';
import type { SiteVariable } from '../contract/template-variables.ts';
import { slugOf } from '../text/slug.ts';

/** The installation's name and links in emails. */
export interface EmailSite {
  productName: string;
  publicUrl: string;
  /** Whether words have public pages. */
  hasArchive: boolean;
}

/** A preview's word may not have been scheduled yet: the preview then uses the address it would get. */
export interface LinkedWord {
  word: string;
  slug?: string | null | undefined;
}

/** The values of the site's variables, except those that differ for each reader. */
export function siteValues(
  { productName, publicUrl, hasArchive }: EmailSite,
  { word, slug }: LinkedWord,
): Record<Exclude<SiteVariable, 'unsubscribeUrl'>, string> {
  const page = (path: string) => (hasArchive ? new URL(path, publicUrl).href : '');
  return {
    productName,
    publicUrl: new URL('/', publicUrl).href,
    wordUrl: page(wordPath(slug || slugOf(word))),
    archiveUrl: page(archivePath),
  };
}
