/** One thing that a pass of the processor did, or could not do. */
export interface PassEvent {
  step: 'signups' | 'emails' | 'sent' | 'sessions' | 'limits' | 'pass';
  /** `waiting`: will be tried again. `failed`: will not get better by itself. */
  outcome: 'done' | 'waiting' | 'failed';
  /** Fit for a log: ids and words, no addresses. */
  message: string;
  /** The entry or signup it is about. */
  id?: number;
  /** How many, where it is about several. */
  count?: number;
}
