import type { Reader, SubscribeResult } from '../mail/mail-provider.ts';

/** A removed reader whom the provider may still have. */
export interface LeavingReader {
  email: string;
  /** The provider's id of the reader, if it is known. */
  subscriberId: string | null;
}

/** The readers that the provider does not have yet, and those that it may still have after their removal. */
export interface ReaderQueue {
  /** Leases up to `limit` new readers that no other process has leased, oldest first. */
  claim(options: { limit: number }): Promise<Reader[]>;
  /**
   * Stores the provider's decisions on a batch. Readers who were removed in the meantime are marked to be taken off its
   * list.
   */
  settle(batch: readonly Reader[], results: readonly SubscribeResult[]): Promise<void>;
  /** Gives up the lease of readers that are still waiting. */
  release(ids: number[]): Promise<void>;
  countWaiting(): Promise<number>;
  /** Removed readers whom no process is subscribing anymore, except those who signed up again. */
  leaving(page: { after: number; limit: number }): Promise<(LeavingReader & { id: number })[]>;
  /**
   * Records that the provider does not have a removed reader. If they have signed up since, they are subscribed again.
   */
  hasLeft(id: number): Promise<void>;
}
