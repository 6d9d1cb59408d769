import { cacheByKey, type Wordrise } from '@wordrise/core';
import { basePath } from '@wordrise/core/contract';
import { redirect, type SendFile, staticFile } from '../http/static-file.ts';
import type { PictureLook } from './word-picture.ts';

/** A picture in the folder of the pages' files, for words with letters that our fonts do not have. */
const anyWordPicture = '/word.png';

/** About 60 MB. */
const caches = { keptMs: 3_600_000, now: () => performance.now(), most: 500 };
/** Pictures that wait to be drawn. Beyond it, visitors get the picture for any word. */
const mostWaiting = 20;

/**
 * The preview pictures for links to sent words, drawn when requested.
 *
 * @returns the picture for a slug, or nothing for a word that was not sent
 */
export function wordPictures({
  config,
  archive,
}: Pick<Wordrise, 'config' | 'archive'>): (
  slug: string,
  look: { key: string; picture: PictureLook | undefined },
) => Promise<SendFile | undefined> {
  // Other sites show it, and fetch it once.
  const shared = { 'Cross-Origin-Resource-Policy': 'cross-origin' };
  const headers = { ...shared, 'Cache-Control': 'public, max-age=86400' };
  const location = basePath(config.publicUrl) + anyWordPicture;
  const anyWord = (caching: string) =>
    redirect(location, { status: 302, caching, text: anyWordPicture, headers: shared });
  const notDrawable = anyWord('public, max-age=86400');
  const tooMany = anyWord('no-store');
  const cached = cacheByKey<SendFile | undefined>(caches, (file) => file !== undefined && file !== tooMany);
  const inTurn = takeTurns(mostWaiting);

  async function draw(slug: string, look: PictureLook | undefined): Promise<SendFile | undefined> {
    // Before the queue: slugs that do not exist must not wait in it.
    const page = await archive.word(slug);
    if (page?.word.slug !== slug) return undefined;
    const drawn = inTurn(async () => {
      // Its native part exists for the usual platforms only.
      const pictures = await import('./word-picture.ts').catch(() => undefined);
      const body = await pictures?.drawWordPicture(page.word, config.productName, look);
      return body ? staticFile({ type: 'image/png', headers, body }) : notDrawable;
    });
    return drawn ?? tooMany;
  }

  return (slug, { key, picture }) => cached(`${key} ${slug}`, () => draw(slug, picture));
}

/**
 * Runs tasks one at a time: each takes some megabytes, and a processor that others need.
 *
 * @returns nothing for a task that is not run because too many are waiting
 */
function takeTurns(most: number) {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return function inTurn<T>(work: () => Promise<T>): Promise<T> | undefined {
    if (waiting > most) return undefined;
    waiting += 1;
    const mine = last.then(work).finally(() => {
      waiting -= 1;
    });
    last = mine.catch(() => {});
    return mine;
  };
}
