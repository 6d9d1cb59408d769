import type { IcontactConfig } from '../../settings/config.ts';
import type { CallPolicy } from '../mail-provider.ts';

/** An iContact account and how to call it. */
export interface IcontactOptions extends IcontactConfig, CallPolicy {
  fetch?: typeof fetch;
  /** Called before every single call. Throws if no more are allowed, for example when the daily budget is used up. */
  beforeCall?: () => Promise<void>;
  /** Called when iContact asks not to be called for this long. */
  onRest?: (ms: number) => Promise<void>;
  now?: () => Date;
  /** Returns early, without an error, when the signal aborts. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<unknown>;
}
