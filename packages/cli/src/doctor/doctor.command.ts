import { command, examples, run } from '../command-line/command.ts';

export const doctorCommand = () =>
  command(
    'doctor',
    'check the installation and explain any problems',
    "Checks the settings, database, email provider, dictionary, bot check, clock, time zone and processor, and whether tomorrow has an email. With SMTP it also looks up SPF, DKIM and DMARC. Changes nothing. --send-to also sends a test email, as wordrise template test does. Exits with 1 if a check failed, with 0 if there are only warnings. With Merriam-Webster it uses one of the day's lookups.",
  )
    .option('--send-to <email>', 'send one test email to this address')
    .addHelpText(
      ...examples(
        'wordrise doctor',
        'wordrise doctor --send-to you@example.com',
        'wordrise doctor --quiet || echo "needs attention"',
        'wordrise doctor --json',
      ),
    )
    .action(run(async () => (await import('./doctor.ts')).doctor));
