/** What a script can rely on. */
export const exitStatus = {
  done: 0,
  /** Not done, or not completely. */
  failed: 1,
  wrongUsage: 2,
  /** Ctrl-C, as shells count it: 128 plus the signal's number. */
  interrupted: 130,
  /** SIGTERM, counted the same way. */
  terminated: 143,
} as const;
