import { timings } from '../contract/limits.ts';
import type { DomainError } from '../errors.ts';
import { type CallPolicy, ProviderRefused, ProviderUnreachable } from '../mail/mail-provider.ts';
import type { Reach } from '../mail/mailing-list.ts';
import type { SmtpPolicy } from '../mail/smtp/policy.ts';

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
   * How long the provider may still make a send whose answer was lost. For this long, a cancelled email is looked for
   * there, if its send was attempted.
   */
  settledAfterMs: timings.lostSendMinutes * minute,
  /** An email that could not be sent within this long after its time fails. */
  latestMs: timings.lateSendHours * hour,
  /** Emails that go out sooner are not moved to another provider. */
  switchMarginMs: 10 * minute,
  /** A send that the provider still holds back this long after its time is reported. */
  overdueMs: hour,
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
  // Enough that connections never wait for the database. A crash leaves at most this many without an answer.
  inFlightPerConnection: 8,
  leaseMs: 5 * minute,
  retryAfterMs: [5 * minute, 15 * minute, 45 * minute, 90 * minute],
  latestMs: emailPolicy.latestMs,
  rest: { firstMs: 30 * second, longestMs: 10 * minute },
  policyRefusalsTolerated: 10,
  // A mail server that lost its address table, or relays for nobody, refuses every address the same way.
  addressRefusalsTolerated: { atFirst: 10, later: 50 },
  isEverybodyRefused,
  sliceMs: 10 * second,
  drainMs: 8 * second,
  keptMs: 35 * 24 * hour,
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
  /** In one pass. */
  mostMessages: 200,
  longestMs: minute,
  /** Longer than one pass can take. */
  leaseMs: 5 * minute,
  /** Passes run in quick succession while an email is being sent. */
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
} as const;

/** An error that every other call would get too. It ends the work of a pass at the provider. */
export function isOutage(error: unknown): boolean {
  const isOfProvider = error instanceof ProviderRefused || error instanceof ProviderUnreachable;
  return isOfProvider && error.scope === 'account';
}

/** How a pass reports a provider error: a refusal needs somebody's attention, anything else is retried. */
export function outcomeOf(error: DomainError): 'failed' | 'waiting' {
  return error instanceof ProviderRefused ? 'failed' : 'waiting';
}
