import type { Reach } from '../mailing-list.ts';
import type { SmtpTimeouts } from './transport.ts';

/** The numbers for sending by SMTP; `delivery/policy.ts` sets them. */
export interface SmtpPolicy {
  timeouts: SmtpTimeouts;
  /** Readers recorded at a time when a send starts. */
  prepareBatch: number;
  /** Emails in flight or waiting for a connection, for each connection. */
  inFlightPerConnection: number;
  /** How long one email may take, including all waiting, before its answer counts as lost. */
  leaseMs: number;
  /** Pauses before the second try, the third …; the last one repeats. */
  retryAfterMs: readonly number[];
  /** An email that was not accepted by this long after its time is given up. */
  latestMs: number;
  /** How long to pause after the server asked for less or was away; doubles each time. */
  rest: { firstMs: number; longestMs: number };
  /** Consecutive refusals because of content or sender before it is suspected that all mail is refused. */
  policyRefusalsTolerated: number;
  /** The same for refused addresses, before anybody's email was accepted and after that. */
  addressRefusalsTolerated: { atFirst: number; later: number };
  /**
   * Whether all mail is refused, given refusals at a number of domains. `reach` is passed once no reader at another
   * domain is left to try. `undefined`: not known yet.
   */
  isEverybodyRefused(domains: number, reach?: Reach): boolean | undefined;
  /** How long one run lasts. */
  sliceMs: number;
  /** How long to wait for answers after a stop before connections are cut. */
  drainMs: number;
  /** How long individual results are kept. */
  keptMs: number;
}
