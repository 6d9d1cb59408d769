import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { baseEnvironment, cores, pinned } from './processes.ts';

/** A mail server on the client's core that accepts everything. */
export interface Sink {
  port: number;
  accepted(): Promise<number>;
  stop(): Promise<void>;
}

/** @param file One email is written there. */
export async function startSink(folder: string, file: string): Promise<Sink> {
  const program = join(import.meta.dirname, 'sink.child.ts');
  const [node = '', ...args] = pinned(cores.client, [process.execPath, program, file]);
  const child = spawn(node, args, {
    env: baseEnvironment(folder),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    port,
    async accepted() {
      child.send({});
      const [{ accepted }] = (await once(child, 'message')) as [{ accepted: number }];
      return accepted;
    },
    async stop() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
