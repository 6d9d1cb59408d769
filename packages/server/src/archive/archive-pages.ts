import type { ArchivePages } from '@wordrise/admin-ui';
import { cacheByKey, type Wordrise } from '@wordrise/core';
import {
  archivePath,
  basePath,
  feedPaths,
  limits,
  podcastPath,
  podcastPicturePath,
  wordPath,
} from '@wordrise/core/contract';
import { htmlPage, latestWordCaching, redirect, type SendFile, staticFile } from '../http/static-file.ts';
import { atomFeed, jsonFeed, podcast } from './feeds.ts';
import { robots, siteMap } from './site-map.ts';
import type { PictureLook } from './word-picture.ts';
import { wordPictures } from './word-pictures.ts';

/** The pages in the owner's design, which their caches depend on. */
interface ArchiveLook {
  key: string;
  archive: ArchivePages;
  picture: PictureLook | undefined;
}

type Render = (look: ArchiveLook) => Promise<SendFile | undefined>;

/** Words in a feed: a month. */
const feedLength = 30;
/** Ten seconds, and about 2 MB of compressed pages. A change by another process is visible after this time. */
const caches = { keptMs: 10_000, now: () => performance.now(), most: 300 };

const pictureHeaders = {
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cache-Control': 'public, max-age=86400',
};

/**
 * The public pages of words that were sent, with their feeds, the site map and robots.txt.
 *
 * @returns the file of a path, or nothing for other paths and while the archive is off
 */
export function archivePages(
  { config, archive }: Pick<Wordrise, 'config' | 'archive'>,
  currentLook: () => Promise<ArchiveLook>,
): (path: string) => SendFile | undefined {
  if (!archive.isOn) return () => undefined;
  const base = basePath(config.publicUrl);
  const cached = cacheByKey<SendFile | undefined>(caches, (file) => file !== undefined);
  const picture = wordPictures({ config, archive });

  const fixed: Record<string, Render> = {
    [feedPaths.atom]: async () =>
      file('application/atom+xml', atomFeed(config, await archive.latest(feedLength))),
    [feedPaths.json]: async () =>
      file('application/feed+json', jsonFeed(config, await archive.latest(feedLength))),
    async [podcastPath]() {
      const words = await archive.episodes(limits.podcastLength);
      return words.length > 0 ? file('application/rss+xml', podcast(config, words)) : undefined;
    },
    async [podcastPicturePath]({ picture: look }) {
      // Its native part exists for the usual platforms only.
      const pictures = await import('./word-picture.ts').catch(() => undefined);
      const body = await pictures?.drawPodcastPicture(config.productName, look);
      return body && staticFile({ type: 'image/png', headers: pictureHeaders, body });
    },
    '/sitemap.xml': () => map(),
    '/robots.txt': async () => file('text/plain', robots(config)),
  };

  async function map(part?: number): Promise<SendFile | undefined> {
    const months = (await archive.month())?.months ?? [];
    const xml = siteMap(config, { words: await archive.slugs(), months }, part);
    return xml === undefined ? undefined : file('application/xml', xml);
  }

  async function word(segment: string, { archive: pages }: ArchiveLook): Promise<SendFile | undefined> {
    const page = await archive.word(segment);
    if (!page) return undefined;
    const { slug } = page.word;
    const path = base + wordPath(slug);
    if (slug !== segment)
      return redirect(path, { status: 301, caching: latestWordCaching, text: `This page is at ${path}` });
    return htmlPage(pages.word(page), { caching: latestWordCaching });
  }

  async function month({ archive: pages }: ArchiveLook, name?: string): Promise<SendFile | undefined> {
    const page = await archive.month(name);
    return page && htmlPage(pages.month(page), { caching: latestWordCaching });
  }

  function page(path: string): Render | undefined {
    if (path === archivePath || path === `${archivePath}/`) return (look) => month(look);
    const [, name] = /^\/archive\/(\d{4}-(?:0[1-9]|1[0-2]))\/?$/.exec(path) ?? [];
    if (name) return (look) => month(look, name);
    const [, segment] = /^\/words\/([^/]+)\/?$/.exec(path) ?? [];
    if (segment) return (look) => word(decoded(segment), look);
    const [, part] = /^\/sitemap-([1-9]\d{0,3})\.xml$/.exec(path) ?? [];
    if (part) return () => map(Number(part));
    return path.startsWith('/words/') || path.startsWith(`${archivePath}/`)
      ? async () => undefined
      : fixed[path];
  }

  function find(path: string): Render | undefined {
    const [, pictured] = /^\/words\/([^/]+)\.png$/.exec(path) ?? [];
    // They have their own cache.
    if (pictured) return (look) => picture(decoded(pictured), look);
    const render = page(path);
    return render && ((look) => cached(`${look.key} ${path}`, () => render(look)));
  }

  return (path) => {
    const render = find(path);
    return (
      render &&
      (async (ctx) => {
        const look = await currentLook();
        const file = (await render(look)) ?? htmlPage(look.archive.notFound, { status: 404 });
        return file(ctx);
      })
    );
  };
}

function file(type: string, body: string): SendFile {
  return staticFile({
    type: `${type}; charset=utf-8`,
    headers: { 'Access-Control-Allow-Origin': '*', 'Cache-Control': latestWordCaching },
    body: Buffer.from(body),
  });
}

/** A malformed path matches nothing. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}
