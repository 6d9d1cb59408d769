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
