import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { expect, test } from 'vitest';
import { dailyCommands, overview } from './overview.ts';
import { commandFirst, commandsOf, createProgram, parseAndRun } from './program.ts';

const program = createProgram();
const commands = commandsOf(program).map(({ path, command }) => [path, command] as const);

/** The output of `--help`, including examples. */
function helpOf(command: CommandUnknownOpts): string {
  let text = '';
  command.configureOutput({ writeOut: (piece) => (text += piece), getOutHelpWidth: () => 80 });
  command.outputHelp();
  return text;
}

test('has every command of the manual', () => {
  expect(commands.map(([name]) => name).toSorted()).toEqual(
    [
      'admin disable-second-factor',
      'admin reset-password',
      'admin status',
      'audit',
      'alert test',
      'backup',
      'bounces ingest',
      'autopilot draw',
      'autopilot off',
      'autopilot on',
      'autopilot skip',
      'autopilot status',
      'autopilot unskip',
      'completion',
      'config',
      'doctor',
      'migrate',
      'origins allow',
      'origins list',
      'origins remove',
      'privacy set',
      'privacy show',
      'process',
      'provider switch',
      'restore',
      'resume-sending',
      'schedule add',
      'schedule cancel',
      'schedule course',
      'schedule warm-up',
      'schedule fill',
      'schedule list',
      'schedule move',
      'schedule leave',
      'schedule pause',
      'schedule resume',
      'schedule show',
      'schedule stats',
      'schedule stop',
      'schedule swap',
      'schedule weekly',
      'schedule update',
      'serve',
      'sessions end',
      'sessions list',
      'setup',
      'readers export',
      'readers import',
      'readers list',
      'readers reasons',
      'rehearse',
      'readers remove',
      'readers show',
      'template design',
      'template preview',
      'template restore',
      'template set',
      'template show',
      'template test',
      'template versions',
      'themes add',
      'themes edit',
      'themes export',
      'themes import',
      'themes list',
      'themes remove',
      'themes schedule',
      'themes show',
      'tomorrow',
      'words add',
      'words add-starters',
      'words check',
      'words edit',
      'words export',
      'words fill',
      'words import',
      'words list',
      'words lookup',
      'words record',
      'words remembered',
      'words remove',
      'words show',
      'words suggestions',
    ].toSorted(),
  );
});

test.each(commands)('%s explains itself with examples and takes the common options', (name, command) => {
  const help = helpOf(command);
  expect(help).toContain(`Usage: wordrise ${name}`);
  expect(help).toContain(`Examples:\n`);
  expect(help.slice(help.indexOf('Examples:'))).toContain(`wordrise ${name}`);
  for (const option of ['--json', '--quiet', '--no-color', '--help']) expect(help).toContain(option);
});

test('examples name words that a new installation has', () => {
  const pack = readFileSync(join(import.meta.dirname, '../../../examples/words/starter.csv'), 'utf8');
  const has = new Set(pack.split('\n').map((line) => line.slice(0, line.indexOf(','))));
  const takesWord =
    /wordrise (?:words (?:show|edit|remove|record|check)|schedule (?:add|move|swap|cancel)) (?!takes?\b)([a-z]+)/g;
  const named = commands.flatMap(([, command]) => {
    const help = helpOf(command);
    const lists = [...help.matchAll(/--(?:words|word|with) ([a-z]+(?:,[a-z]+)*)\b/g)];
    return [...help.matchAll(takesWord), ...lists].flatMap(([, list = '']) => list.split(','));
  });
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((word) => !has.has(word))).toEqual([]);
});

test.each(commands)('%s fits a terminal of 80 columns', (_name, command) => {
  expect(
    helpOf(command)
      .split('\n')
      .filter((line) => line.length > 80),
  ).toEqual([]);
});

test('shows a dozen commands first, each as its own help describes it', () => {
  const daily = Object.assign({}, ...Object.values(dailyCommands));
  expect(Object.keys(daily)).toHaveLength(12);
  const summaries = new Map(commands.map(([name, command]) => [name, command.summary()]));
  for (const [name, summary] of Object.entries(daily)) expect(summaries.get(name), name).toBe(summary);
  const page = overview(false);
  expect(page.split('\n').filter((line) => line.length > 80)).toEqual([]);
  for (const line of overview(false, 40).split('\n'))
    if (!line.startsWith('  wordrise ')) expect(line.length, line).toBeLessThanOrEqual(40);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the colors.
  expect(overview(true).replace(/\u001b\[\d+m/g, '')).toBe(page);
});

test('shows every command with its one line in the manual', () => {
  const manual = helpOf(program);
  expect(manual.split('\n').filter((line) => line.length > 80)).toEqual([]);
  for (const [name, command] of commands) {
    expect(manual).toMatch(
      new RegExp(`^  ${name} +${command.summary().replace(/[.*+?^$()[\]]/g, '\\$&')}$`, 'm'),
    );
  }
});

const readers = [
  'admin status',
  'audit',
  'autopilot status',
  'completion',
  'doctor',
  'origins list',
  'schedule course',
  'schedule warm-up',
  'schedule list',
  'schedule show',
  'schedule stats',
  'serve',
  'sessions list',
  'readers list',
  'readers show',
  'tomorrow',
];
const lookers = [
  'alert test',
  'privacy show',
  // Its database is a copy that it removes.
  'rehearse',
  'template preview',
  'template show',
  'template test',
  'template versions',
  'themes list',
  'themes show',
  'words list',
  'words lookup',
  'words remembered',
  'words show',
];

test('everything that writes has a dry run', () => {
  const without = commands
    .filter(([, command]) => !command.options.some(({ long }) => long === '--dry-run'))
    .map(([name]) => name);
  expect(without.toSorted()).toEqual([...readers, ...lookers].toSorted());
});

/** For each command, ways to mistype it. */
const mistyped = commands.flatMap(([path, { options, registeredArguments }]) => {
  const [argument] = registeredArguments;
  const required = argument?.required ? [argument.argChoices?.[0] ?? 'x'] : [];
  return [
    ['--unknown-thing'],
    ...(argument?.variadic ? [] : [['x', 'y', 'z']]),
    ...(argument?.required ? [[]] : []),
    ...(argument?.argChoices ? [['no choice']] : []),
    ...options.filter((option) => option.required).map(({ long }) => [...required, long ?? '']),
    ...options
      .filter((option) => option.argChoices)
      .map(({ long }) => [...required, long ?? '', 'no choice']),
  ].map((typed) => [...path.split(' '), ...typed]);
});

test('every mistyped command gets a sentence and the help of that command', async () => {
  expect(mistyped.length).toBeGreaterThan(150);
  for (const words of mistyped) {
    const { message, hint } = await parseAndRun(words)
      .then(() => ({ message: 'nothing was wrong', hint: '' }))
      .catch((error) => error);
    expect(message, words.join(' ')).toMatch(/^[A-Z].*[.?]$/s);
    expect(message, words.join(' ')).not.toMatch(/error:|undefined|\.\./);
    expect(hint, words.join(' ')).toMatch(/^See: wordrise .*--help$/);
  }
});

test.each([
  { typed: 'words list --limit', says: "Option '--limit <number>' argument missing." },
  { typed: 'words list --per zz', says: "Unknown option '--per'." },
  { typed: 'words list --serch zz', says: "Unknown option '--serch'. Did you mean --search?" },
  {
    typed: 'process --watch --dry-run',
    says: "Option '--watch' cannot be used with option '--dry-run'.",
  },
  { typed: 'list', says: /^Unknown command 'list'\. Did you mean words list or / },
])('$typed: $says', async ({ typed, says }) => {
  const message = typeof says === 'string' ? says : expect.stringMatching(says);
  await expect(parseAndRun(typed.split(' '))).rejects.toMatchObject({ name: 'UsageError', message });
});

test.each([
  ['config set timezone Europe/Paris', 'To store a value, write: wordrise config TIMEZONE --set VALUE'],
  ['config SMTP_PASSWORD hunter2', 'To store a value, write: wordrise config SMTP_PASSWORD --set VALUE'],
  ['config set X Y', 'See: wordrise config --help'],
  ['config get TIMEZONE', 'To see it, write: wordrise config TIMEZONE'],
  ['config unset TIMEZONE', 'To remove it, write: wordrise config TIMEZONE --unset'],
  ['serve --port 5001', 'To use another port, write: PORT=5001 wordrise serve'],
  ['serve --port 99999', 'See: wordrise serve --help'],
  ['serve 5001', 'To use another port, write: PORT=5001 wordrise serve'],
  ['start', 'To start everything, write: wordrise serve'],
  ['status', 'To check the installation, write: wordrise doctor'],
  ['doctor me@example.com', 'To send a test email, write: wordrise doctor --send-to me@example.com'],
  ['schedule add petrichor tomorrow', 'Write: wordrise schedule add petrichor --tomorrow'],
  ['schedule add hush 2026-12-01 07:00', 'Write: wordrise schedule add hush --at "2026-12-01 07:00"'],
  ['schedule remove 3', 'To cancel an email, write: wordrise schedule cancel 3'],
  ['readers delete a@example.com', 'Write: wordrise readers remove a@example.com'],
  ['words search rain', 'Write: wordrise words list --search rain'],
  ['words show faux pas', 'Words of more than one part need quotes: "faux pas"'],
  ['provider smtp', 'Write: wordrise provider switch smtp'],
])('%s gets the line that does it', async (typed, hint) => {
  const refused = await parseAndRun(typed.split(' ')).catch((error) => error);
  expect(refused).toMatchObject({ name: 'UsageError', hint });
  expect(refused.message).not.toContain('hunter2');
});

test('a hint is a line that works', async () => {
  const { nearMisses } = await import('./command-line/near-misses.ts');
  const paths = new Set(commands.map(([path]) => path));
  for (const [, hint] of nearMisses) {
    const line = /wordrise ((?:[a-z-]+ ?)+)/.exec(hint)?.[1]?.split(' ').filter(Boolean) ?? [];
    if (!hint.includes('wordrise') || hint.includes('wordrise $1')) continue;
    expect(paths.has(line[0] ?? '') || paths.has(line.slice(0, 2).join(' ')), hint).toBe(true);
  }
});

test.each([
  ['words list --json', 'words list --json'],
  ['--json words list', 'words list --json'],
  ['words --json list --limit 5', 'words list --json --limit 5'],
  ['-q process --watch', 'process -q --watch'],
  ['--dry-run words remove hush', 'words remove --dry-run hush'],
  ['help', '--help'],
  ['help --all', '--help'],
  ['--help --all', '--help'],
  ['help words', 'words --help'],
  ['help words ls', 'words ls --help'],
  ['help wrods', 'wrods'],
  ['help words lst', 'words lst'],
  ['help words import readers.csv', 'words import --help readers.csv'],
  ['signups --json rm a@example.com', 'signups rm --json a@example.com'],
  ['words show help', 'words show help'],
  ['words import -- --json', 'words import -- --json'],
  ['--file x words fill', 'words fill --file x'],
  ['--limit 5 words ls', 'words ls --limit 5'],
  ['--limit=5 --json words list', 'words list --limit=5 --json'],
  ['words --limit 5 list', 'words list --limit 5'],
  ['wrods words list', 'wrods words list'],
  ['-- words list', '-- words list'],
  ['', ''],
])('%s', (typed, arranged) => {
  const words = (line: string) => line.split(' ').filter(Boolean);
  expect(commandFirst(program, words(typed))).toEqual(words(arranged));
});
