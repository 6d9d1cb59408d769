import type { IcontactConfig } from '../../settings/config.ts';
import type { CallPolicy } from '../mail-provider.ts';

/** An iContact account and how to call it. */
export interface IcontactOptions extends IcontactConfig, CallPolicy {
  fetch?: typeof fetch;
  /** Before every single call; throws if no more may be made, such as over a daily budget. */
  beforeCall?: () => Promise<void>;
  /** iContact asked not to be called for so long. */
  onRest?: (ms: number) => Promise<void>;
  now?: () => Date;
  /** Ends early, without an error, once the signal aborts. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<unknown>;
}
