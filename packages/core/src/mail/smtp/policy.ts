import type { Reach } from '../mailing-list.ts';
import type { SmtpTimeouts } from './transport.ts';

/** The numbers of sending by SMTP; delivery sets them. */
export interface SmtpPolicy {
  timeouts: SmtpTimeouts;
  /** Readers written down at a time when a send starts. */
  prepareBatch: number;
  /** Emails given to the mail server or waiting for a connection, for each connection. */
  inFlightPerConnection: number;
  /** How long one email may take with all waiting, before its answer counts as lost. */
  leaseMs: number;
  /** Pauses before the second try, the third …; the last one repeats. */
  retryAfterMs: readonly number[];
  /** An email that was not accepted by this long after its time is given up. */
  latestMs: number;
  /** How long nothing is sent after the server asked for less, or was away; twice as long each time. */
  rest: { firstMs: number; longestMs: number };
  /** Refusals of our mail as such, one after the other, before it is suspected that everybody's is refused. */
  policyRefusalsTolerated: number;
  /** The same for addresses: of an email that was accepted for nobody yet, and later. */
  addressRefusalsTolerated: { atFirst: number; later: number };
  /**
   * Whether that is so, for refusals at a number of domains. `reach` is given once nobody at another domain can be
   * asked. `undefined`: it is not known yet.
   */
  isEverybodyRefused(domains: number, reach?: Reach): boolean | undefined;
  /** How long one run goes on. */
  sliceMs: number;
  /** After a stop, how long answers are waited for before connections are cut. */
  drainMs: number;
  /** How long it is kept what became of each email. */
  keptMs: number;
}
