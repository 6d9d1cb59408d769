export { backups, settleRestore } from './backup/backups.ts';
export type { Examined } from './backup/examine-backup.ts';
export type { Restored } from './backup/restore-backup.ts';
export type { SwitchReport } from './backup/switch-provider.ts';
export type { WrittenBackup } from './backup/write-backup.ts';
export { readConfig, readStoredSettings, repairSettings } from './installation/unopened.ts';
export type {
  MailProvider,
  OutgoingMessage,
  ProviderCheck,
  ProviderSend,
  Reader,
  SubscribeResult,
} from './mail/mail-provider.ts';
export { ProviderRefused, ProviderUnreachable } from './mail/mail-provider.ts';
export type { PassEvent, PassOptions } from './mail/pass-event.ts';
export { senderOf } from './mail/providers.ts';
export type { Device } from './owner/admin-account.ts';
export type { Actor } from './owner/audit.ts';
export type { SessionStore, SignInOrigin } from './owner/session-store.ts';
export { cacheByKey } from './platform/cache.ts';
export {
  aheadOrBehind,
  calendarDay,
  parseInstant,
  showInstant,
  tomorrowMorning,
} from './platform/calendar.ts';
export { databaseFailure } from './platform/database/database-failure.ts';
export { diskShortage, fileObstacle } from './platform/database/file-obstacle.ts';
export type { ProductDatabase } from './platform/database/open-database.ts';
export type { DatabaseAccess } from './platform/database/opened-orm.ts';
export { tlsOf } from './platform/database/postgresql-tls.ts';
export { limitWaiting } from './platform/database/waiting.ts';
export { DomainError, type DomainErrorOptions, invalidInput, isDomainError } from './platform/errors.ts';
export { removeAtExit } from './platform/files.ts';
export { type RefusedRow, refusedCsv } from './platform/import-files/rows.ts';
export { type AttemptKind, attemptLimits } from './platform/rate-limits/attempt-limits.ts';
export { dailyDictionaryQueries } from './platform/rate-limits/daily-budgets.ts';
export type { Config, ConfigSource, DatabaseConfig } from './platform/settings/config.ts';
export { knownSessionSecrets, sessionSecrets } from './platform/settings/kept-secret.ts';
export { checkSettings, loadConfig, portWarning, proxyWarning } from './platform/settings/load-config.ts';
export {
  databaseOfOtherFolder,
  endedByHash,
  type MisspelledSetting,
  misspelledSettings,
  nearestSetting,
  readEnvironment,
  secretsInFiles,
  settingsEndedByHash,
} from './platform/settings/read-environment.ts';
export { settingProblem, setupDefaults } from './platform/settings/settings.ts';
export { countsIfStored } from './platform/settings/stored-settings.ts';
export { settingHeadings } from './platform/settings/table.ts';
export { isLoopback } from './platform/settings/types.ts';
export { type VariableInfo, variables } from './platform/settings/variables.ts';
export { keepPassing, type Passing } from './processor/keep-passing.ts';
export type { PendingCounts, Processor } from './processor/open-processor.ts';
export type { PassReport } from './processor/pass.ts';
export type { Overrides, Wordrise } from './product.ts';
export type { BotCheck, BotVerdict, CheckedCaller } from './readers/bot-check.ts';
export type { IngestedReport } from './readers/bounces/bounces.ts';
export type { ReaderImport, RefusedReader } from './readers/import-readers.ts';
export type { LinkedSignup, Undone } from './readers/links.ts';
export { describeReturn } from './readers/own-page.ts';
export type { SignupCaller } from './readers/sign-up.ts';
export { type Forecast, forecast, type Obstacle, type RelayForecast } from './rehearsal/forecast.ts';
export {
  type DatabaseSpace,
  databaseSpace,
  type Rehearsal,
  rehearse,
  secondShareOf,
} from './rehearsal/rehearse.ts';
export { startRehearsalServer } from './rehearsal/server.ts';
export type { Episode } from './schedule/archive.ts';
export { readScheduleFile, type ScheduleFileRow } from './schedule/read-schedule-file.ts';
export { describeFirstWord } from './watch/first-steps.ts';
export { openDatabase, openWordrise } from './wordrise.ts';
export type { Dictionary, DictionaryEntry, LookupOutcome } from './words/dictionary/dictionary.ts';
