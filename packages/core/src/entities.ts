import { SecondFactor } from './accounts/second-factor/second-factor.ts';
import { Session } from './accounts/session.ts';
import { User } from './accounts/user.ts';
import { Alert } from './alerts/alert.ts';
import { AuditEntry } from './audit/audit-entry.ts';
import { AutopilotDay } from './autopilot/autopilot-day.ts';
import { AutopilotSettings } from './autopilot/autopilot-settings.ts';
import { type OpenDatabase, openDatabase } from './database/open-database.ts';
import type { DatabaseAccess } from './database/opened-orm.ts';
import { ProcessorRun } from './delivery/processor-run.ts';
import { ProviderRest } from './delivery/provider-rest.ts';
import { DailyCount } from './limits/daily-count.ts';
import { RateLimit } from './limits/rate-limit.ts';
import { ProviderMove } from './mail/provider-move.ts';
import { Delivery } from './mail/smtp/delivery.ts';
import { SmtpMessage } from './mail/smtp/smtp-message.ts';
import { SmtpSend } from './mail/smtp/smtp-send.ts';
import { EmbedOrigin } from './origins/embed-origin.ts';
import { PrivacyText } from './privacy/privacy-text.ts';
import { Confirmation } from './readers/confirmation.ts';
import { MailboxReading } from './readers/mailbox-reading.ts';
import { Registration } from './readers/registration.ts';
import { RemovedReader } from './readers/removed-reader.ts';
import { Suppression, SuppressionKey } from './readers/suppression.ts';
import { CancelledSend } from './schedule/cancelled-send.ts';
import { ScheduledEmail } from './schedule/scheduled-email.ts';
import type { DatabaseConfig } from './settings/config.ts';
import { Template } from './templates/template.ts';
import { Word } from './words/word.ts';

/** Every table of the product, each declared by the folder that owns it. */
export const entities = [
  AuditEntry,
  Alert,
  AutopilotDay,
  AutopilotSettings,
  CancelledSend,
  Confirmation,
  DailyCount,
  Delivery,
  EmbedOrigin,
  MailboxReading,
  PrivacyText,
  ProcessorRun,
  ProviderMove,
  ProviderRest,
  RateLimit,
  Registration,
  RemovedReader,
  ScheduledEmail,
  SecondFactor,
  Session,
  SmtpMessage,
  SmtpSend,
  Suppression,
  SuppressionKey,
  Template,
  User,
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
