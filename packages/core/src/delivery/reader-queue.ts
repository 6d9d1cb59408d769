import type { Reader, SubscribeResult } from '../mail/mail-provider.ts';

/** A removed reader whom the provider may still have. */
export interface LeavingReader {
  email: string;
  /** The provider's id of the reader, if it is known. */
  subscriberId: string | null;
}

/** The readers that the provider does not have yet, and those that it may have too long. */
export interface ReaderQueue {
  /** Leases up to `limit` of them, oldest first, that no other process has leased. */
  claim(options: { limit: number }): Promise<Reader[]>;
  /** Stores what the provider decided on readers of a batch. Those who were removed meanwhile are to leave it. */
  settle(batch: readonly Reader[], results: readonly SubscribeResult[]): Promise<void>;
  /** Gives up the lease of readers that are still waiting. */
  release(ids: number[]): Promise<void>;
  countWaiting(): Promise<number>;
  /** Removed readers whom no process is subscribing anymore, except those who signed up again. */
  leaving(page: { after: number; limit: number }): Promise<(LeavingReader & { id: number })[]>;
  /** The provider does not have a removed reader. One who has signed up since is subscribed again. */
  hasLeft(id: number): Promise<void>;
}
