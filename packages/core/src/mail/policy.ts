import { timings } from '../contract/limits.ts';
import type { DomainError } from '../platform/errors.ts';
import { type CallPolicy, ProviderRefused, ProviderUnreachable } from './mail-provider.ts';
import type { Reach } from './mailing-list.ts';
import type { SmtpTimeouts } from './smtp/transport.ts';

// Every number and rule for delivering to the email provider. What the pages also show, such as how often a pass runs,
// comes from `timings` in the contract.

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Calls to the provider. iContact throttles above about one a second. */
export const callPolicy: CallPolicy = {
  timeoutMs: 10 * second,
  minIntervalMs: second,
  readRetries: 3,
  readRetriesWithinMs: 10 * second,
};

/** Calls in one day (UTC), for all processes together. */
export const dailyCalls = {
  /** iContact publishes no number; this stays below every number that has been reported. */
  limit: 5000,
  /** New readers leave this many, so that emails always get through. */
  keptFromReaders: 500,
  /** The list on the schedule page leaves this many: it is refreshed again and again. */
  keptFromList: 1000,
  /** Subscribing readers as they sign up leaves this many: it costs more calls than a pass does. */
  keptFromPromptReaders: 2500,
} as const;

/** A process whose clock is further from the database server's does nothing. A smaller difference is made up for. */
export const clockPolicy = { mostDifferenceMs: timings.clockToleranceSeconds * second } as const;

const untried = `It was not tried within ${timings.lateSendHours} hours of its time: Wordrise was not running, or`;

/** Why an email was missed for which nothing was attempted: all of it, or that to some readers. */
export const neverTried = {
  email: `${untried} sending was on hold.`,
  reader: `${untried} did not get that far.`,
} as const;

export const emailPolicy = {
  /** Entries read from the database at a time. */
  batchSize: 50,
  /** Emails that the provider may fail on individually before a step considers it away. */
  faultsTolerated: 3,
  /**
   * How long one process owns an entry. Much longer than one call to the provider may take, so that a lost call has
   * ended by the time another process asks for its result.
   */
  leaseMs: 2 * minute,
  /**
   * How long the provider may still make a send whose answer was lost. For this long, a canceled email is looked for
   * there, if its send was attempted.
   */
  settledAfterMs: timings.lostSendMinutes * minute,
  /** An email that could not be sent within this long after its time fails. */
  latestMs: timings.lateSendHours * hour,
  /** An email that has not been sent this long after its time is late. */
  lateMs: 30 * minute,
  /** Emails that go out sooner are not moved to another provider. */
  switchMarginMs: 10 * minute,
  /** A send that the provider still holds back this long after its time is reported. */
  overdueMs: hour,
  /** How long lost answers and readers who join later may still change whether anyone got a sent email. */
  settlesForMs: 8 * 24 * hour,
  /** How far the provider's time of a send may be from ours before it is reported. */
  sameTimeMs: minute,
} as const;

/** Whether a list imported from a provider lacks so many of our readers that it is probably incomplete. */
export const isListIncomplete = ({ missing, of, found }: { missing: number; of: number; found: number }) =>
  missing > 0 && (found === 0 || (missing > 1 && missing > of / 10));

export const readerPolicy = {
  /** Readers claimed at a time: as many as iContact accepts in one call. */
  batchSize: 500,
  /** Longer than a batch can take; after a crash other processes wait this long. */
  leaseMs: 5 * minute,
  /** In one pass; a large number of readers must not delay the emails. */
  longestMs: 2 * minute,
  /** How often the provider is asked again about a reader who wants to come back, so that a button costs few calls. */
  askedAgainAfterMs: 5 * minute,
} as const;

/** The longest accepted `Retry-After` of a provider. */
export const restPolicy = { longestMs: 24 * hour } as const;

/** The provider's list of sends, cached for all callers of a process. */
export const listPolicy = {
  freshMs: 20 * second,
  /** After a failure, the provider is not asked again for this long. */
  restMs: 15 * second,
  /**
   * How far back the list goes: the provider keeps every send forever. The list has at most as many entries of ours.
   */
  mostSends: 1000,
  /** Pages that are requested at a time. Each costs a call, regardless of the provider's page size. */
  mostPages: 5,
} as const;

/** Sending by SMTP, where each reader is a separate delivery. */
export const smtpPolicy: SmtpPolicy = {
  timeouts: { connectMs: 30 * second, greetingMs: 30 * second, silenceMs: minute },
  prepareBatch: 1000,
  // Enough that connections never wait for a claim. After a crash, these are sent once the lease has ended.
  inFlightPerConnection: 8,
  leaseMs: 2 * minute,
  recordAfterMs: [second / 2, second, 2 * second, 5 * second],
  retryAfterMs: [5 * minute, 15 * minute, 45 * minute, 90 * minute],
  latestMs: emailPolicy.latestMs,
  rest: { firstMs: 30 * second, longestMs: 10 * minute },
  policyRefusalsTolerated: 10,
  // A mail server that lost its address table, or relays for nobody, refuses every address the same way.
  addressRefusalsTolerated: { atFirst: 10, later: 50 },
  isEverybodyRefused,
  sliceMs: 10 * second,
  failures: { firstMs: second, longestMs: 5 * minute },
  drainMs: 8 * second,
  keptMs: 35 * 24 * hour,
  // A pass runs every five minutes: at 10,000 rows a second, this is enough for 57 million emails a day.
  forgetting: { batch: 1000, longestMs: 20 * second, aheadMs: 2 * 24 * hour },
};

/** Domains that may share one mail server. */
const domainsOfOneServer = 2;

/**
 * Whether consecutive refusals apply to everybody. A single domain may also refuse all of its own addresses, such as
 * one whose server was shut down, so readers elsewhere are tried before the email is paused.
 *
 * @param reach The state of other domains; left out until it has been looked up.
 * @returns `undefined` if it is not known yet
 */
function isEverybodyRefused(domains: number, reach?: Reach): boolean | undefined {
  if (domains > domainsOfOneServer) return true;
  if (!reach || reach.isOpenElsewhere) return undefined;
  return reach.isAcceptedThere || !reach.isAcceptedElsewhere;
}

/** When failed mail to a reader takes them off the list. */
export const bouncePolicy = {
  /**
   * Temporary failures, each on a different day. A relay that accepts the next email says nothing about the mailbox.
   */
  softOnDays: 3,
  /**
   * Days after which such a failure no longer counts. Longer than mail servers retry, and longer than a week without
   * emails.
   */
  softForgottenAfterDays: 14,
  /** How far the clock of a reporting server may be from ours. */
  clocksDifferByMs: timings.clockToleranceSeconds * second,
} as const;

/** Reading the bounce mailbox. */
export const bounceMailboxPolicy = {
  timeouts: { connectMs: 15 * second, silenceMs: 30 * second },
  /** In one pass, which takes no longer than it sends emails. If there is more, the next pass begins right away. */
  mostMessages: 1000,
  longestMs: 10 * second,
  /** A message at which reading ended this often, such as with a crash, is left where it is. */
  mostTries: 2,
  /** Longer than one pass can take. */
  leaseMs: 5 * minute,
  /** While an email is being sent, passes run in quick succession, and sending must not wait for reports. */
  restMs: 30 * second,
} as const;

/** The links with which readers confirm a signup. */
export const confirmationPolicy = {
  validMs: 7 * 24 * hour,
  /** Signing up again sends another link, but not right away and not often: anyone can type any address. */
  resendAfterMs: 15 * minute,
  mostEmails: 3,
  /** How long to wait after the mail server did not accept an email, or the process that was sending it ended. */
  retryAfterMs: 10 * minute,
  batchSize: 50,
  /**
   * What each reader who confirmed within the last day adds to the hourly ceiling for all confirmations,
   * `attemptLimits.confirmations`.
   */
  morePerConfirmed: 4,
} as const;

/** When an email asks about other words than those that its text has, it is made again. */
export const recallPolicy = {
  /** From this long before its first time: then it is known what went out three days before. */
  leadMs: 2 * hour,
  /** No later than this, so that the provider has time. */
  lastMs: 5 * minute,
} as const;

/** The lessons of a course. */
export const coursePolicy = {
  /** Later than this, a lesson waits for the next day: nobody gets the morning's in the evening. */
  latestMs: emailPolicy.latestMs,
  /** Readers who get a lesson in one transaction. */
  batchSize: 1000,
  /** Past lessons are deleted after this, once what became of each email is. */
  keptDays: 40,
} as const;

export const weeklyPolicy = {
  /** It is made this long before its first time, so that it goes out on time even if passes are an hour apart. */
  leadMs: hour,
  /** After an outage it still goes out, like the others. */
  latestMs: emailPolicy.latestMs,
} as const;

/** The email that new readers get right away. */
export const welcomePolicy = {
  /**
   * A reader whose first daily email goes out within this time gets no welcome: two emails in one morning are one too
   * many, and the daily one is what they signed up for.
   */
  soonMs: 3 * hour,
  /** A welcome that could not be sent for so long is not sent. */
  validMs: 24 * hour,
  /** How long to wait after the mail server did not accept it, or the process that was sending it ended. */
  retryAfterMs: 10 * minute,
  batchSize: 50,
} as const;

/** An error that every other call would get too. It ends the work of a pass at the provider. */
export function isOutage(error: unknown): boolean {
  const isOfProvider = error instanceof ProviderRefused || error instanceof ProviderUnreachable;
  return isOfProvider && error.scope === 'account';
}

/** How a pass reports a provider error: a refusal needs someone's attention, anything else is retried. */
export function outcomeOf(error: DomainError): 'failed' | 'waiting' {
  return error instanceof ProviderRefused ? 'failed' : 'waiting';
}

/** The numbers for sending to each reader from here. */
export interface SmtpPolicy {
  timeouts: SmtpTimeouts;
  /** Readers recorded at a time when a send starts. */
  prepareBatch: number;
  /** Emails claimed for each connection: the one that it sends, and those that wait for it. */
  inFlightPerConnection: number;
  /** After a process has written nothing for this long, others take over what it has claimed. */
  leaseMs: number;
  /** Pauses between tries to record the last answers after the database failed. */
  recordAfterMs: readonly number[];
  /** Pauses before the second try, the third …; the last one repeats. */
  retryAfterMs: readonly number[];
  /** An email that was not accepted by this long after its time is given up. */
  latestMs: number;
  /** How long to pause after the server asked for less or was down; doubles each time. */
  rest: { firstMs: number; longestMs: number };
  /** Consecutive refusals because of content or sender before it is suspected that all mail is refused. */
  policyRefusalsTolerated: number;
  /** The same for refused addresses, before anyone's email was accepted and after that. */
  addressRefusalsTolerated: { atFirst: number; later: number };
  /**
   * Whether all mail is refused, given refusals at a number of domains. `reach` is passed once no reader at another
   * domain is left to try. `undefined`: not known yet.
   */
  isEverybodyRefused(domains: number, reach?: Reach): boolean | undefined;
  /** How long to pause after a run failed for a reason of our own; doubles each time. */
  failures: { firstMs: number; longestMs: number };
  /** How long one run lasts. */
  sliceMs: number;
  /** How long to wait for answers after a stop before connections are cut. */
  drainMs: number;
  /** How long individual results are kept. */
  keptMs: number;
  /**
   * How many results are deleted at a time, and for how long in one pass; and how long before its time a send gets a
   * partition, with which its results are deleted at once.
   */
  forgetting: { batch: number; longestMs: number; aheadMs: number };
}
