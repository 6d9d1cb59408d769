import { MailboxDomain } from './mail/dns/mailbox-providers.ts';
import {
  Delivery,
  SmtpAnswer,
  SmtpMessage,
  SmtpRange,
  SmtpSend,
  SmtpWorker,
} from './mail/engine/engine-tables.ts';
import { MailboxProvider, SendProvider } from './mail/engine/provider-pace.ts';
import { SendRelay } from './mail/engine/relays.ts';
import { SmtpBudget, SmtpShare, SmtpSpent } from './mail/engine/send-budget.ts';
import { RelayVerdict } from './mail/engine/settle-doubts.ts';
import { SmtpWarmUp } from './mail/engine/warm-up.ts';
import { ProviderBackoff } from './mail/provider-backoff.ts';
import { ProviderMove } from './mail/provider-move.ts';
import { SecondFactor, Session, User } from './owner/account-tables.ts';
import { AuditEntry } from './owner/audit.ts';
import { EmbedOrigin } from './owner/embed-origins.ts';
import { PrivacyText } from './owner/privacy.ts';
import { type OpenDatabase, openDatabase } from './platform/database/open-database.ts';
import type { DatabaseAccess } from './platform/database/opened-orm.ts';
import { Installation } from './platform/database/schema-state.ts';
import { RateLimit } from './platform/rate-limits/attempt-limits.ts';
import { DailyCount } from './platform/rate-limits/daily-budgets.ts';
import type { DatabaseConfig } from './platform/settings/config.ts';
import { StoredSetting } from './platform/settings/stored-settings.ts';
import {
  Confirmation,
  Consent,
  LeavingReason,
  MailboxReading,
  ReaderImportJob,
  ReaderImportPiece,
  Registration,
  Reminder,
  RemovedReader,
  Suppression,
  SuppressionKey,
} from './readers/reader-tables.ts';
import { AutopilotDay, AutopilotSettings } from './schedule/autopilot/autopilot-store.ts';
import { CourseEmail, CourseLesson } from './schedule/course/course.ts';
import { RecallResult } from './schedule/recall.ts';
import { CanceledSend, ScheduledEmail } from './schedule/scheduled-email.ts';
import { QuizResult } from './schedule/weekly/quiz.ts';
import { WeeklyEmail } from './schedule/weekly/weekly-email.ts';
import { Logo, Template } from './template/template.ts';
import { ProcessorRun } from './watch/last-pass.ts';
import { Alert } from './watch/store-alerts.ts';
import { Recording } from './words/recording.ts';
import { DismissedSuggestion } from './words/suggestions.ts';
import { Theme } from './words/themes/theme.ts';
import { Word } from './words/word.ts';

/** Every table of the product, each declared by the folder that owns it. */
export const entities = [
  AuditEntry,
  Alert,
  AutopilotDay,
  AutopilotSettings,
  CanceledSend,
  Confirmation,
  Consent,
  CourseEmail,
  CourseLesson,
  DailyCount,
  Delivery,
  DismissedSuggestion,
  EmbedOrigin,
  Installation,
  LeavingReason,
  Logo,
  MailboxDomain,
  MailboxProvider,
  MailboxReading,
  PrivacyText,
  ProcessorRun,
  ProviderMove,
  ProviderBackoff,
  QuizResult,
  RateLimit,
  RecallResult,
  Reminder,
  ReaderImportJob,
  ReaderImportPiece,
  Recording,
  Registration,
  RelayVerdict,
  RemovedReader,
  ScheduledEmail,
  SecondFactor,
  SendProvider,
  SendRelay,
  Session,
  SmtpAnswer,
  SmtpBudget,
  SmtpMessage,
  SmtpRange,
  SmtpSend,
  SmtpShare,
  SmtpSpent,
  SmtpWarmUp,
  SmtpWorker,
  StoredSetting,
  Suppression,
  SuppressionKey,
  Template,
  Theme,
  User,
  WeeklyEmail,
  Word,
];

/**
 * Connects to the product's database. Applies no migration.
 *
 * @throws DomainError `database.unreachable`, `database.missing`, `database.newer`
 */
export function openProductDatabase(config: DatabaseConfig, access?: DatabaseAccess): Promise<OpenDatabase> {
  return openDatabase(config, entities, access);
}
