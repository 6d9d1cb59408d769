import { defineCommand } from '../command-line/define-command.ts';

const list = defineCommand({
  name: 'list',
  summary: 'show where the admin is signed in',
  options: {},
  examples: ['wordrise sessions list', 'wordrise sessions list --json'],
  load: async () => (await import('./sessions.ts')).listSessions,
});

const end = defineCommand({
  name: 'end',
  summary: 'sign out one session, or all of them',
  argument: { name: '[id]', help: 'the id that “sessions list” shows' },
  options: { all: { help: 'sign out everywhere' } },
  writes: true,
  examples: ['wordrise sessions end 3q2-7wAAb3Jk0aQd', 'wordrise sessions end --all'],
  load: async () => (await import('./sessions.ts')).endSessions,
});

export const sessionsCommands = {
  name: 'sessions',
  summary: 'where the admin is signed in',
  commands: [list, end],
};
