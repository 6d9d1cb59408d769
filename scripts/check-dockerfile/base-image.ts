import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });

/** Creates a folder like the image node:24-bookworm-slim: a release of Debian, with Node.js and npm in /usr/local. */
export function makeBaseImage(folder: string, release = 'bookworm'): void {
  run('debootstrap', '--variant=minbase', '--include=ca-certificates,libstdc++6', release, folder);
  const local = join(folder, 'usr/local');
  cpSync(
    join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`),
    join(local, 'bin/node'),
  );
  run('npm', 'install', '--silent', '--prefix', join(local, 'lib'), 'npm@11');
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
  // How this machine reaches the registry.
  const { NODE_EXTRA_CA_CERTS = '' } = process.env;
  for (const file of [
    '/etc/resolv.conf',
    '/etc/hosts',
    '/etc/ssl/certs',
    '/root/.npmrc',
    NODE_EXTRA_CA_CERTS,
  ]) {
    if (file === '' || !existsSync(file)) continue;
    mkdirSync(dirname(folder + file), { recursive: true });
    cpSync(file, folder + file, { recursive: true, dereference: true, force: true });
  }
}

/** Proxy and registry of this machine, for the steps that download. */
export const networkEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /_proxy$|_registry$|_ca_certs$|^ssl_cert_file$/i.test(name)),
);
