import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, copyFileSync, cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { makeBaseImage, networkEnvironment } from '../check-dockerfile/base-image.ts';

const port = '5098';
const home = '/var/lib/wordrise';
/** Who follows the page: someone who may use sudo, and nothing else that root may. */
const admin = 'admin';

export interface Machine {
  /** Where it is created. */
  folder: string;
  /** What a checkout is cloned from. */
  repository: string;
  /** Where npm finds the packages of this repository. */
  registry: string;
  /** Whether it is as the page wants it: Debian 13, whose own Node.js and npm, which are older, the steps install. */
  isBare: boolean;
}

/** Follows the steps on a separate machine, checks the result, and then removes the machine. */
export async function followed(
  { folder, repository, registry, isBare }: Machine,
  steps: readonly string[],
): Promise<void> {
  makeMachine(folder, registry, isBare ? 'trixie' : 'bookworm');
  if (isBare) for (const name of ['node', 'npm', 'npx']) rmSync(join(folder, 'usr/local/bin', name));
  cpSync(repository, join(folder, 'srv/wordrise.git'), { recursive: true });
  const mounted = ['proc', 'dev'].map((name) => join(folder, name));
  execFileSync('mount', ['-t', 'proc', 'proc', join(folder, 'proc')]);
  execFileSync('mount', ['--bind', '/dev', join(folder, 'dev')]);
  try {
    for (const step of steps) await runStep(folder, step);
    await look(folder);
  } finally {
    await inside(folder, 'for pid in /run/*.pid /run/postgresql/*.pid; do kill "$(cat $pid)"; done').catch(
      () => {},
    );
    for (const path of mounted) execFileSync('umount', ['--lazy', path]);
  }
}

function makeMachine(folder: string, registry: string, release: string): void {
  makeBaseImage(folder, release);
  // Without systemd, Debian starts no service that is installed, unless this allows it.
  writeFileSync(join(folder, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const packages = ['sudo', 'git', 'curl', 'procps'];
  execFileSync(
    'chroot',
    [folder, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages],
    {
      env: { PATH: process.env.PATH, DEBIAN_FRONTEND: 'noninteractive', ...networkEnvironment },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  appendFileSync(join(folder, 'root/.npmrc'), `\n@wordrise:registry=${registry}\n`);
  appendFileSync(
    join(folder, 'etc/sudoers'),
    `Defaults env_keep += "${Object.keys(networkEnvironment).join(' ')}"\n`,
  );
  appendFileSync(join(folder, 'etc/sudoers'), `${admin} ALL=(ALL:ALL) NOPASSWD: ALL\n`);
  execFileSync('chroot', [folder, 'useradd', '--create-home', '--shell', '/bin/bash', admin]);
  copyFileSync(join(import.meta.dirname, 'systemctl.sh'), join(folder, 'usr/local/bin/systemctl'));
  writeFileSync(join(folder, 'usr/local/bin/journalctl'), '#!/bin/sh\ncat "/var/log/$2.log"\n');
  for (const name of ['systemctl', 'journalctl']) chmodSync(join(folder, 'usr/local/bin', name), 0o755);
}

/** Runs a block of the page unchanged, in a shell that ends at the first line that fails. */
async function runStep(folder: string, block: string): Promise<void> {
  const text = block.replace(/https:\S+\.git/, '/srv/wordrise.git');
  console.log(text.replaceAll(/^(?=.)/gm, '  $ '));
  // Doctor ends with 1 while something is missing.
  await inside(folder, text.replaceAll(/ doctor\b/g, ' doctor || test $? = 1'), admin);
  // Avoids clashes with what else runs on this machine.
  if (text.includes(' setup')) {
    await inside(folder, `echo PORT=${port} >> ${home}/.env; echo HOST=127.0.0.1 >> ${home}/.env`);
  }
}

async function inside(folder: string, script: string, user = 'root'): Promise<void> {
  const env = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: user === 'root' ? '/root' : `/home/${user}`,
    ...networkEnvironment,
  };
  const args = [`--userspec=${user}`, '--groups=', folder, '/bin/bash', '-euo', 'pipefail', '-c', script];
  const child = spawn('chroot', args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`This ended with ${code}:\n${script}`);
}

/** Runs the line for cron, if there is one, as cron does: as its user, with an almost empty environment. */
const runCronLine = `
  test -e /etc/cron.d/wordrise || exit 0
  read -r _ _ _ _ _ user line < /etc/cron.d/wordrise
  cd /
  setpriv --reuid="$user" --regid="$user" --clear-groups env --ignore-environment \\
    HOME=${home} LOGNAME="$user" SHELL=/bin/sh PATH=/usr/bin:/bin /bin/sh -c "$line"
  ls /var/backups/wordrise/*.tar.gz > /dev/null`;

/** Checks that the server answers, and that everything it stores belongs only to its user. */
async function look(folder: string): Promise<void> {
  const url = `http://127.0.0.1:${port}/readyz`;
  for (let left = 300; !(await fetch(url).catch(() => undefined))?.ok; left -= 1) {
    if (left === 0) throw new Error('The server does not answer.');
    await setTimeout(200);
  }
  await inside(folder, `test "$(stat -c '%U %a' ${home})" = 'wordrise 700'`);
  await inside(folder, `test "$(stat -c '%U %a' ${home}/.env)" = 'wordrise 600'`);
  await inside(folder, `test -z "$(find ${home} ! -user wordrise)"`);
  await inside(folder, 'test "$(ps -o user= -p "$(cat /run/wordrise.pid)")" = wordrise');
  await inside(folder, runCronLine);
}
