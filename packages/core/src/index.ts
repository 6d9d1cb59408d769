export type { Device } from './accounts/caller.ts';
export type { SessionStore, SignInOrigin } from './accounts/session-store.ts';
export type { Actor } from './audit/actor.ts';
export { backups, settleRestore } from './backup/backups.ts';
export type { Examined } from './backup/examine-backup.ts';
export type { Restored } from './backup/restore-backup.ts';
export type { WrittenBackup } from './backup/write-backup.ts';
export type { BotCheck, BotVerdict } from './bot-check/bot-check.ts';
export { calendarDay, parseInstant, showInstant, tomorrowMorning } from './calendar/zoned-time.ts';
export { databaseFailure } from './database/database-failure.ts';
export { fileObstacle } from './database/file-obstacle.ts';
export type { DatabaseAccess } from './database/opened-orm.ts';
export { tlsOf } from './database/postgresql-tls.ts';
export type { ProductDatabase } from './database/product-database.ts';
export type { Delivery, PendingCounts } from './delivery/open-delivery.ts';
export type { PassEvent, PassOptions } from './delivery/pass-event.ts';
export type { PassReport } from './delivery/run-pass.ts';
export type { Dictionary, DictionaryEntry, LookupOutcome } from './dictionary/dictionary.ts';
export { DomainError, type DomainErrorOptions, isDomainError } from './errors.ts';
export { type AttemptKind, attemptLimits } from './limits/attempt-limits.ts';
export { dailyDictionaryQueries } from './limits/daily-budgets.ts';
export type {
  MailProvider,
  OutgoingMessage,
  ProviderCheck,
  ProviderSend,
  Reader,
  SubscribeResult,
} from './mail/mail-provider.ts';
export { ProviderRefused, ProviderUnreachable } from './mail/mail-provider.ts';
export type { SwitchReport } from './moving/switch-provider.ts';
export { removeAtExit } from './private-files.ts';
export type { Overrides, Wordrise } from './product.ts';
export type { IngestedReport } from './readers/bounces.ts';
export type { ReaderImportCounts, RefusedReader } from './readers/import-readers.ts';
export type { Undone } from './readers/undo-unsubscribe.ts';
export { type RefusedRow, refusedCsv } from './rows/refused-csv.ts';
export { readScheduleFile, type ScheduleFileRow } from './schedule/read-schedule-file.ts';
export type { Config, DatabaseConfig } from './settings/config.ts';
export { sessionSecrets } from './settings/kept-secret.ts';
export { checkSettings, loadConfig } from './settings/load-config.ts';
export { readEnvironment } from './settings/read-environment.ts';
export { settingProblem, setupDefaults } from './settings/settings.ts';
export { type VariableInfo, variables } from './settings/variables.ts';
export { openDatabase, openWordrise } from './wordrise.ts';
