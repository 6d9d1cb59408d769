export type BotVerdict =
  | { outcome: 'passed' }
  /** `reason` is for the log, not for the visitor. */
  | { outcome: 'rejected'; reason: string }
  /** No verdict: the service did not answer. */
  | { outcome: 'unavailable'; reason: string };

/** Distinguishes people from bots at signup. Never throws. */
export interface BotCheck {
  verify(token: string | undefined, options: { address: string | undefined }): Promise<BotVerdict>;
}
