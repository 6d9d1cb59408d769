import { cacheByKey, type Wordrise } from '@wordrise/core';
import { rangedFile, type SendFile } from '../http/static-file.ts';

/** Up to 16 MB; a player asks for the same file several times. */
const caches = { keptMs: 60_000, now: () => performance.now(), most: 8 };
const named = /^\/recordings\/([\w-]{27}\.(?:mp3|m4a|aac|ogg))$/;
const headers = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  // Its address changes with its content.
  'Cache-Control': 'public, max-age=31536000, immutable',
};

/** Recordings of words, for pages, players of podcasts, and the admin area. Nobody can guess the name of one. */
export function recordingFiles(
  { words }: Pick<Wordrise, 'words'>,
  notFound: SendFile,
): (path: string) => SendFile | undefined {
  const cached = cacheByKey<SendFile | undefined>(caches, (file) => file !== undefined);
  async function read(name: string): Promise<SendFile | undefined> {
    const found = await words.recording(name);
    return found && rangedFile({ ...found, headers });
  }
  return (path) => {
    if (!path.startsWith('/recordings/')) return undefined;
    const [, name] = named.exec(path) ?? [];
    return name ? async (ctx) => ((await cached(name, () => read(name))) ?? notFound)(ctx) : notFound;
  };
}
