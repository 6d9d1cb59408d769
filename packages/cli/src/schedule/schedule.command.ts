import { defaultSendTime, scheduleStatuses } from '@wordrise/core/constants';
import { defineCommand } from '../command-line/define-command.ts';

const list = defineCommand({
  name: 'list',
  summary: 'show the emails, the latest first',
  options: {
    status: { value: 'status', help: 'only emails with this status', choices: scheduleStatuses },
    limit: { value: 'number', help: 'how many at most', default: '50' },
  },
  examples: [
    'wordrise schedule list',
    'wordrise schedule list --status failed',
    'wordrise schedule list --json | jq -r ".[].words.word"',
  ],
  load: async () => (await import('./list-schedule.ts')).showSchedule,
});

const add = defineCommand({
  name: 'add',
  summary: 'schedule the email of a word, or many from a file',
  details:
    'A time without an offset is read in TIMEZONE; the answer shows the offset. A file has a word and a time on each line, separated by a comma, a semicolon or a tab, with or without the header "word,at". A word that is already scheduled for that time is skipped, so the same file can be used again after an interruption. With --json a file gives one object per line, the last one of type "report".',
  argument: { name: '[word]', help: 'its spelling, in any case, or its id' },
  options: {
    at: { value: 'time', help: 'when it goes out', conflicts: ['tomorrow', 'from'] },
    tomorrow: { help: `tomorrow at ${defaultSendTime}`, conflicts: ['from'] },
    from: { value: 'file', help: 'a word and a time on each line; - is standard input' },
    yes: { help: 'do not warn of a second email on one day' },
  },
  writes: true,
  examples: [
    'wordrise schedule add petrichor --tomorrow',
    'wordrise schedule add petrichor --at "2026-12-01 07:00"',
    'wordrise schedule add petrichor --at 2026-12-01T07:00+01:00 --dry-run',
    'wordrise schedule add --from december.csv',
  ],
  load: async () => (await import('./add-to-schedule.ts')).addToSchedule,
});

const move = defineCommand({
  name: 'move',
  summary: 'change the time of an email, or schedule it again',
  details:
    'It is cancelled at the provider and submitted there for the new time. If it goes out before the provider has cancelled it, it is not sent a second time.',
  argument: { name: '<email>', help: "the email's id, or its word" },
  options: {
    at: { value: 'time', help: 'when it goes out', conflicts: ['tomorrow'] },
    tomorrow: { help: `tomorrow at ${defaultSendTime}` },
  },
  writes: true,
  examples: [
    'wordrise schedule move 12 --at "2026-12-02 07:00"',
    'wordrise schedule move petrichor --tomorrow',
  ],
  load: async () => (await import('./move-email.ts')).moveEmail,
});

const swap = defineCommand({
  name: 'swap',
  summary: 'swap the word of an email, or two emails',
  details:
    'Each is replaced at the provider in one step: an email that goes out before the provider has cancelled it is not sent a second time.',
  argument: { name: '<email>', help: "the email's id, or its word" },
  options: {
    word: { value: 'word', help: 'the word that replaces it: spelling or id', conflicts: ['with'] },
    with: { value: 'email', help: 'the email to swap places with' },
  },
  writes: true,
  examples: ['wordrise schedule swap 12 --word petrichor', 'wordrise schedule swap lull --with hush'],
  load: async () => (await import('./swap-email.ts')).swapEmail,
});

const fill = defineCommand({
  name: 'fill',
  summary: 'choose a word for each morning that has none',
  details:
    'Uses the time and days of the autopilot, even if it is off, and leaves out mornings that have an email or are skipped. The same seed gives the same words, so a dry run shows what will be scheduled. With --json each line is a morning, the last one of type "report".',
  options: {
    days: { value: 'number', help: 'how many mornings to look at', default: '7' },
    seed: { value: 'number', help: 'use another number for other words' },
  },
  writes: true,
  examples: [
    'wordrise schedule fill --days 30 --dry-run',
    'wordrise schedule fill --days 30',
    'wordrise schedule fill --seed 7 --dry-run',
  ],
  load: async () => (await import('./fill-schedule.ts')).fillSchedule,
});

const update = defineCommand({
  name: 'update',
  summary: 'replace emails that have an old text',
  details:
    'An email gets its text when it is submitted to the provider. If its word or the template is edited later, this replaces it there, at the same time of sending.',
  argument: { name: '[email]', help: "the email's id, or its word" },
  options: { all: { help: 'every email with an old text' } },
  writes: true,
  examples: ['wordrise schedule update 12', 'wordrise schedule update --all --dry-run'],
  load: async () => (await import('./update-email.ts')).updateEmail,
});

const cancel = defineCommand({
  name: 'cancel',
  summary: 'cancel an email that has not gone out',
  details: 'It is cancelled here and at the provider, and its word is unused again.',
  argument: { name: '[email]', help: "the email's id, or its word" },
  options: {
    sendId: {
      value: 'id',
      help: "the provider's id of a send, including one created there",
      conflicts: ['dryRun'],
    },
  },
  writes: true,
  examples: [
    'wordrise schedule cancel 12',
    'wordrise schedule cancel petrichor',
    'wordrise schedule cancel --send-id 978889',
  ],
  load: async () => (await import('./cancel-email.ts')).cancelEmail,
});

const stats = defineCommand({
  name: 'stats',
  summary: 'count the emails by status',
  examples: ['wordrise schedule stats', 'wordrise schedule stats --json | jq .failed'],
  load: async () => (await import('./schedule-stats.ts')).showStats,
});

const show = defineCommand({
  name: 'show',
  summary: 'show an email and how many readers got it',
  argument: { name: '<email>', help: "the email's id, or the word of a pending one" },
  examples: ['wordrise schedule show 12', 'wordrise schedule show 12 --json | jq .progress.unknown'],
  load: async () => (await import('./show-email.ts')).showEmail,
});

const ofEmail = { argument: { name: '<email>', help: "the email's id" }, writes: true } as const;

const pause = defineCommand({
  name: 'pause',
  summary: 'pause an email that is being sent',
  details: 'Only if emails are sent from here, by SMTP. Emails already under way are still sent.',
  ...ofEmail,
  examples: ['wordrise schedule pause 12'],
  load: async () => (await import('./change-delivery.ts')).pauseDelivery,
});

const resume = defineCommand({
  name: 'resume',
  summary: 'resume an email that is paused',
  details:
    'Readers who were refused because of the email itself are tried again. With --unknown it is also sent again to readers whose answer was lost: some of them may get it twice.',
  ...ofEmail,
  options: { unknown: { help: 'send again to readers whose answer was lost' } },
  examples: ['wordrise schedule resume 12', 'wordrise schedule resume 12 --unknown'],
  load: async () => (await import('./change-delivery.ts')).resumeDelivery,
});

const stop = defineCommand({
  name: 'stop',
  summary: 'stop an email that is being sent, for good',
  details: 'Readers who have it keep it; the others do not get it.',
  ...ofEmail,
  examples: ['wordrise schedule stop 12'],
  load: async () => (await import('./change-delivery.ts')).stopDelivery,
});

export const scheduleCommands = {
  name: 'schedule',
  summary: 'pending and sent emails',
  commands: [list, show, add, fill, move, swap, update, cancel, pause, resume, stop, stats],
};
