import { accountsCommands } from './accounts/accounts.command.ts';
import { sessionsCommands } from './accounts/sessions.command.ts';
import { alertCommands } from './alerts/alerts.command.ts';
import { auditCommand } from './audit/audit.command.ts';
import { autopilotCommands } from './autopilot/autopilot.command.ts';
import { backupCommand, restoreCommand } from './backup/backup.command.ts';
import { bouncesCommands } from './bounces/bounces.command.ts';
import type { Section } from './command-line/define-command.ts';
import { completionCommand } from './completion/completion.command.ts';
import { configCommand } from './config/config.command.ts';
import { migrateCommand } from './database/migrate.command.ts';
import { doctorCommand } from './doctor/doctor.command.ts';
import { originsCommands } from './origins/origins.command.ts';
import { privacyCommands } from './privacy/privacy.command.ts';
import { processCommand } from './processor/process.command.ts';
import { providerCommands } from './provider/provider.command.ts';
import { readersCommands } from './readers/readers.command.ts';
import { scheduleCommands } from './schedule/schedule.command.ts';
import { serveCommand } from './serve/serve.command.ts';
import { setupCommand } from './setup/setup.command.ts';
import { templateCommands } from './templates/template.command.ts';
import { tomorrowCommand } from './tomorrow/tomorrow.command.ts';
import { wordsCommands } from './words/words.command.ts';

/** Every command, as data. What a command does is loaded when it is called. */
export const sections: readonly Section[] = [
  { heading: 'Setup and maintenance:', entries: [setupCommand, serveCommand, doctorCommand, configCommand] },
  { heading: 'Words:', entries: [wordsCommands] },
  {
    heading: 'Schedule and send:',
    entries: [scheduleCommands, autopilotCommands, tomorrowCommand, processCommand],
  },
  { heading: 'The email:', entries: [templateCommands] },
  { heading: 'Readers:', entries: [readersCommands, bouncesCommands, originsCommands, privacyCommands] },
  {
    heading: 'Upkeep:',
    entries: [
      backupCommand,
      restoreCommand,
      migrateCommand,
      accountsCommands,
      sessionsCommands,
      auditCommand,
      alertCommands,
      providerCommands,
      completionCommand,
    ],
  },
];
