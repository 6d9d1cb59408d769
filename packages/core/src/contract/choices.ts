/** The values that a field may have, where there are only a few. */
export const scheduleStatuses = ['pending', 'scheduled', 'sent', 'failed'] as const;
export type ScheduleStatus = (typeof scheduleStatuses)[number];

/** Where a word's text came from. */
export const wordSources = ['admin', 'import', 'starter', 'merriam-webster', 'wordnet'] as const;
export type WordSource = (typeof wordSources)[number];

/** What an import does with a word that is already there. */
export const conflictPolicies = ['skip', 'update', 'fail'] as const;
export type ConflictPolicy = (typeof conflictPolicies)[number];

/**
 * Where a reader stands. Only who is `subscribed` gets the emails.
 * - `unconfirmed`: signed up, and has yet to confirm by the link that was sent.
 * - `waiting`: the email provider is yet to be asked to subscribe them.
 * - `subscribed`: on the list.
 * - `refused`: the provider does not accept the address.
 * - `unsubscribed`, `complained`: asked not to get the emails, by the link or by a spam report.
 * - `bounced`: the address does not take mail.
 *
 * The last three are suppressed: until they confirm by a link of their own nothing else is sent to them,
 * whatever is imported.
 */
export const readerStatuses = [
  'unconfirmed',
  'waiting',
  'subscribed',
  'refused',
  'unsubscribed',
  'bounced',
  'complained',
] as const;

/** How a version of the template came to be: typed, the built-in one, or an earlier one that was restored. */
export const templateOrigins = ['edit', 'default', 'restore'] as const;
export type TemplateOrigin = (typeof templateOrigins)[number];

/** Why the address of a removed reader is remembered. Who was `removed` otherwise may sign up again as anybody may. */
export const suppressionReasons = ['unsubscribed', 'bounced', 'complained', 'removed'] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];

/** Of the files that are imported and exported. */
export const fileFormats = ['csv', 'jsonl'] as const;
export type FileFormat = (typeof fileFormats)[number];

/** What the activity log records. */
export const auditActions = [
  'login',
  'setup',
  'password.change',
  'password.reset',
  'second_factor.on',
  'second_factor.off',
  'recovery_codes.renew',
  'session.end',
  'session.end_all',
  'reader.show',
  'reader.export',
  'reader.remove',
  'reader.import',
  'origin.allow',
  'origin.remove',
  'template.save',
  'template.test',
  'privacy.save',
  'autopilot.save',
  'words.import',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditOutcomes = ['done', 'refused'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

/** How a call reached the product: over HTTP, or at the command line. */
export const auditVias = ['web', 'cli'] as const;
export type AuditVia = (typeof auditVias)[number];
