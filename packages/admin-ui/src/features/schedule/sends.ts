import type { ProviderEntry } from '@wordrise/core/contract';

/** What the page lists: what waits, the next one first. Without a date it comes last. */
export function pendingEntries(entries: ProviderEntry[]): ProviderEntry[] {
  return entries
    .filter(({ status }) => status === 'pending')
    .toSorted((a, b) => timeOf(a) - timeOf(b) || a.messageName?.localeCompare(b.messageName ?? '') || 0);
}

/** Ours that will not go out, the latest first: refused, missed, or cancelled in the provider's own pages. */
export function failedEntries(entries: ProviderEntry[]): ProviderEntry[] {
  return entries
    .filter(({ id, status }) => status === 'failed' || (status === 'cancelled' && id !== null))
    .toSorted((a, b) => timeOf(b) - timeOf(a));
}

function timeOf({ scheduledTime }: ProviderEntry): number {
  return scheduledTime === null ? Number.MAX_SAFE_INTEGER : Date.parse(scheduledTime);
}

/** How an entry is called where it stands alone. */
export function nameOf({ messageName, messageId }: ProviderEntry): string {
  return messageName ?? (messageId === null ? 'Message without a name' : `Message ${messageId}`);
}

/** The word of a name that we gave ("petrichor · 2026-12-01 · 4f…"), and the rest, which people rarely read. */
export function splitName(name: string): { word: string; rest: string } {
  const rest = / · \d{4}-\d{2}-\d{2} · [0-9a-f]+$/.exec(name)?.[0] ?? '';
  return { word: name.slice(0, name.length - rest.length), rest };
}

/** One entry of the list: the provider's id is not there yet for those that wait here. */
export function keyOfEntry({ id, sendId }: ProviderEntry): string {
  return sendId === null ? `entry-${id}` : `send-${sendId}`;
}
