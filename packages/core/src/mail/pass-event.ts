/** One thing that a pass did, or could not do. */
export interface PassEvent {
  step:
    | 'signups'
    | 'mornings'
    | 'emails'
    | 'deliveries'
    | 'sent'
    | 'bounces'
    | 'sessions'
    | 'words'
    | 'addresses'
    | 'leaving reasons'
    | 'audit'
    | 'limits'
    | 'alerts'
    | 'pass';
  /** `waiting`: a later pass continues with it, or tries it again. `failed`: needs someone's attention. */
  outcome: 'done' | 'waiting' | 'failed';
  /** Fit for a log: ids and words, no addresses. */
  message: string;
  /** The email or reader it is about. */
  id?: number;
  /** How many, if it is about several. */
  count?: number;
  /** Whether the email or the reader shows this failure from now on, so that it is none of the pass. */
  isKept?: true;
}

/** A failure that is stored with what it is about. */
export const keptFailure = { outcome: 'failed', isKept: true } as const;

export interface PassOptions {
  /** Called once for each event; events are not collected, so memory does not grow with the backlog. */
  onEvent?: (event: PassEvent) => void;
  /** Ends the pass early: no new call is made, and one in flight is dropped. */
  signal?: AbortSignal | undefined;
}

/**
 * - `away`: the provider does not answer or refuses the account; the pass no longer calls it.
 * - `held up`: the same, for a mail server that only this step needs.
 */
export type StepEnd = 'away' | 'held up' | undefined;

/** What each step of a pass gets. */
export interface StepContext {
  onEvent: (event: PassEvent) => void;
  signal?: AbortSignal | undefined;
}
