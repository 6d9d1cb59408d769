import { defaultSendTime, drawLevels } from '@wordrise/core/constants';

import { command, dryRun, examples, group, run } from '../command-line/command.ts';

const day = ['<date>', 'a day in TIMEZONE, such as 2026-12-25'] as const;
const lastDay = ['[last]', 'the last day, if there are several'] as const;

export const autopilotCommands = () =>
  group('autopilot', 'fill mornings automatically', [
    command(
      'on',
      'keep the next mornings filled with unused words',
      'Chooses words for the mornings that are still open, right away and then in every pass of the processor: words without findings first, never the same initial or part of speech three days in a row, no two in a row with the same origin, and none that means the same as another within 30 days. A morning whose email you cancel stays free. Options that you leave out keep their settings, and emails that are already scheduled keep their words.',
    )
      .option('--time <hh:mm>', `when emails go out, in TIMEZONE; ${defaultSendTime} unless set before`)
      .option('--days <days>', 'mon-fri, or mon,wed,fri, or daily; daily unless set before')
      .option('--ahead <number>', 'how many mornings to keep filled; 14 unless set before')
      .option(...dryRun)
      .addHelpText(
        ...examples('wordrise autopilot on', 'wordrise autopilot on --time 07:00 --days mon-fri --ahead 14'),
      )
      .action(run(async () => (await import('./autopilot.ts')).turnOn)),
    command('off', 'stop choosing words automatically', 'Emails that are scheduled stay scheduled.')
      .option(...dryRun)
      .addHelpText(...examples('wordrise autopilot off'))
      .action(run(async () => (await import('./autopilot.ts')).turnOff)),
    command(
      'draw',
      'show or set which words it draws from',
      'Only unused words that pass all settings are chosen, by the autopilot and by wordrise schedule fill. You can still schedule any word by hand. Options that you leave out keep their settings.',
    )
      .option(
        '--levels <list>',
        `from ${drawLevels.join(',')}, or all; none stands for words without a level`,
      )
      .option('--only-tags <list>', 'only words with one of these tags; any lifts it')
      .option('--never-tags <list>', 'no words with one of these tags; none lifts it')
      .option('--without <kinds>', 'no words that touch these, such as violence,religion; all or none')
      .option('--themes <how>', 'theme weeks: off, alternate with free weeks, or always')
      .option('--all', 'draw from all words')
      .option(...dryRun)
      .addHelpText(
        ...examples(
          'wordrise autopilot draw',
          'wordrise autopilot draw --levels everyday,reader --without all',
          'wordrise autopilot draw --only-tags weather,food',
          'wordrise autopilot draw --all',
        ),
      )
      .action(run(async () => (await import('./autopilot.ts')).setDrawing)),
    command('status', 'show its settings, and how long the words last')
      .addHelpText(
        ...examples('wordrise autopilot status', 'wordrise autopilot status --json | jq .library.lastsUntil'),
      )
      .action(run(async () => (await import('./autopilot.ts')).showAutopilot)),
    command(
      'skip',
      'leave a day or a holiday without an email',
      'Emails already scheduled for these days stay, unless you add --cancel. Then their words are unused again.',
    )
      .argument(...day)
      .argument(...lastDay)
      .option('--cancel', 'cancel the emails already scheduled for these days')
      .option(...dryRun)
      .addHelpText(
        ...examples(
          'wordrise autopilot skip 2026-12-25',
          'wordrise autopilot skip 2026-12-21 2027-01-03 --cancel',
        ),
      )
      .action(run(async () => (await import('./skip-days.ts')).skipDays)),
    command(
      'unskip',
      'let a day or a holiday be filled again',
      'For days that were skipped, or whose email was canceled.',
    )
      .argument(...day)
      .argument(...lastDay)
      .option(...dryRun)
      .addHelpText(
        ...examples(
          'wordrise autopilot unskip 2026-12-25',
          'wordrise autopilot unskip 2026-12-21 2027-01-03',
        ),
      )
      .action(run(async () => (await import('./skip-days.ts')).unskipDays)),
  ]);
