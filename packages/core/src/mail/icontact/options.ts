import type { IcontactConfig } from '../../settings/config.ts';

/** An account of iContact and how to talk to it. */
export interface IcontactOptions extends IcontactConfig {
  /** For one call, its body included. */
  timeoutMs?: number;
  /** Pause between the starts of two calls of this process; iContact throttles above about one a second. */
  minIntervalMs?: number;
  fetch?: typeof fetch;
  /** Before every single call; throws where no more may be made, such as over a daily budget. */
  beforeCall?: () => Promise<void>;
  now?: () => Date;
  sleep?: (ms: number) => Promise<void>;
}
