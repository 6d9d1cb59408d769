import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { Stage } from './build-stages.ts';

const port = '5099';
const mount = (...args: string[]) => execFileSync('mount', args);

/** Runs the last stage as `docker run --read-only --tmpfs /tmp` does, and stops it. */
export async function serveStage({ folder, workdir, user, ...stage }: Stage): Promise<void> {
  const env = {
    ...stage.environment,
    PORT: port,
    HOST: '127.0.0.1',
    SESSION_SECRET: 's'.repeat(32),
    BOT_CHECK: 'off',
  };
  const [uid, gid] = user.split(':');
  mount('--bind', folder, folder);
  for (const volume of stage.volumes)
    mount('-t', 'tmpfs', '-o', `mode=0700,uid=${uid},gid=${gid}`, 'tmpfs', folder + volume);
  mount('-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', `${folder}/tmp`);
  mount('-o', 'remount,bind,ro', folder);
  const inside = (...command: string[]) => [
    `--userspec=${user}`,
    folder,
    '/bin/sh',
    '-c',
    `cd ${workdir} && exec "$@"`,
    'sh',
    ...command,
  ];
  const server = spawn('chroot', inside(...stage.command), { env, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    await untilReady(server);
    const health = spawnSync('chroot', inside(...stage.health), { env }).status;
    const written = spawnSync('chroot', inside('touch', '/app/written'), { env, stdio: 'ignore' }).status;
    server.kill(stage.stopSignal);
    const [code] = await once(server, 'exit');
    const size = execFileSync('du', ['-sm', `${folder}/app`], { encoding: 'utf8' }).split('\t')[0];
    console.log(`/app has ${size} MB. /readyz answers; the health check ends with ${health}.`);
    console.log(
      `Writing outside of ${stage.volumes} fails: ${written !== 0}. ${stage.stopSignal} ends it with ${code}.`,
    );
    if (health !== 0 || written === 0 || code !== 0) throw new Error('The image does not do what it should.');
  } finally {
    server.kill('SIGKILL');
  }
}

async function untilReady(server: ChildProcess): Promise<void> {
  while (server.exitCode === null) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (response?.ok) return;
    await setTimeout(200);
  }
  throw new Error(`The server ended with ${server.exitCode}.`);
}
