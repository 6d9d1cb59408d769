/** A row belongs to another process now: stop right away, that process continues. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** Matches rows that no process holds. */
export function unleased(now: Date) {
  return { $or: [{ leaseUntil: null }, { leaseUntil: { $lt: now } }] };
}

export function leaseEnd(now: Date, leaseMs: number): Date {
  return new Date(now.getTime() + leaseMs);
}
