import type { ProviderRefused, ProviderUnreachable } from '../mail/mail-provider.ts';

/** The result of submitting a pending email to the provider. */
export type Submission =
  | { outcome: 'scheduled'; word: string; warning: string | undefined }
  /** Will be retried. */
  | { outcome: 'pending'; word: string; error: ProviderRefused | ProviderUnreachable }
  /** It was changed, but the provider may still be making the send from before. */
  | { outcome: 'unsettled'; word: string; reason: string }
  /** Its change was reverted: the send from before had gone out, or the change was refused. */
  | { outcome: 'kept'; word: string; reason: string; wasSent: boolean }
  /** It was being cancelled when the process ended. */
  | { outcome: 'cancelled'; word: string }
  /** Refused permanently, or too late by now. */
  | { outcome: 'failed'; word: string; reason: string }
  /** Another process has it, or it is no longer pending. */
  | { outcome: 'busy' };
