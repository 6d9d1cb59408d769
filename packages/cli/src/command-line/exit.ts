/** The command was mistyped: exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** What to type instead. */
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

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

/** A program such as `head` may close the pipe early: that is not a failure. */
export function exitWhenClosed(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
}
