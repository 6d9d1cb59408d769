import { defaultSendTime, scheduleStatuses } from '@wordrise/core/constants';
import { Option } from 'commander';
import { defineCommand, defineGroup } from '../command-line/define-command.ts';

export const scheduleCommands = () =>
  defineGroup('schedule', 'the emails that wait and those that went out', [list(), add(), cancel(), stats()]);

const list = () =>
  defineCommand({
    name: 'list',
    summary: 'show the emails, the latest first',
    declare: (command) =>
      command
        .addOption(new Option('--status <status>', 'only those of one status').choices(scheduleStatuses))
        .option('--limit <number>', 'how many at most', '50'),
    examples: [
      'wordrise schedule list',
      'wordrise schedule list --status failed',
      'wordrise schedule list --json | jq -r ".[].words.word"',
    ],
    load: async () => (await import('./list-schedule.ts')).showSchedule,
  });

const add = () =>
  defineCommand({
    name: 'add',
    summary: 'schedule the email for a word, or for many from a file',
    details:
      'A time without an offset is read in TIMEZONE; the answer shows the offset. A file has a word and a time on each line, parted by a comma, a semicolon or a tab, with or without the header "word,at". Words that wait for that very time already are passed over, so the same file can be fed in again after an interruption. With --json a file gives one object a line, the last one of type "report".',
    declare: (command) =>
      command
        .argument('[word]', 'its spelling, in any case, or its id')
        .addOption(new Option('--at <time>', 'when it goes out').conflicts(['tomorrow', 'from']))
        .addOption(new Option('--tomorrow', `tomorrow at ${defaultSendTime}`).conflicts('from'))
        .option('--from <file>', 'a word and a time on each line; - is standard input'),
    writes: true,
    examples: [
      'wordrise schedule add petrichor --tomorrow',
      'wordrise schedule add petrichor --at "2026-12-01 07:00"',
      'wordrise schedule add petrichor --at 2026-12-01T07:00+01:00 --dry-run',
      'wordrise schedule add --from december.csv',
    ],
    load: async () => (await import('./add-to-schedule.ts')).addToSchedule,
  });

const cancel = () =>
  defineCommand({
    name: 'cancel',
    summary: 'cancel an email that has not gone out',
    details: 'It is cancelled here and at the provider, and its word is unused again.',
    declare: (command) =>
      command
        .argument('[email]', "the email's id, or the word that waits")
        .addOption(
          new Option('--send-id <id>', "the provider's id of a send, also of one made there").conflicts(
            'dryRun',
          ),
        ),
    writes: true,
    examples: [
      'wordrise schedule cancel 12',
      'wordrise schedule cancel petrichor',
      'wordrise schedule cancel --send-id 978889',
    ],
    load: async () => (await import('./cancel-email.ts')).cancelEmail,
  });

const stats = () =>
  defineCommand({
    name: 'stats',
    summary: 'count the emails by status',
    examples: ['wordrise schedule stats', 'wordrise schedule stats --json | jq .failed'],
    load: async () => (await import('./schedule-stats.ts')).showStats,
  });
