import type { PreparedFile } from './static-file.ts';

/**
 * How long a page is kept, so that many visitors cost one query. A change by another process is visible after this
 * time.
 */
const keptMs = 10_000;
/** About 2 MB of compressed pages. */
const mostPages = 300;

/** Keeps files by path for a few seconds, and answers requests from memory during that time. */
export function keepFiles(
  now: () => number = performance.now.bind(performance),
  { most = mostPages, forMs = keptMs } = {},
) {
  const kept = new Map<string, { until: number; file: PreparedFile }>();
  return async function get(
    path: string,
    render: () => Promise<PreparedFile | undefined>,
  ): Promise<PreparedFile | undefined> {
    const known = kept.get(path);
    if (known && now() < known.until) return known.file;
    kept.delete(path);
    const file = await render();
    if (!file) return undefined;
    kept.set(path, { until: now() + forMs, file });
    const [oldest] = kept.size > most ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);
    return file;
  };
}
