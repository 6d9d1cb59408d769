/** Whether a write was answered. An unanswered one may or may not have been done. */
type Certainty = 'tried' | 'acknowledged';

/** What was requested of the product, and what it acknowledged. */
export interface Ledger {
  signups: Map<string, Certainty>;
  removals: Map<string, Certainty>;
  /** By the id of the email. */
  scheduled: Set<number>;
  cancels: Map<number, Certainty>;
  /** Words of acknowledged imports. */
  imported: Set<string>;
  /** Definitions that a word may have, by its id: the last acknowledged one, and all tried since. */
  definitions: Map<number, Set<string>>;
  /** How often each kind of thing was done. */
  counts: Map<string, number>;
}

export function createLedger(): Ledger {
  return {
    signups: new Map(),
    removals: new Map(),
    scheduled: new Set(),
    cancels: new Map(),
    imported: new Set(),
    definitions: new Map(),
    counts: new Map(),
  };
}

export function count({ counts }: Ledger, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

/** How many operations were answered with success. */
export function acknowledged(ledger: Ledger): number {
  return counted(ledger, 'acknowledged');
}

/** How many processes were killed. */
export function killed(ledger: Ledger): number {
  return counted(ledger, 'kill');
}

function counted({ counts }: Ledger, kind: string): number {
  const found = [...counts].filter(([what]) => what.startsWith(kind));
  return found.reduce((sum, [, number]) => sum + number, 0);
}
