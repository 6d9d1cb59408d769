/** The values that a field may have, where there are only a few. */
export const scheduleStatuses = ['pending', 'scheduled', 'sent', 'failed'] as const;
export type ScheduleStatus = (typeof scheduleStatuses)[number];

/** Where a word's text came from. */
export const wordSources = ['admin', 'import', 'starter', 'merriam-webster', 'wordnet'] as const;
export type WordSource = (typeof wordSources)[number];

/** What an import does with a word that is already there. */
export const conflictPolicies = ['skip', 'update', 'fail'] as const;
export type ConflictPolicy = (typeof conflictPolicies)[number];

/** Where a reader is on the way to the email provider. */
export const readerStatuses = ['waiting', 'subscribed', 'refused'] as const;

/** Of the files that are imported and exported. */
export const fileFormats = ['csv', 'jsonl'] as const;
export type FileFormat = (typeof fileFormats)[number];
