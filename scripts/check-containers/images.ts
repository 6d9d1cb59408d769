import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBaseImage, networkEnvironment } from '../check-dockerfile/base-image.ts';

type Podman = (...args: string[]) => void;

/**
 * Creates stand-ins, from Debian's packages, for the images that the Dockerfile and compose.yaml pull.
 * @param kept where their files stay for the next run
 */
export function importImages(place: string, kept: string, podman: Podman): void {
  const nodeFiles = join(kept, 'node.tar');
  const serviceFiles = join(kept, 'services.tar');
  if (!existsSync(nodeFiles) || !existsSync(serviceFiles)) {
    const folder = join(place, 'debian');
    makeBaseImage(folder);
    archive(folder, nodeFiles);
    addServices(folder);
    archive(folder, serviceFiles);
  }
  const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const reach = Object.entries(networkEnvironment).map(([name, value]) => `${name}=${value}`);
  load(nodeFiles, 'docker.io/library/node:24-bookworm-slim', [path, ...reach]);
  load(serviceFiles, 'docker.io/library/postgres:17-bookworm', [path], ['ENTRYPOINT ["start-postgresql"]']);
  const caddy = ['caddy', 'run', '--config', '/etc/caddy/Caddyfile', '--adapter', 'caddyfile'];
  load(
    serviceFiles,
    'docker.io/library/caddy:2',
    [path, 'XDG_DATA_HOME=/data'],
    [`CMD ${JSON.stringify(caddy)}`],
  );

  function load(files: string, name: string, environment: string[], others: string[] = []): void {
    const changes = [...environment.map((one) => `ENV ${one}`), ...others];
    podman('import', '--quiet', ...changes.flatMap((one) => ['--change', one]), files, name);
  }
}

function archive(folder: string, file: string): void {
  execFileSync('tar', ['--create', '--file', `${file}.part`, '--directory', folder, '.']);
  renameSync(`${file}.part`, file);
}

function addServices(folder: string): void {
  // Nothing is started in the folder itself.
  writeFileSync(join(folder, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'postgresql', 'caddy', 'wget'],
  ]) {
    execFileSync('chroot', [folder, 'apt-get', ...args], {
      env: { PATH: process.env.PATH, DEBIAN_FRONTEND: 'noninteractive', ...networkEnvironment },
      stdio: 'ignore',
    });
  }
  const start = join(folder, 'usr/local/bin/start-postgresql');
  copyFileSync(join(import.meta.dirname, 'start-postgresql.sh'), start);
  chmodSync(start, 0o755);
}
