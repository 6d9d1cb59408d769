import { defaultSendTime } from '@wordrise/core/constants';
import { defineCommand } from '../command-line/define-command.ts';

const on = defineCommand({
  name: 'on',
  summary: 'keep the next mornings filled with unused words',
  details:
    'Every pass of the processor then chooses words for the mornings that are still open: words without findings first, never the same initial or part of speech three days in a row, no two in a row with the same origin, and none that means the same as another within 30 days. A morning whose email you cancel stays free. Options that you leave out keep their settings.',
  options: {
    time: { value: 'hh:mm', help: `when emails go out, in TIMEZONE; ${defaultSendTime} unless set before` },
    days: { value: 'days', help: 'mon-fri, or mon,wed,fri, or daily; daily unless set before' },
    ahead: { value: 'number', help: 'how many mornings to keep filled; 14 unless set before' },
  },
  writes: true,
  examples: ['wordrise autopilot on', 'wordrise autopilot on --time 07:00 --days mon-fri --ahead 14'],
  load: async () => (await import('./set-autopilot.ts')).turnOn,
});

const off = defineCommand({
  name: 'off',
  summary: 'stop choosing words automatically',
  details: 'Emails that are scheduled stay scheduled.',
  writes: true,
  examples: ['wordrise autopilot off'],
  load: async () => (await import('./set-autopilot.ts')).turnOff,
});

const status = defineCommand({
  name: 'status',
  summary: 'show its settings, and how long the words last',
  examples: ['wordrise autopilot status', 'wordrise autopilot status --json | jq .library.lastsUntil'],
  load: async () => (await import('./autopilot-status.ts')).showAutopilot,
});

const day = { name: '<date>', help: 'a day in TIMEZONE, such as 2026-12-25' } as const;

const skip = defineCommand({
  name: 'skip',
  summary: 'leave a day without an email',
  details: 'An email already scheduled for the day stays; cancel it with wordrise schedule cancel.',
  argument: day,
  writes: true,
  examples: ['wordrise autopilot skip 2026-12-25'],
  load: async () => (await import('./skip-day.ts')).skipDay,
});

const unskip = defineCommand({
  name: 'unskip',
  summary: 'let a day be filled again',
  details: 'For a day that was skipped, or whose email was cancelled.',
  argument: day,
  writes: true,
  examples: ['wordrise autopilot unskip 2026-12-25'],
  load: async () => (await import('./skip-day.ts')).unskipDay,
});

export const autopilotCommands = {
  name: 'autopilot',
  summary: 'fill mornings automatically',
  commands: [on, off, status, skip, unskip],
};
