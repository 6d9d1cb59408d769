import { defineCommand } from '../command-line/define-command.ts';

export const doctorCommand = () =>
  defineCommand({
    name: 'doctor',
    summary: 'look whether all is well, and say what to do if not',
    details:
      "Looks at the settings, database, email provider, dictionary, bot check, clock, time zone and processor, and whether tomorrow has an email. Changes nothing. Exits with 1 where something failed; warnings alone exit with 0. With Merriam-Webster it costs one of the day's lookups.",
    examples: ['wordrise doctor', 'wordrise doctor --quiet || echo "have a look"', 'wordrise doctor --json'],
    load: async () => (await import('./doctor.ts')).doctor,
  });
