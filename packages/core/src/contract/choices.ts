/** The fields that have a fixed set of values. */
export const scheduleStatuses = ['pending', 'scheduled', 'sent', 'failed'] as const;
export type ScheduleStatus = (typeof scheduleStatuses)[number];

/** Where a word's text came from. */
export const wordSources = ['admin', 'import', 'starter', 'merriam-webster', 'wordnet'] as const;
export type WordSource = (typeof wordSources)[number];

/** What an import does with a word that is already there. */
export const conflictPolicies = ['skip', 'update', 'fail'] as const;
export type ConflictPolicy = (typeof conflictPolicies)[number];

/**
 * A reader with such a status gets no more emails until they confirm with their own link, even if they are imported
 * again.
 */
export const suppressedStatuses = ['unsubscribed', 'bounced', 'complained'] as const;
type SuppressedStatus = (typeof suppressedStatuses)[number];

export function isSuppressedStatus(status: string): status is SuppressedStatus {
  return suppressedStatuses.some((suppressed) => suppressed === status);
}

/**
 * The status of a reader. Only `subscribed` readers get the emails.
 * - `unconfirmed`: signed up, but has not opened the confirmation link yet.
 * - `waiting`: the email provider has not been asked to subscribe them yet.
 * - `subscribed`: on the list.
 * - `refused`: the provider does not accept the address.
 * - `unsubscribed`, `complained`: opted out, by the link or by a spam report.
 * - `bounced`: the address does not take mail.
 */
export const readerStatuses = [
  'unconfirmed',
  'waiting',
  'subscribed',
  'refused',
  ...suppressedStatuses,
] as const;

/** What the owner can do with an email that is being sent. */
export const sendActions = ['pause', 'resume', 'stop', 'again', 'leave'] as const;
export type SendAction = (typeof sendActions)[number];

/** How often a reader gets an email: each day's, or one a week with all of them. */
export const cadences = ['daily', 'weekly'] as const;

/**
 * Where a version of the template came from: an edit of its HTML, the built-in template, an earlier version that was
 * restored, or the design.
 */
export const templateOrigins = ['edit', 'default', 'restore', 'design'] as const;
export type TemplateOrigin = (typeof templateOrigins)[number];

/** Why a reader left, as they say. */
export const leavingReasons = [
  'too_many',
  'not_expected',
  'too_easy',
  'too_hard',
  'never_signed_up',
  'other',
] as const;
export type LeavingReason = (typeof leavingReasons)[number];

/** The same, for people. */
export const leavingReasonTexts: Record<LeavingReason, string> = {
  too_many: 'Too many emails',
  not_expected: 'Not what I expected',
  too_easy: 'The words are too easy',
  too_hard: 'The words are too hard',
  never_signed_up: 'I never signed up',
  other: 'Something else',
};

/**
 * Why the address of a removed reader is remembered. A reader who was just `removed` may sign up again like anyone
 * else.
 */
export const suppressionReasons = [...suppressedStatuses, 'removed'] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];

/**
 * What became of one email to one reader, if emails are sent from here.
 * - `queued`, `deferred`: to be sent, for the first time or again.
 * - `sending`: sent to the mail server, which has not answered yet.
 * - `sent`: the mail server accepted it.
 * - `failed`: the mail server refused it permanently, or it was retried for too long.
 * - `unknown`: the mail server's answer was lost. It is never resent automatically.
 * - `skipped`: the reader had left the list, or the rest of the email was stopped.
 */
export const deliveryStates = [
  'queued',
  'deferred',
  'sending',
  'sent',
  'failed',
  'unknown',
  'skipped',
] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** The states that the owner may want to look into, reader by reader. */
export const deliveryProblems = ['failed', 'unknown', 'deferred'] as const;

/**
 * What was wrong with an email to a reader.
 * - `address`: it does not exist, or takes no mail.
 * - `mailbox`: it is full, or has another temporary problem.
 * - `content`: the email itself, such as its size.
 * - `policy`: the server does not accept mail from this sender, or of this kind.
 * - `late`: it could not be sent before it was too late, however often it was tried; perhaps never.
 */
export const deliveryFailures = ['address', 'mailbox', 'content', 'policy', 'late'] as const;
export type DeliveryFailure = (typeof deliveryFailures)[number];

/** What is checked about sending emails, in this order. */
export const mailCheckNames = [
  'signature',
  'reachable',
  'encryption',
  'credentials',
  'list',
  'sender',
  'spf',
  'dkim',
  'dmarc',
  'links',
] as const;

/** The titles of these checks, for people. */
export const mailCheckTitles: Record<(typeof mailCheckNames)[number], string> = {
  signature: 'Signature (DKIM)',
  reachable: 'Email provider',
  encryption: 'Encryption',
  credentials: 'Credentials',
  list: 'Mailing list',
  sender: 'Sender',
  spf: 'SPF record',
  dkim: 'DKIM record',
  dmarc: 'DMARC record',
  links: 'Public address',
};

/** The formats of imported and exported files. */
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
  'sending.resume',
  'delivery.again',
  'delivery.leave',
  'settings.save',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditOutcomes = ['done', 'refused'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

/** How a call reached the product: over HTTP, or from the command line. */
export const auditVias = ['web', 'cli'] as const;
export type AuditVia = (typeof auditVias)[number];

/** The values of EMAIL_PROVIDER. How each works stands in core's `mail/providers.ts`. */
export const emailProviders = ['icontact', 'smtp', 'sandbox', 'smtp-sandbox'] as const;
export type EmailProvider = (typeof emailProviders)[number];

export const providerFamilies = ['icontact', 'smtp'] as const;
export type ProviderFamily = (typeof providerFamilies)[number];

/** What a provider is to an owner. */
export interface ProviderKindFacts {
  /** The name to show. */
  label: string;
  /**
   * Where readers and emails are: on the provider's own list, or here (`smtp`). Providers of one family can take over
   * from each other by a change of the settings; between families, `wordrise provider switch` moves them.
   */
  family: ProviderFamily;
  /** Nobody gets mail: emails are written to the outbox. */
  isSandbox: boolean;
  /** The list is kept here, and each reader's email is sent from here. */
  ownsList: boolean;
}

export const emailProviderFacts: Record<EmailProvider, ProviderKindFacts> = {
  icontact: { label: 'iContact', family: 'icontact', isSandbox: false, ownsList: false },
  smtp: { label: 'SMTP', family: 'smtp', isSandbox: false, ownsList: true },
  sandbox: { label: 'Sandbox', family: 'icontact', isSandbox: true, ownsList: false },
  'smtp-sandbox': { label: 'SMTP sandbox', family: 'smtp', isSandbox: true, ownsList: true },
};

/** A provider in a sentence. A sandbox has its own name, and not that of what it stands in for. */
export function providerInText({ label, isSandbox }: ProviderKindFacts): string {
  return isSandbox ? `the ${label.replace('Sandbox', 'sandbox')}` : label;
}

/** Whether the signup form asks for a first name. */
export const firstNameModes = ['required', 'optional', 'off'] as const;
export type FirstNameMode = (typeof firstNameModes)[number];

/** The checks that tell people from bots at signup. `off` is none of them. */
export const botCheckKinds = ['altcha', 'turnstile', 'hcaptcha', 'recaptcha'] as const;
export type BotCheckKind = (typeof botCheckKinds)[number];

/** Mailbox providers that are known by name. Others are known by a domain. */
export const mailboxProviders = [
  'Google',
  'Microsoft',
  'Yahoo',
  'Apple',
  'GMX and WEB.DE',
  'Proton',
  'Fastmail',
  'Zoho',
] as const;
export type MailboxProviderName = (typeof mailboxProviders)[number];
