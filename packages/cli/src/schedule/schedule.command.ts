import { Argument, Option } from '@commander-js/extra-typings';
import { defaultSendTime, scheduleStatuses, sendActions } from '@wordrise/core/constants';
import { command, dryRun, examples, group, run } from '../command-line/command.ts';

const tomorrowHelp = `tomorrow at the autopilot’s time, ${defaultSendTime} unless set`;

export const scheduleCommands = () =>
  group('schedule', 'pending and sent emails', [
    command('list', 'show the emails, the latest first')
      .addOption(new Option('--status <status>', 'only emails with this status').choices(scheduleStatuses))
      .option('--limit <number>', 'how many at most', '50')
      .addHelpText(
        ...examples(
          'wordrise schedule list',
          'wordrise schedule list --status failed',
          'wordrise schedule list --json | jq -r ".[].words.word"',
        ),
      )
      .action(run(async () => (await import('./schedule.ts')).showSchedule)),
    command('show', 'show an email and how many readers got it')
      .argument('<email>', "the email's id, or its word: the one to come, otherwise the latest")
      .addHelpText(
        ...examples(
          'wordrise schedule show 12',
          'wordrise schedule show petrichor',
          'wordrise schedule show 12 --json | jq .progress.unknown',
        ),
      )
      .action(run(async () => (await import('./schedule.ts')).showEmail)),
    command(
      'add',
      'schedule the email of a word, or many from a file',
      'A time without an offset is read in TIMEZONE; the answer shows the offset. A file has a word and a time on each line, separated by a comma, a semicolon or a tab, with or without the header "word,at". A word that is already scheduled for that time is skipped, so the same file can be used again after an interruption. With --json a file gives one object per line, the last one of type "report".',
    )
      .argument('[word]', 'its spelling, in any case, or its id')
      .addOption(new Option('--at <time>', 'when it goes out').conflicts(['tomorrow', 'from']))
      .addOption(new Option('--tomorrow', tomorrowHelp).conflicts(['from']))
      .option('--from <file>', 'a word and a time on each line; - is standard input')
      .option('--yes', 'do not warn of a second email on one day')
      .option(...dryRun)
      .addHelpText(
        ...examples(
          'wordrise schedule add petrichor --tomorrow',
          'wordrise schedule add petrichor --at "2026-12-01 07:00"',
          'wordrise schedule add petrichor --at 2026-12-01T07:00+01:00 --dry-run',
          'wordrise schedule add --from december.csv',
        ),
      )
      .action(run(async () => (await import('./add-to-schedule.ts')).addToSchedule)),
    command(
      'fill',
      'choose a word for each morning that has none',
      'Uses the time and days of the autopilot, even if it is off, and leaves out mornings that have an email or are skipped. The same seed gives the same words, so a dry run shows what will be scheduled. With --json each line is a morning, the last one of type "report".',
    )
      .option('--days <number>', 'how many mornings to look at', '7')
      .option('--seed <number>', 'another number chooses other words')
      .option(...dryRun)
      .addHelpText(
        ...examples(
          'wordrise schedule fill --days 30 --dry-run',
          'wordrise schedule fill --days 30',
          'wordrise schedule fill --seed 7 --dry-run',
        ),
      )
      .action(run(async () => (await import('./fill-schedule.ts')).fillSchedule)),
    command(
      'move',
      'change the time of an email, or schedule it again',
      'It is canceled at the provider and submitted there for the new time. If it goes out before the provider has canceled it, it is not sent a second time. With --all, each email that does not go out at the autopilot’s time gets it, on its own day: the emails that are waiting keep their time when that time or the time zone changes. One stays if that time has passed, or if another email goes out then.',
    )
      .argument('[email]', "the email's id, or its word")
      .addOption(new Option('--at <time>', 'when it goes out').conflicts(['tomorrow', 'all']))
      .addOption(new Option('--tomorrow', tomorrowHelp).conflicts(['all']))
      .option('--all', 'every email that is not at the autopilot’s time')
      .option(...dryRun)
      .addHelpText(
        ...examples(
          'wordrise schedule move 12 --at "2026-12-02 07:00"',
          'wordrise schedule move petrichor --tomorrow',
          'wordrise schedule move --all --dry-run',
        ),
      )
      .action(run(async () => (await import('./move-email.ts')).moveEmail)),
    command(
      'swap',
      'swap the word of an email, or two emails',
      'Each is replaced at the provider in one step: an email that goes out before the provider has canceled it is not sent a second time.',
    )
      .argument('<email>', "the email's id, or its word")
      .addOption(new Option('--word <word>', 'the word that replaces it: spelling or id').conflicts(['with']))
      .option('--with <email>', 'the email to swap places with')
      .option(...dryRun)
      .addHelpText(
        ...examples(
          'wordrise schedule swap 12 --word petrichor',
          'wordrise schedule swap limerence --with hygge',
        ),
      )
      .action(run(async () => (await import('./move-email.ts')).swapEmail)),
    command(
      'update',
      'replace emails that have an old text',
      'An email gets its text when it is submitted to the provider. If its word or the template is edited later, this replaces it there, at the same time of sending.',
    )
      .argument('[email]', "the email's id, or its word")
      .option('--all', 'every email with an old text')
      .option(...dryRun)
      .addHelpText(...examples('wordrise schedule update 12', 'wordrise schedule update --all --dry-run'))
      .action(run(async () => (await import('./schedule.ts')).updateEmail)),
    command(
      'cancel',
      'cancel an email that has not gone out',
      'It is canceled here and at the provider, and its word is unused again.',
    )
      .argument('[email]', "the email's id, or its word")
      .addOption(
        new Option('--send-id <id>', "the provider's id of a send, including one created there").conflicts([
          'dryRun',
        ]),
      )
      .option(...dryRun)
      .addHelpText(
        ...examples(
          'wordrise schedule cancel 12',
          'wordrise schedule cancel petrichor',
          'wordrise schedule cancel --send-id 978889',
        ),
      )
      .action(run(async () => (await import('./schedule.ts')).cancelEmail)),
    command(
      'pause',
      'pause an email that is being sent',
      'Works only if Wordrise sends the emails itself, by SMTP. Emails already under way are still sent.',
    )
      .argument('<email>', "the email's id, or its word")
      .option(...dryRun)
      .addHelpText(...examples('wordrise schedule pause 12'))
      .action(run(async () => (await import('./schedule.ts')).pauseDelivery)),
    command(
      'resume',
      'resume an email that is paused',
      'Readers who were refused because of the email itself are tried again. With --unknown it is also sent again to readers whose answer was lost: some of them may get it twice.',
    )
      .argument('<email>', "the email's id, or its word")
      .option('--unknown', 'send again to readers whose answer was lost')
      .option(...dryRun)
      .addHelpText(...examples('wordrise schedule resume 12', 'wordrise schedule resume 12 --unknown'))
      .action(run(async () => (await import('./schedule.ts')).resumeDelivery)),
    command(
      'leave',
      'leave readers whose answer was lost as they are',
      'They may or may not have the email. Nothing is sent to them again, and the dashboard, doctor and alerts stop asking. To send again, use resume with --unknown.',
    )
      .argument('<email>', "the email's id, or its word")
      .option(...dryRun)
      .addHelpText(...examples('wordrise schedule leave 12'))
      .action(run(async () => (await import('./schedule.ts')).leaveUnknown)),
    command(
      'stop',
      'stop an email that is being sent, for good',
      'Readers who have it keep it; the others do not get it.',
    )
      .argument('<email>', "the email's id, or its word")
      .option(...dryRun)
      .addHelpText(...examples('wordrise schedule stop 12'))
      .action(run(async () => (await import('./schedule.ts')).stopDelivery)),
    command(
      'course',
      'show the lessons of the course',
      'With COURSE, each reader starts at the first lesson on the day after they join. Shows how many readers are at which.',
    )
      .addHelpText(...examples('wordrise schedule course', 'wordrise schedule course --json'))
      .action(run(async () => (await import('./course.ts')).showCourse)),
    command(
      'warm-up',
      'show the warm-up of a new domain as a calendar',
      'With WARM_UP, the readers who confirmed longest ago get the emails first, and more of them each day. Shows how many get them on which day, with the list as it is now.',
    )
      .addHelpText(...examples('wordrise schedule warm-up', 'wordrise schedule warm-up --json'))
      .action(run(async () => (await import('./warm-up.ts')).showWarmUp)),
    command(
      'weekly',
      'show the weekly emails, or control one',
      'Works only if Wordrise sends the emails itself, by SMTP. Readers choose one email a week on their own page. "again" also sends to readers whose answer was lost, so some of them may get it twice; "leave" does not.',
    )
      .argument('[day]', 'the day of the one to control, such as 2026-12-06')
      .addArgument(new Argument('[action]', 'what to do with it').choices(sendActions))
      .option('--limit <number>', 'how many at most', '10')
      .option(...dryRun)
      .addHelpText(...examples('wordrise schedule weekly', 'wordrise schedule weekly 2026-12-06 pause'))
      .action(run(async () => (await import('./weekly-emails.ts')).weeklyEmails)),
    command('stats', 'count the emails by status')
      .addHelpText(...examples('wordrise schedule stats', 'wordrise schedule stats --json | jq .failed'))
      .action(run(async () => (await import('./schedule.ts')).showStats)),
  ]);
