import { copyFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { displayWidth } from '../src/command-line/text.ts';
import { argumentsOf, commands, givenData } from './command-arguments.ts';
import { onScreen } from './on-screen.ts';
import { givenInstallation, type Installation, wordOf } from './run-cli.ts';
import { runHere } from './run-here.ts';

/** They print what a program may read, which is never wrapped. */
const asWritten = ['template show', 'template preview', 'privacy show', 'readers show', 'completion'];
const exported = ['words export', 'readers export', 'serve', 'restore'];

const columns = 80;

/** An address that is longer than a line is not broken, so that it can be copied. */
const isTooWide = (line: string, width: number) => displayWidth(line) > width && / /.test(line.trim());

const longAddress = `${'very.long.name.'.repeat(3)}x@an-office-with-a-long-name.example.com`;

/** Values as long as some real ones. */
async function givenLongData({ open }: Pick<Installation, 'open'>): Promise<void> {
  const wordrise = await open();
  const definition = `${'To say in many words what could be said in few, '.repeat(4)}and then again.`;
  const { id } = await wordrise.words.add(wordOf('antidisestablishmentarianism', { definition }));
  await wordrise.schedule.add({
    wordId: id,
    scheduledDate: new Date(Date.now() + 9 * 86_400_000).toISOString(),
    status: 'pending',
  });
  const email = longAddress;
  const firstName = 'Wolfeschlegelsteinhausenbergerdorff the Third';
  await wordrise.readers.signUp({ email, firstName, favoriteWord: firstName }, { address: '203.0.113.9' });
  await wordrise.origins.allow(`https://${'a-long-part.'.repeat(5)}example.com`);
  await wordrise.close();
}

test('no command prints a line that is wider than the terminal', async () => {
  const installation = await givenInstallation();
  const { folder, env } = installation;
  await givenData(installation);
  await givenLongData(installation);
  const file = env.DATABASE_URL?.replace('sqlite:', '') ?? '';
  const kept = `${file}-kept`;
  copyFileSync(file, kept);
  const tooWide = [];
  for (const { path, command } of commands) {
    if ([...asWritten, ...exported].includes(path)) continue;
    for (const option of command.options.some(({ long }) => long === '--dry-run')
      ? [['--dry-run'], []]
      : [[]]) {
      copyFileSync(kept, file);
      const { args, input } = argumentsOf[path] ?? { args: [] };
      const { stdout } = await runHere({
        folder,
        args: [...path.split(' '), ...args, ...option],
        input,
        env: { ...env, NO_COLOR: '1' },
        columns,
      });
      const lines = onScreen(stdout).split('\n');
      // A table's columns stay apart, and so does its first line.
      expect(stdout, path).not.toMatch(/^[A-Z]+ [A-Z]+ [A-Z]+/m);
      tooWide.push(...lines.filter((line) => isTooWide(line, columns)).map((line) => `${path}: ${line}`));
    }
  }
  expect(tooWide).toEqual([]);
});

test('lists fit a terminal of 50 columns, with every address and word to copy in full', async () => {
  const installation = await givenInstallation();
  const { folder, env } = installation;
  await givenData(installation);
  await givenLongData(installation);
  const word = 'antidisestablishmentarianism';
  const site = `https://${'a-long-part.'.repeat(5)}example.com`;
  const lists: [string[], string][] = [
    [['words', 'list'], word],
    [['words', 'list', '--unused'], 'DEFINITION'],
    [['schedule', 'list'], word],
    [['readers', 'list'], longAddress],
    [['origins', 'list'], site],
    [['themes', 'list'], 'THEME'],
    [['audit'], 'WHAT'],
    [['doctor'], 'Tomorrow'],
    [['help', '--all'], 'readers list'],
  ];
  for (const [args, has] of lists) {
    const ended = await runHere({ folder, args, env: { ...env, NO_COLOR: '1' }, columns: 50 });
    const screen = onScreen(ended.stdout);
    expect(screen, args.join(' ')).toContain(has);
    expect(
      screen.split('\n').filter((line) => isTooWide(line, 50)),
      args.join(' '),
    ).toEqual([]);
  }
});
