import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../test/databases.ts';
import { freePort } from '../../../test/free-port.ts';
import { onScreen } from './on-screen.ts';
import { bareEnvironment, canHaveTerminal, controlC, enter, startInTerminal } from './run-cli.ts';
import { runHere } from './run-here.ts';

const root = join(import.meta.dirname, '../../..');
const pageOf = (name: string) => readFileSync(join(root, 'docs', name), 'utf8');

/** Shortly before the minute for which the page schedules an email. */
const before = new Date('2026-11-21T09:02:10Z');
const after = new Date('2026-11-21T09:04:10Z');
/** So early that the server never sends that email, however long the test takes. */
const onServer = new Date('2026-11-21T08:00:00Z');

interface Step {
  command: string;
  /** What the page shows; `undefined` if it shows only commands. */
  shown: string | undefined;
}

/** The commands of a page, in order. */
function stepsOf(markdown: string): Step[] {
  const fences = [...markdown.matchAll(/^```(console|sh)\n(.*?)^```$/gms)];
  return fences.flatMap(({ 1: language, 2: text = '' }): Step[] => {
    if (language === 'console')
      return text
        .split(/^\$ /m)
        .slice(1)
        .map((part) => {
          const [command = '', ...lines] = part.split('\n');
          return { command, shown: lines.join('\n').trim() };
        });
    return text
      .trim()
      .split('\n')
      .map((command) => ({ command, shown: undefined }));
  });
}

/** Hides what differs between machines, and between installations: each opens with other words. */
const alike = (text: string) =>
  text
    .replace(/SQLite [\d.]+/, 'SQLite …')
    // The test serves at a free port.
    .replace(/(?<=(?:up at|Admin area) +http:\/\/localhost:)\d+/g, '5000')
    .replace(/\d+ of 353 unused words (.+\s+)[A-Z]\w+ \d+,/, '… of 353 unused words $1…,');

const wordsOf = (command: string) =>
  [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word).slice(1);

test.skipIf(!canHaveTerminal)('the first hour works as docs/first-hour.md describes it', async () => {
  const steps = [
    ...stepsOf(pageOf('first-hour.md')),
    // What the reference shows with its answer.
    ...stepsOf(pageOf('cli.md')).filter(({ shown }) => shown !== undefined),
  ];
  expect(steps.length).toBeGreaterThan(18);
  const folder = temporaryFolder();
  for (const file of ['words.csv', 'plan.csv'])
    copyFileSync(join(root, 'examples/first-hour', file), join(folder, file));
  const env = { ...bareEnvironment(folder), NO_COLOR: '1' };
  onTestFinished(() => void vi.useRealTimers());

  let now = before;
  const runs: Run[] = [];
  for (const step of steps) {
    const { command, shown } = step;
    if (command === 'wordrise process') now = after;
    const seen = await seenAfter(step, { folder, env, now });
    runs.push({ command, text: shown === undefined ? undefined : alike(seen) });
  }
  expect(runs).toEqual(steps.map(({ command, shown }) => ({ command, text: shown && alike(shown) })));
});

interface Place {
  folder: string;
  env: Record<string, string>;
  now: Date;
}

interface Run {
  command: string;
  text: string | undefined;
}

/** What a terminal shows after a command, run as a person would. */
async function seenAfter({ command, shown = '' }: Step, { folder, env, now }: Place): Promise<string> {
  if (command === 'wordrise setup') return withoutChoices(await answerSetup(folder, env), shown);
  if (command === 'wordrise serve') return serve(folder, env);
  if (!command.startsWith('wordrise '))
    return execFileSync('/bin/sh', ['-c', command], { cwd: folder, encoding: 'utf8' }).trim();
  vi.useFakeTimers({ toFake: ['Date'], now, shouldAdvanceTime: true });
  const { stdout } = await runHere({ folder, args: wordsOf(command), env, columns: 80 });
  vi.useRealTimers();
  return onScreen(stdout);
}

async function answerSetup(folder: string, env: Record<string, string>): Promise<string> {
  const terminal = startInTerminal({ folder, env: { ...env, TZ: 'America/New_York' } }, ['setup']);
  for (const [question, answer] of [
    [/Data folder/, ''],
    [/Database[\s\S]*select/, ''],
    [/Name of the product/, ''],
    [/Address that visitors use/, ''],
    [/Time zone/, ''],
    [/Email provider[\s\S]*select/, ''],
    [/Dictionary[\s\S]*select/, ''],
    [/Check signups[\s\S]*select/, ''],
    [/starter words into the library/, ''],
    [/Create the admin account now/, ''],
    [/Username/, 'owner'],
    [/Password/, 'a sunny morning'],
    [/Confirm password/, 'a sunny morning'],
  ] as const) {
    await terminal.until(question);
    terminal.type(answer + enter);
  }
  return onScreen((await terminal.ended).stdout);
}

/** A question that was answered is drawn over its choices: the lines that stay are there, in this order. */
function withoutChoices(seen: string, shown: string): string {
  const lines = seen.split('\n');
  let from = 0;
  const isThere = (line: string) => {
    const at = lines.indexOf(line, from);
    from = at + 1;
    return at >= 0;
  };
  return shown.split('\n').every(isThere) ? shown : seen;
}

/** Serves with a separate clock, and a reader who signs up. */
async function serve(folder: string, env: Record<string, string>): Promise<string> {
  const clock = `const shift = ${onServer.getTime()} - Date.now(); globalThis.Date = class extends Date {
    constructor(...parts) { super(...(parts.length > 0 ? parts : [Date.now()])); }
    static now() { return super.now() + shift; }
  };`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(clock)}`;
  const PORT = `${await freePort()}`;
  const server = startInTerminal({ folder, env: { ...env, NODE_OPTIONS, PORT, LOG_LEVEL: 'silent' } }, [
    'serve',
  ]);
  const [banner] = await server.until(/[\s\S]*press Ctrl-C[^\n]*\n/);
  const response = await fetch(`http://localhost:${PORT}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'reader@example.com', firstName: 'Ada' }),
  });
  expect(response.status).toBe(201);
  await expect
    .poll(async () => (await runHere({ folder, args: ['readers', 'list'], env })).stdout, { interval: 500 })
    .toContain('subscribed');
  // A pass of its own would say that the processor last ran in the past.
  server.type(controlC);
  await server.ended;
  return onScreen(banner);
}
