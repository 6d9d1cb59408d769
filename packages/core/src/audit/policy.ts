/** How long an entry is kept. */
export const keepDays = 180;

/** Refusals of one hour with the same cause, account and network are one entry. */
export const sameForMs = 3_600_000;

/** The most entries that refusals add in one day. More are counted together, so that no attack fills the disk. */
export const mostRefusalsPerDay = 1000;

/** Few enough that nobody waiting for SQLite's write lock is delayed noticeably. */
export const mostClearedAtOnce = 5000;
