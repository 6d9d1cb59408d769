import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/databases.ts';
import { bareEnvironment } from './run-cli.ts';

const root = join(import.meta.dirname, '../../..');
const examples = join(root, 'examples');

/** As on the machine that the examples are made for. */
function onThisMachine(text: string, dataFolder: string): string {
  return text.replaceAll('/opt/wordrise', root).replaceAll('/var/lib/wordrise', dataFolder);
}

test('every line of the crontab does what its comment says', () => {
  const folder = temporaryFolder();
  const crontab = onThisMachine(readFileSync(join(examples, 'cron/crontab'), 'utf8'), folder);
  const commands = [...crontab.matchAll(/^(?:\S+ ){5}(cd .+)$/gm)].map(([, command = '']) => command);
  const run = (command: string) =>
    spawnSync('/bin/sh', ['-c', command], { cwd: '/', env: bareEnvironment(folder), encoding: 'utf8' });
  const [pass = '', doctor = ''] = commands;
  expect(commands).toHaveLength(2);
  run(pass.replace('process --quiet', 'migrate'));
  // Nothing to say, so cron sends no mail.
  expect(run(pass)).toMatchObject({ status: 0, stdout: '', stderr: '' });
  const found = run(doctor);
  expect(found.status).toBe(1);
  expect(found.stdout).toMatch(/No email is scheduled for (today|tomorrow)\./);
  expect(found.stdout).not.toContain('✓');
});

test('the command completes for users who may not enter the folder of the data, and does nothing else there', () => {
  const folder = temporaryFolder();
  const closed = join(folder, 'closed');
  const script = join(folder, 'wordrise');
  writeFileSync(script, onThisMachine(readFileSync(join(examples, 'systemd/wordrise'), 'utf8'), closed));
  const run = (...words: string[]) =>
    spawnSync('/bin/sh', [script, ...words], { cwd: folder, env: bareEnvironment(folder), encoding: 'utf8' });
  expect(run('completion', 'bash')).toMatchObject({ status: 0, stderr: '' });
  expect(run('__complete', '--', 'doc').stdout).toMatch(/^doctor\t/);
  expect(run('doctor')).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(closed) });
});

const units = readdirSync(join(examples, 'systemd')).filter((name) => /\.(service|timer)$/.test(name));

test.each(units.filter((name) => name.endsWith('.service')))('%s starts an existing command', (name) => {
  const text = onThisMachine(readFileSync(join(examples, 'systemd', name), 'utf8'), temporaryFolder());
  const [, command = ''] = /^ExecStart=(.+)$/m.exec(text) ?? [];
  const [node = '', program = '', word] = command.split(' ');
  expect([existsSync(node), existsSync(program)]).toEqual([true, true]);
  const { status, stdout } = spawnSync(node, [program, word ?? '', '--help'], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining(`wordrise ${word}`) });
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test.skipIf(!hasSystemd)('systemd accepts the units, and rates their sandboxing as strict', () => {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  mkdirSync(data);
  const files = units.map((name) => {
    const file = join(folder, name);
    // A user that every machine has.
    const text = readFileSync(join(examples, 'systemd', name), 'utf8').replace(
      /^(User|Group)=.+$/gm,
      '$1=root',
    );
    writeFileSync(file, onThisMachine(text, data));
    return file;
  });
  const verified = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' });
  const about = verified.stderr.split('\n').filter((line) => line.includes(folder));
  expect({ status: verified.status, about }).toEqual({ status: 0, about: [] });
  for (const file of files.filter((name) => name.endsWith('.service'))) {
    const limit = ['security', '--offline=true', '--threshold=15', file];
    expect(spawnSync('systemd-analyze', limit, { encoding: 'utf8' }).status).toBe(0);
  }
});
