import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import type { Bench } from '../lib/bench.ts';
import { runLoad } from '../lib/load.ts';
import { type RunningProcess, startProcess } from '../lib/processes.ts';
import { startProduct, workFolder } from '../lib/product.ts';

/** What a browser accepts. */
const headers = { 'accept-encoding': 'gzip, deflate, br' };

export default async function pages(bench: Bench): Promise<void> {
  const { folder, remove } = workFolder();
  const ours = await startProduct(folder, `sqlite:${join(folder, 'wordrise.db')}`);
  try {
    const script = await firstAsset(ours.origin);
    for (const [what, path] of [
      ['landing page', '/'],
      ['/widgets.js', '/widgets.js'],
      ['an asset', script],
    ] as const) {
      const bare = await sameBytes(folder, ours, path);
      const ask = async (server: RunningProcess) =>
        (await runLoad({ origin: server.origin, connections: 50, seconds: 3, paths: [path], headers }))
          .perSecond;
      await bench.compare(
        {
          what: `${what}, 50 connections`,
          limit: 'Koa with a constant buffer',
          unit: 'per second',
          bound: { atLeast: 0.7 },
        },
        () => ask(ours),
        () => ask(bare),
      );
      await bare.stop();
    }
  } finally {
    await ours.stop();
    remove();
  }
}

async function firstAsset(origin: string): Promise<string> {
  const page = await (await fetch(origin)).text();
  const [asset] = /\/assets\/[\w.-]+\.js/.exec(page) ?? [];
  if (!asset) throw new Error('The landing page names no script.');
  return asset;
}

/** A limit that serves the same bytes as the product. */
async function sameBytes(folder: string, ours: RunningProcess, path: string): Promise<RunningProcess> {
  const answer = await request(`${ours.origin}${path}`, { headers });
  const file = join(folder, 'bytes');
  writeFileSync(file, Buffer.from(await answer.body.arrayBuffer()));
  const { 'content-type': type = '', 'content-encoding': encoding = '' } = answer.headers;
  return startProcess({
    args: [join(import.meta.dirname, '../limits/constant.ts'), file, String(type), String(encoding)],
    cwd: folder,
    ready: '/',
  });
}
