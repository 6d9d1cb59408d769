/**
 * `npm run check:containers`: builds the image from the last commit with Podman and starts compose.yaml with it, as root:
 * first with SQLite alone, then as the pages say, from the first start to a new machine, and with PostgreSQL, a
 * certificate and backups. Each time a reader signs up over HTTP, the health checks of all containers pass, and the reader
 * is still there after the containers were replaced.
 *
 * No registry of images is needed. The images that the Dockerfile and compose.yaml name are created from Debian's
 * packages, with PostgreSQL 15 in place of 17; `npm ci` in the build is real. Images, containers and volumes are in a
 * folder that is removed at the end, and the ports of compose.yaml are in a network of their own.
 *
 *     npm run check:containers -- --images FOLDER    # keeps the files of the images there, for a faster next run
 *
 * Debian's packages: podman runc catatonit netavark aardvark-dns iptables docker-compose debootstrap curl
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { importImages } from './images.ts';

const root = join(import.meta.dirname, '../..');
if (process.getuid?.() !== 0) throw new Error('Run it as root: it uses debootstrap, chroot and networks.');

const place = mkdtempSync(join(tmpdir(), 'wordrise-containers-'));
const { values } = parseArgs({ options: { images: { type: 'string', default: place } } });
mkdirSync(values.images, { recursive: true });
const checkout = join(place, 'wordrise');
const socket = join(place, 'podman.sock');
writeFileSync(
  join(place, 'containers.conf'),
  // Some machines allow no more open files than these, or no cgroups in the new way.
  `[containers]\ndefault_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]\n[engine]\nruntime = "runc"\n`,
);
writeFileSync(
  join(place, 'storage.conf'),
  `[storage]\ndriver = "overlay"\ngraphroot = "${place}/storage"\nrunroot = "${place}/run"\n`,
);
const env = {
  ...process.env,
  CONTAINERS_CONF: join(place, 'containers.conf'),
  CONTAINERS_STORAGE_CONF: join(place, 'storage.conf'),
  DOCKER_HOST: `unix://${socket}`,
  COMPOSE_PROJECT_NAME: 'wordrise',
  // Otherwise `exec` needs the command of Docker itself.
  COMPOSE_INTERACTIVE_NO_CLI: '1',
};

const podman = (...args: string[]) =>
  void execFileSync('podman', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });

/** A network without anything else, so that no port is taken, and none is open to others. */
const network = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' });
const there = (command: string, ...args: string[]) =>
  [`--net=/proc/${network.pid}/ns/net`, command, ...args] as const;
const runThere = (command: string, ...args: string[]): string =>
  execFileSync('nsenter', there(command, ...args), {
    env,
    cwd: checkout,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
const compose = (...args: string[]) => runThere('docker-compose', '--ansi', 'never', ...args);

let service: ChildProcess | undefined;
try {
  execFileSync('git', ['clone', '--quiet', root, checkout]);
  step('The images that are pulled elsewhere', () => importImages(place, values.images, podman));
  step('The image of the Dockerfile', buildImage);
  runThere('ip', 'link', 'set', 'lo', 'up');
  service = spawn('nsenter', there('podman', 'system', 'service', '--time=0', `unix://${socket}`), {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });

  await withSqlite();
  await asThePagesSay();
  await withEverything();
} finally {
  service?.kill();
  network.kill();
  for (const args of [
    ['rm', '--all', '--force', '--time=0'],
    ['system', 'reset', '--force'],
  ])
    spawnSync('podman', args, { env, stdio: 'ignore' });
  // What a failed step left mounted.
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  for (const [, folder = ''] of mounts.map((line) => line.split(' ')).reverse())
    if (folder.startsWith(`${place}/`)) spawnSync('umount', ['--lazy', folder]);
  execFileSync('rm', ['-rf', '--one-file-system', place]);
}

/** Takes the image of the same commit, if an earlier run has kept it. */
function buildImage(): void {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: checkout, encoding: 'utf8' }).trim();
  const file = join(values.images, `wordrise-${commit}.tar`);
  if (existsSync(file)) {
    podman('load', '--quiet', '--input', file);
    return;
  }
  podman('build', '--quiet', '--format', 'docker', '--network', 'host', '--tag', 'wordrise', checkout);
  if (values.images !== place) podman('save', '--quiet', '--output', file, 'wordrise');
}

/** `docker compose up` with nothing but a secret. */
async function withSqlite(): Promise<void> {
  mkdirSync(join(checkout, 'secrets'), { recursive: true });
  settings({ SESSION_SECRET: 's'.repeat(40), BOT_CHECK: 'off', PUBLIC_URL: 'http://localhost:5000' });
  compose('up', '--detach', '--no-build');
  await healthy('wordrise');
  signUp('http://localhost:5000', 'wren@example.com');
  compose('up', '--detach', '--no-build', '--force-recreate');
  await healthy('wordrise');
  expectReader('wren@example.com');
  console.log('SQLite: the image is healthy, and its reader is still there in a new container.');
  compose('down', '--volumes');
}

/** The lines of docs/going-live.md and docs/backups.md. */
async function asThePagesSay(): Promise<void> {
  settings({
    SESSION_SECRET: 's'.repeat(40),
    BOT_CHECK: 'off',
    PUBLIC_URL: 'https://localhost',
    SITE: 'localhost',
    TRUST_PROXY: '1',
  });
  const [start = ''] = linesOf('docs/going-live.md', '### With Docker');
  // Doctor ends with 1 while something is missing, such as an admin.
  console.log(asTyped(start.replace(/ doctor$/m, ' doctor || test $? = 1')));
  const all = async () => {
    for (const name of ['wordrise', 'caddy', 'backup']) await healthy(name);
  };
  await all();
  signUp('https://localhost', 'plover@example.com');
  expectReader('plover@example.com');
  console.log('As docs/going-live.md says: a certificate and backups.');

  const [goBack = '', daily = '', newMachine = ''] = linesOf('docs/backups.md', '## With Docker');
  compose('exec', '-T', 'backup', 'wordrise', 'backup', '--to', '/backups', '--quiet');
  signUp('https://localhost', 'dunlin@example.com');
  console.log(asTyped(goBack));
  await all();
  expectReader('dunlin@example.com');
  const list = compose('exec', '-T', 'backup', 'ls', '/backups');
  const [name = ''] = list.match(/wordrise-\S+\.tar\.gz(?=\s*$)/) ?? [];
  console.log(asTyped(daily.replace('NAME', name)));
  await all();
  expectReader('plover@example.com');
  expectNoReader('dunlin@example.com');
  compose('down', '--volumes');
  console.log(asTyped(newMachine));
  await all();
  expectReader('dunlin@example.com');
  console.log('As docs/backups.md says: back to a backup, to one of the daily ones, and on a new machine.');
  compose('down', '--volumes');
}

/** The blocks of commands below a heading, without their comments. */
function linesOf(page: string, heading: string): string[] {
  const text = readFileSync(join(checkout, page), 'utf8');
  const [, section = ''] = text.split(`\n${heading}\n`);
  const [own = ''] = section.split(/^##/m);
  return [...own.matchAll(/```sh\n(.*?)```/gs)].map(([, lines = '']) => lines.replaceAll(/ +#.*$/gm, ''));
}

/**
 * Runs the lines of a page. Debian has Compose under its older name and without `cp`, and here is no terminal to
 * answer on.
 */
function asTyped(lines: string): string {
  const programs = join(place, 'programs');
  mkdirSync(programs, { recursive: true });
  const docker = `#!/bin/sh
shift
case "$1" in
  cp) exec podman cp "$(docker-compose ps --quiet "\${2%%:*}"):\${2#*:}" "$3" ;;
  exec | run) verb=$1; shift; set -- "$verb" -T "$@" ;;
esac
exec docker-compose "$@"
`;
  writeFileSync(join(programs, 'docker'), docker);
  chmodSync(join(programs, 'docker'), 0o755);
  const script = `PATH=${programs}:$PATH\n${lines.replaceAll(/--replace$/gm, '--replace --yes')}`;
  return runThere('bash', '-euo', 'pipefail', '-c', script);
}

/** All profiles, with the secrets as files. */
async function withEverything(): Promise<void> {
  const password = 'a1b2c3d4e5f60718';
  secret('postgres-password', password);
  secret('database-url', `postgres://wordrise:${password}@postgresql/wordrise`);
  secret('session-secret', 's'.repeat(40));
  execFileSync('sh', ['-c', 'chgrp -R 10001 secrets && chmod -R u=rwX,g=rX,o= secrets'], { cwd: checkout });
  settings({
    COMPOSE_PROFILES: 'postgresql,tls,backup',
    DATABASE_URL: '',
    DATABASE_URL_FILE: '/run/secrets/database-url',
    SESSION_SECRET_FILE: '/run/secrets/session-secret',
    BOT_CHECK: 'off',
    SITE: 'localhost',
    PUBLIC_URL: 'https://localhost',
    TRUST_PROXY: '1',
  });
  compose('up', '--detach', '--no-build');
  for (const name of ['postgresql', 'wordrise', 'caddy', 'backup']) await healthy(name);
  signUp('https://localhost', 'heron@example.com');
  compose('up', '--detach', '--no-build', '--force-recreate');
  for (const name of ['postgresql', 'wordrise', 'caddy']) await healthy(name);
  expectReader('heron@example.com');
  console.log('PostgreSQL, a certificate and backups: all four are healthy; the reader came in by https.');
  compose('down', '--volumes');
}

function settings(values: Record<string, string>): void {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(checkout, '.env'), lines.join(''));
}

function secret(name: string, value: string): void {
  mkdirSync(join(checkout, 'secrets'), { recursive: true });
  writeFileSync(join(checkout, 'secrets', name), value);
}

/** Runs the health check of a container until it passes. Podman leaves that to timers of systemd. */
async function healthy(name: string): Promise<void> {
  const container = compose('ps', '--quiet', name).trim();
  for (let left = 120; ; left -= 1) {
    try {
      runThere('podman', 'healthcheck', 'run', container);
      return;
    } catch (error) {
      if (left === 0) {
        console.error(compose('logs', name));
        throw error;
      }
    }
    await setTimeout(500);
  }
}

/** As the form of the front page does. Caddy's certificate for localhost is its own, which nobody else knows. */
function signUp(url: string, email: string): void {
  const body = JSON.stringify({ email, firstName: 'Wren' });
  const sent = ['--header', 'Content-Type: application/json', '--header', `Origin: ${url}`, '--data', body];
  const shown = [
    '--silent',
    '--show-error',
    '--fail-with-body',
    '--insecure',
    '--retry',
    '20',
    '--retry-all-errors',
  ];
  runThere('curl', ...shown, '--retry-delay', '1', ...sent, `${url}/api/register`);
}

function expectReader(email: string): void {
  if (!readers().includes(email)) throw new Error(`${email} is not in the list:\n${readers()}`);
}

function expectNoReader(email: string): void {
  if (readers().includes(email)) throw new Error(`${email} is in the list:\n${readers()}`);
}

function readers(): string {
  return compose('exec', '-T', 'wordrise', 'wordrise', 'readers', 'list');
}

function step(name: string, work: () => void): void {
  const started = Date.now();
  work();
  console.log(`${((Date.now() - started) / 1000).toFixed(0).padStart(5)} s  ${name}`);
}
