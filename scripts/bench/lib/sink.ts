import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { baseEnvironment, cores, pinned } from './processes.ts';

/** A mail server that accepts everything; on the client's core unless it may use any. */
export interface Sink {
  port: number;
  accepted(): Promise<number>;
  /** What it has accepted, and when: milliseconds since 1970. With `isNew`, the next first one counts from now on. */
  ask(options?: { isNew?: boolean }): Promise<Accepted>;
  stop(): Promise<void>;
}

interface Accepted {
  accepted: number;
  firstAt?: number;
  lastAt?: number;
  /** Of its process, since it started. */
  cpuSeconds: number;
}

/** @param file One email is written there. */
export async function startSink(folder: string, file: string, { anyCore = false } = {}): Promise<Sink> {
  const program = join(import.meta.dirname, 'sink.child.ts');
  const command = [process.execPath, program, file];
  const [node = '', ...args] = anyCore ? command : pinned(cores.client, command);
  const child = spawn(node, args, {
    env: baseEnvironment(folder),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const ask: Sink['ask'] = async (options = {}) => {
    child.send(options);
    const [answer] = (await once(child, 'message')) as [Accepted];
    return answer;
  };
  return {
    port,
    ask,
    accepted: async () => (await ask()).accepted,
    async stop() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
