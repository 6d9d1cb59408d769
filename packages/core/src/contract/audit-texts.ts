import type { AuditAction, AuditOutcome } from './choices.ts';

/** The text of each action in the activity log, for when it was done and when it was refused. */
const texts: Record<AuditAction, Record<AuditOutcome, string>> = {
  login: { done: 'Signed in', refused: 'Sign-in refused' },
  setup: { done: 'Admin account created', refused: 'Setup refused' },
  'password.change': { done: 'Password changed', refused: 'Password change refused' },
  'password.reset': { done: 'Password reset', refused: 'Password reset refused' },
  'second_factor.on': { done: 'Two-step sign-in turned on', refused: 'Two-step sign-in not turned on' },
  'second_factor.off': { done: 'Two-step sign-in turned off', refused: 'Two-step sign-in not turned off' },
  'recovery_codes.renew': { done: 'New recovery codes made', refused: 'New recovery codes refused' },
  'session.end': { done: 'Session signed out', refused: 'Signing out a session refused' },
  'session.end_all': { done: 'Signed out everywhere', refused: 'Signing out everywhere refused' },
  'reader.show': { done: 'Data of a reader shown', refused: 'Data of a reader refused' },
  'reader.export': { done: 'All readers exported', refused: 'Export of readers refused' },
  'reader.remove': { done: 'Reader removed', refused: 'Removal of a reader refused' },
  'reader.import': { done: 'Readers imported', refused: 'Import of readers refused' },
  'origin.allow': { done: 'Site allowed', refused: 'Site not allowed' },
  'origin.remove': { done: 'Site removed', refused: 'Removal of a site refused' },
  'template.save': { done: 'Template changed', refused: 'Template refused' },
  'template.test': { done: 'Test email sent', refused: 'Test email refused' },
  'privacy.save': { done: 'Privacy page changed', refused: 'Privacy page refused' },
  'autopilot.save': { done: 'Autopilot changed', refused: 'Autopilot refused' },
  'delivery.again': { done: 'Unknown deliveries sent again', refused: 'Sending again refused' },
  'delivery.leave': {
    done: 'Unknown deliveries left as they are',
    refused: 'Leaving unknown deliveries refused',
  },
  'sending.resume': { done: 'Sending resumed after a restore', refused: 'Resuming of sending refused' },
  'settings.save': { done: 'Settings changed', refused: 'Settings refused' },
  'words.import': { done: 'Words imported', refused: 'Import refused' },
};

interface LoggedAction {
  action: AuditAction;
  outcome: AuditOutcome;
  detail: string | null;
}

/** The detail of a sign-in that goes on with a code. The owner leaves it too, and without the next entry it is a warning. */
export const passwordWasRight = 'right password, no code yet';

/** Whether something was refused, and not just a step on the way. */
export const wasRefused = ({ outcome, detail }: LoggedAction) =>
  outcome === 'refused' && detail !== passwordWasRight;

/** One line for an entry of the activity log, such as “Sign-in refused: wrong username or password”. */
export function auditText(entry: LoggedAction): string {
  if (entry.detail === passwordWasRight) return `Sign-in: ${passwordWasRight}`;
  const text = texts[entry.action][entry.outcome];
  return entry.detail === null ? text : `${text}: ${entry.detail}`;
}
