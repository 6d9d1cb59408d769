import type { Wordrise } from '@wordrise/core';
import type { Headers } from '../http/security-headers.ts';
import { keepFiles } from './keep-files.ts';
import { type PreparedFile, prepareFile } from './static-file.ts';

/** A picture in the folder of the pages' files, for words with letters that our fonts do not have. */
const anyWordPicture = '/word.png';

/** About 5 MB. */
const keptPictures = { most: 50, forMs: 600_000 };

/**
 * The preview pictures for links to sent words, drawn when requested.
 *
 * @returns the picture for a slug, or nothing for a word that was not sent
 */
export function wordPictures(
  { config, archive }: Pick<Wordrise, 'config' | 'archive'>,
  security: Headers,
): (slug: string) => Promise<PreparedFile | undefined> {
  const kept = keepFiles(undefined, keptPictures);
  const inTurn = takeTurns();
  // Other sites show it, and fetch it once.
  const headers = {
    ...{ ...security, 'Cross-Origin-Resource-Policy': 'cross-origin' },
    'Cache-Control': 'public, max-age=86400',
  };
  const elsewhere = prepareFile({
    ...{ status: 302, type: 'text/plain; charset=utf-8', body: Buffer.from(anyWordPicture) },
    headers: { ...headers, Location: anyWordPicture },
  });

  async function draw(slug: string): Promise<PreparedFile | undefined> {
    const page = await archive.word(slug);
    if (page?.word.slug !== slug) return undefined;
    const { drawWordPicture } = await import('../pictures/word-picture.ts');
    const body = await drawWordPicture(page.word, config.productName);
    return body ? prepareFile({ type: 'image/png', headers, body }) : elsewhere;
  }

  return (slug) => kept(slug, () => inTurn(() => draw(slug)));
}

/** Runs tasks one at a time: each takes some megabytes, and time that pages would have to wait for. */
function takeTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}
