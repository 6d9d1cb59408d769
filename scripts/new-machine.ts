import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { loadFrozen } from '../test/frozen-schemas.ts';

/**
 * What an owner does with a new machine that has nothing but Node.js: set up, send a first email, back up, upgrade a
 * database of the first schema, and restore. Takes two minutes, because the email goes out at its time.
 *
 * @param prefix Where `npm install --global` has put the command.
 * @returns what was typed and answered, as Markdown
 * @throws Error if a command fails
 */
export async function newMachine(prefix: string, node: string): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'wordrise-home-'));
  const env = {
    HOME: home,
    PATH: `${join(prefix, 'bin')}:${dirname(node)}:/usr/bin:/bin`,
    TZ: 'America/New_York',
  };
  const shown: string[] = [];
  let cwd = home;

  /** Types a command, and shows its answer. */
  function type(command: string, input = ''): string {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
      cwd,
      env,
      input,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${command} ended with ${status}: ${stdout}${stderr}`);
    shown.push(`$ ${command}\n${stdout}${stderr}`.replaceAll(home, '~').trimEnd());
    return stdout;
  }
  function inNewFolder(name: string): void {
    shown.push(`$ mkdir ~/${name} && cd ~/${name}`);
    cwd = join(home, name);
    mkdirSync(cwd);
  }
  const section = (title: string) => shown.push(`\`\`\`\n\n## ${title}\n\n\`\`\`console`);

  type('node --version');
  type('wordrise version');
  inNewFolder('wordrise');
  section('Setup');
  type('wordrise setup --admin owner --password-stdin', 'petrichor rain\n');
  const server = await startServer(cwd, env, shown);
  try {
    section('The first reader and the first email');
    const reader = '{"email":"reader@example.com","firstName":"Ada"}';
    type(`curl --silent --json '${reader}' http://localhost:5000/api/register`);
    type(`wordrise schedule add petrichor --at "${inNewYork(Date.now() + 61_000)}"`);
    await untilSent(cwd, env);
    type('wordrise schedule list');
    type('ls data/outbox');
    section('A backup, while the server runs');
    type('wordrise backup ~/wordrise.tar.gz');
  } finally {
    server.kill();
  }
  section('A database of the first schema');
  inNewFolder('old');
  mkdirSync(join(cwd, 'data'), { mode: 0o700 });
  await loadFrozen('0.0.0', 'sqlite', join(cwd, 'data/wordrise.db'));
  type('wordrise migrate --dry-run');
  type('wordrise migrate');
  type('wordrise words list --limit 3');
  section('The backup, on another machine');
  inNewFolder('restored');
  type('wordrise restore ~/wordrise.tar.gz');
  type('wordrise schedule list');
  type('wordrise doctor --quiet || true');
  execFileSync('rm', ['-rf', home]);
  return `\`\`\`console\n${shown.join('\n')}\n\`\`\`\n`.replaceAll('```console\n\n', '```console\n');
}

async function startServer(cwd: string, env: NodeJS.ProcessEnv, shown: string[]): Promise<ChildProcess> {
  const server = spawn('wordrise', ['serve'], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let banner = '';
  server.stderr.setEncoding('utf8').on('data', (piece) => (banner += piece));
  while (!banner.includes('To stop')) await once(server.stderr, 'data');
  shown.push(`$ wordrise serve &\n${banner.trimEnd()}`);
  return server;
}

/** The server looks every five minutes; here somebody asks, so that nobody waits for that. */
async function untilSent(cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const wordrise = (...args: string[]) => execFileSync('wordrise', args, { cwd, env, encoding: 'utf8' });
  do {
    await setTimeout(5000);
    wordrise('process');
  } while (!wordrise('schedule', 'list').includes('sent'));
}

function inNewYork(instant: number): string {
  const format = { timeZone: 'America/New_York', dateStyle: 'short', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat('sv-SE', format).format(instant);
}

/** Writes the transcript where the documentation shows it. */
export function writeTranscript(
  file: string,
  { transcript, install }: { transcript: string; install: string },
): void {
  writeFileSync(
    file,
    `# A new machine, from start to finish

A transcript: \`npm run check:packages -- --transcript\` makes it, with the packages as they would be published, on a
machine that has Node.js and nothing else. Nothing in it is written by hand.

## Install

\`\`\`console
$ npm install --global @wordrise/cli
${install}
${transcript.replace(/^```console\n/, '')}`,
  );
}
