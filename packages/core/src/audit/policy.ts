/** How long an entry is kept. */
export const keepDays = 180;

/** Refusals of one hour with the same cause, account and network are one entry. */
export const sameForMs = 3_600_000;

/** Entries that refusals add in one day. Beyond it they are counted together, so that no attack fills the disk. */
export const mostRefusalsPerDay = 1000;

/** Few enough that nobody who waits for SQLite's write lock notices. */
export const mostClearedAtOnce = 5000;
