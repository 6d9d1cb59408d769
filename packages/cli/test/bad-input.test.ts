import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { givenInstallation, wordOf } from './run-cli.ts';

/** Values that only the command itself can refuse, each with what its message says. */
const inputs = [
  { args: 'schedule add hush --at 2026-13-45', says: 'Give a date and a time, such as 2026-12-01T07:00.' },
  { args: 'schedule add hush --at yesterday', says: 'Give a date and a time, such as 2026-12-01T07:00.' },
  { args: 'autopilot skip tomorrow', says: 'Give a day, such as 2026-12-24' },
  { args: 'autopilot skip 2090-12-24 soon', says: 'Give a day, such as 2026-12-24' },
  { args: 'autopilot skip 2090-12-24 2090-12-23', says: 'The last day must not be before the first.' },
  { args: 'autopilot skip 2090-12-24 2099-12-24', says: 'Choose at most 366 days at once' },
  { args: 'autopilot on --days mo', says: 'Use mon-fri, mon,wed,fri or daily.' },
  { args: 'autopilot on --days monkey', says: 'Use mon-fri, mon,wed,fri or daily.' },
  { args: 'words fill --file missing.txt', says: '/missing.txt.' },
  { args: 'words fill --file .', says: 'This is a folder; a file is needed.' },
  { args: 'words import odd.json --on-conflict fail', says: 'The line is not valid JSON' },
  { args: 'words import odd.csv', says: 'The first row must name these columns' },
  { args: 'words edit nobody --definition x', says: '“nobody” is not in the library.' },
  { args: 'setup --answers odd.json', says: 'There are no answers in odd.json.' },
  { args: 'backup --to . --keep some', says: '--keep takes a number from 1, together with --to.' },
  { args: 'restore odd.csv', says: 'The backup is damaged: it cannot be unpacked.' },
];

/** Output meant for programs, not for people. */
const raw = /^\s+at |\w+Error\b|ENOENT|EISDIR|Unexpected token|undefined|\[object|node:/m;

test('bad values get a sentence that says what to do', async () => {
  const installation = await givenInstallation();
  writeFileSync(join(installation.folder, 'odd.json'), '{bad json\n');
  writeFileSync(join(installation.folder, 'odd.csv'), 'a,b\n1,2\n');
  await installation.run(['words', 'import', '-'], { input: JSON.stringify(wordOf('hush')) });
  for (const { args, says } of inputs) {
    const { code, stdout, stderr } = await installation.run(args.split(' '));
    const shown = stdout + stderr;
    expect(shown, args).toContain(says);
    expect(shown, args).not.toMatch(raw);
    expect([1, 2], args).toContain(code);
  }
});

test('help is as wide as COLUMNS says', async () => {
  const installation = await givenInstallation();
  for (const args of [
    ['help', '--all'],
    ['words', 'import', '--help'],
  ]) {
    const { stdout } = await installation.run(args, { env: { COLUMNS: '56' } });
    const sample = stdout.slice(0, stdout.indexOf('Examples:'));
    expect(sample.split('\n').filter((line) => line.length > 56)).toEqual([]);
  }
});
