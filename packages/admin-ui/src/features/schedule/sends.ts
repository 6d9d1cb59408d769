import type { ProviderEntry } from '@wordrise/core/contract';

/** Whether an entry is an email of ours, not a send made in the provider's own pages. */
export function isOurs(entry: ProviderEntry | undefined): entry is ProviderEntry & { id: number } {
  return entry !== undefined && entry.id !== null;
}

/** Pending emails, the next one first; those without a date last. */
export function pendingEntries(entries: ProviderEntry[]): ProviderEntry[] {
  return entries
    .filter(({ status }) => status === 'pending')
    .toSorted((a, b) => timeOf(a) - timeOf(b) || a.messageName?.localeCompare(b.messageName ?? '') || 0);
}

/** Our emails that will not go out, the latest first: refused, missed, or cancelled at the provider. */
export function failedEntries(entries: ProviderEntry[]): ProviderEntry[] {
  return entries
    .filter(({ id, status }) => status === 'failed' || (status === 'cancelled' && id !== null))
    .toSorted((a, b) => timeOf(b) - timeOf(a));
}

function timeOf({ scheduledTime }: ProviderEntry): number {
  return scheduledTime === null ? Number.MAX_SAFE_INTEGER : Date.parse(scheduledTime);
}

/** The name of an entry. */
export function nameOf({ messageName, messageId }: ProviderEntry): string {
  return messageName ?? (messageId === null ? 'Message without a name' : `Message ${messageId}`);
}

/** Splits a name given by us ("petrichor · 2026-12-01 · 4f…") into the word and the rest, which few people read. */
export function splitName(name: string): { word: string; rest: string } {
  const rest = / · \d{4}-\d{2}-\d{2} · [0-9a-f]+$/.exec(name)?.[0] ?? '';
  return { word: name.slice(0, name.length - rest.length), rest };
}

/** React key of an entry. Entries that are not at the provider yet have no send id. */
export function keyOfEntry({ id, sendId }: ProviderEntry): string {
  return sendId === null ? `entry-${id}` : `send-${sendId}`;
}
