import type { PreparedFile } from './static-file.ts';

/** So many visitors of one page cost one query. Another process's change shows this much later. */
const keptMs = 10_000;
/** Of compressed pages, some 2 MB. */
const mostPages = 300;

/** Keeps files by path for a few seconds, and answers what is asked for meanwhile from memory. */
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
