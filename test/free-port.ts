import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A free port of this machine, for a program that cannot choose one itself. It is below those that the system gives to
 * outgoing connections and to servers that ask for any port, since one of these could take it before the program
 * listens, and above those that browsers refuse.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  const isTaken = await once(probe, 'listening').then(
    () => false,
    () => true,
  );
  if (isTaken) return false;
  probe.close();
  await once(probe, 'close');
  return true;
}
