import { cacheByKey, type Wordrise } from '@wordrise/core';
import { logoPath } from '@wordrise/core/contract';
import { type SendFile, staticFile } from '../http/static-file.ts';

const caches = { keptMs: 3_600_000, now: () => performance.now(), most: 50 };
const [before = '', after = ''] = logoPath('KEY').split('KEY');

/**
 * The owner's logos, which emails and pages show.
 *
 * @returns the file of a path, or nothing for paths that are not a logo's
 */
export function logoFiles({ templates }: Pick<Wordrise, 'templates'>, notFound: SendFile) {
  const cached = cacheByKey<SendFile | undefined>(caches, (file) => file !== undefined);
  const headers = {
    // Readers see it in their mail programs, and keep it: its address changes with its content.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': 'public, max-age=31536000, immutable',
    // Even if a browser took it for a page, it would run nothing.
    'Content-Security-Policy': "default-src 'none'; sandbox",
  };
  async function file(key: string): Promise<SendFile | undefined> {
    const body = await templates.logo(key);
    return body && staticFile({ type: 'image/png', headers, body });
  }
  return (path: string): SendFile | undefined => {
    if (!path.startsWith(before) || !path.endsWith(after)) return undefined;
    const key = path.slice(before.length, -after.length);
    if (!/^[\w-]{16,64}$/.test(key)) return notFound;
    return async (ctx) => ((await cached(key, () => file(key))) ?? notFound)(ctx);
  };
}
