import { join } from 'node:path';
import type { Bench } from '../lib/bench.ts';
import { runLoad } from '../lib/load.ts';
import { type RunningProcess, startProcess } from '../lib/processes.ts';
import { startProduct, workFolder } from '../lib/product.ts';

export default async function start(bench: Bench): Promise<void> {
  const { folder, remove } = workFolder();
  const ours = () => startProduct(folder, `sqlite:${join(folder, 'wordrise.db')}`);
  const bare = () =>
    startProcess({
      args: [join(import.meta.dirname, '../limits/start.ts'), join(folder, 'bare.db')],
      cwd: folder,
      ready: '/readyz',
    });
  try {
    // The first start creates the database.
    await (await ours()).stop();
    const limit = 'Koa, MikroORM and the driver';
    await bench.compare(
      { what: 'server start to /readyz', limit, unit: 'ms', bound: { atMost: 1.5 } },
      () => startTime(ours),
      () => startTime(bare),
    );
    await bench.compare(
      { what: 'memory at rest', limit, unit: 'MB', bound: { atMost: 1.3 } },
      () => memory(ours),
      () => memory(bare),
    );
    await bench.compare(
      { what: 'memory after a load of signups', limit, unit: 'MB', bound: { atMost: 1.5 } },
      () => memory(ours, signups),
      () => memory(bare),
    );
  } finally {
    remove();
  }
}

async function startTime(begin: () => Promise<RunningProcess>): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    const startedAt = performance.now();
    const server = await begin();
    times.push(performance.now() - startedAt);
    await server.stop();
  }
  return Math.min(...times);
}

async function memory(
  begin: () => Promise<RunningProcess>,
  work: (server: RunningProcess) => Promise<unknown> = async () => {},
): Promise<number> {
  const server = await begin();
  try {
    await work(server);
    // Waits until memory from the start and the load is released.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    return server.memory();
  } finally {
    await server.stop();
  }
}

let loads = 0;
function signups({ origin }: RunningProcess) {
  loads += 1;
  return runLoad({ origin, connections: 50, seconds: 5, paths: 'signup', nth: loads });
}
