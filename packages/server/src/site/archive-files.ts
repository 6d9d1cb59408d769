import type { Wordrise } from '@wordrise/core';
import { archivePath, feedPaths, wordPath } from '@wordrise/core/contract';
import type { Headers } from '../http/security-headers.ts';
import { atomFeed, jsonFeed } from './feeds.ts';
import { keepFiles } from './keep-files.ts';
import type { Site } from './site.ts';
import { robots, siteMap } from './site-map.ts';
import { htmlPage, type PreparedFile, prepareFile } from './static-file.ts';
import { unavailablePage } from './unavailable.ts';
import { wordPictures } from './word-pictures.ts';

type ArchiveDeps = Pick<Wordrise, 'config' | 'archive'>;
type Render = () => Promise<PreparedFile | undefined>;

/** Words in a feed: a month. */
const feedLength = 30;
/** A word's page changes when the next word is sent, or when its text is corrected. */
const caching = 'public, max-age=300, stale-while-revalidate=86400';

/**
 * The public pages of words that were sent, with their feeds, the site map and robots.txt.
 *
 * @returns the file of a path, or nothing for other paths and while the archive is off
 */
export function archiveFiles(
  { config, archive }: ArchiveDeps,
  { archive: pages }: Pick<Site, 'archive'>,
  headers: Headers,
): (path: string) => PreparedFile | undefined {
  if (!archive.isOn) return () => undefined;
  const notFound = htmlPage(pages.notFound, headers, { status: 404 });
  const unavailable = unavailablePage(headers);
  const kept = keepFiles();
  const picture = wordPictures({ config, archive }, headers);
  const file = (type: string, body: string) =>
    prepareFile({
      type: `${type}; charset=utf-8`,
      headers: { ...headers, 'Access-Control-Allow-Origin': '*', 'Cache-Control': caching },
      body: Buffer.from(body),
    });

  const fixed: Record<string, Render> = {
    [feedPaths.atom]: async () =>
      file('application/atom+xml', atomFeed(config, await archive.latest(feedLength))),
    [feedPaths.json]: async () =>
      file('application/feed+json', jsonFeed(config, await archive.latest(feedLength))),
    '/sitemap.xml': () => map(),
    '/robots.txt': async () => file('text/plain', robots(config)),
  };

  async function map(part?: number): Promise<PreparedFile | undefined> {
    const months = (await archive.month())?.months ?? [];
    const xml = siteMap(config, { words: await archive.slugs(), months }, part);
    return xml === undefined ? undefined : file('application/xml', xml);
  }

  async function word(segment: string): Promise<PreparedFile | undefined> {
    const page = await archive.word(segment);
    if (!page) return undefined;
    const { slug } = page.word;
    if (slug !== segment) return redirect(wordPath(slug), headers);
    return htmlPage(pages.word(page), headers, { caching });
  }

  async function month(name?: string): Promise<PreparedFile | undefined> {
    const page = await archive.month(name);
    return page && htmlPage(pages.month(page), headers, { caching });
  }

  function find(path: string): Render | undefined {
    const [, pictured] = /^\/words\/([^/]+)\.png$/.exec(path) ?? [];
    if (pictured) return () => picture(decoded(pictured));
    if (path === archivePath || path === `${archivePath}/`) return () => month();
    const [, name] = /^\/archive\/(\d{4}-(?:0[1-9]|1[0-2]))\/?$/.exec(path) ?? [];
    if (name) return () => month(name);
    const [, segment] = /^\/words\/([^/]+)\/?$/.exec(path) ?? [];
    if (segment) return async () => word(decoded(segment));
    const [, part] = /^\/sitemap-([1-9]\d{0,3})\.xml$/.exec(path) ?? [];
    if (part) return () => map(Number(part));
    return path.startsWith('/words/') || path.startsWith(`${archivePath}/`)
      ? async () => undefined
      : fixed[path];
  }

  return (path) => {
    const render = find(path);
    if (!render) return undefined;
    return async (accepted) => {
      const found = await kept(path, render).catch(() => unavailable);
      return (found ?? notFound)(accepted);
    };
  };
}

/** A malformed path matches nothing. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}

function redirect(path: string, headers: Headers): PreparedFile {
  return prepareFile({
    status: 301,
    type: 'text/plain; charset=utf-8',
    headers: { ...headers, 'Cache-Control': caching, Location: path },
    body: Buffer.from(`This page is at ${path}`),
  });
}
