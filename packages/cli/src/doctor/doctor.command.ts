import { defineCommand } from '../command-line/define-command.ts';

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'check the installation and explain any problems',
  details:
    "Checks the settings, database, email provider, dictionary, bot check, clock, time zone and processor, and whether tomorrow has an email. Changes nothing. Exits with 1 if a check failed, with 0 if there are only warnings. With Merriam-Webster it uses one of the day's lookups.",
  examples: [
    'wordrise doctor',
    'wordrise doctor --quiet || echo "needs attention"',
    'wordrise doctor --json',
  ],
  load: async () => (await import('./doctor.ts')).doctor,
});
