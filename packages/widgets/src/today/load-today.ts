import type { Today } from './options.ts';

/** Fetches the word of the day; a failure is an error. */
export async function loadToday(apiUrl: string, signal?: AbortSignal): Promise<Today> {
  const response = await fetch(`${apiUrl.replace(/(?<!\/)\/+$/, '')}/api/today`, {
    credentials: 'omit',
    signal: signal ?? null,
  });
  if (!response.ok) throw new Error(`Wordrise answered ${response.status}.`);
  return response.json();
}
