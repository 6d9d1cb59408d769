import type { Reader, SubscribeResult } from '../mail/mail-provider.ts';

/** The readers that the provider does not have yet. */
export interface ReaderQueue {
  /** Leases up to `limit` of them, oldest first, that no other process has leased. */
  claim(options: { limit: number; leaseMs: number }): Promise<Reader[]>;
  /** Stores what the provider decided. */
  settle(results: readonly SubscribeResult[]): Promise<void>;
  /** Gives up the lease of readers that are still waiting. */
  release(ids: number[]): Promise<void>;
  countWaiting(): Promise<number>;
}
