import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

export interface ProcessOptions {
  args: readonly string[];
  cwd: string;
  /** The environment of each start: its clock may differ. */
  env: () => Record<string, string>;
  /** Called with the exit status of each run that was not killed, and what it wrote to standard error. */
  onEnd?: (status: number | null, said: string) => void;
}

/** A program that is started again whenever it ends. */
export interface KeptProcess {
  /** Kills it at any point; it starts again. */
  kill(): boolean;
  /** Stops its work for that long, as a sleeping machine does. */
  pause(ms: number): Promise<boolean>;
  /** Kills it for good. */
  stop(): Promise<void>;
}

export function keepRunning({ args, cwd, env, onEnd = () => {} }: ProcessOptions): KeptProcess {
  let child: ChildProcess | undefined;
  let isStopped = false;

  async function run(): Promise<void> {
    while (!isStopped) {
      const started = spawn(process.execPath, [...args], {
        cwd,
        env: env(),
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let said = '';
      started.stderr.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-2000);
      });
      child = started;
      const [status, signal] = (await once(started, 'exit')) as [number | null, string | null];
      if (signal === null) onEnd(status, said);
      await wait(50);
    }
  }

  const running = run();
  const signal = (name: NodeJS.Signals) => child?.kill(name) ?? false;
  return {
    kill: () => signal('SIGKILL'),
    async pause(ms) {
      const paused = child;
      if (!paused?.kill('SIGSTOP')) return false;
      await wait(ms);
      paused.kill('SIGCONT');
      return true;
    },
    async stop() {
      isStopped = true;
      signal('SIGKILL');
      await running;
    },
  };
}
