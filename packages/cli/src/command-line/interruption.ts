import { exitStatus } from './exit.ts';

/** npm passes Ctrl-C on to a program that already got it from the terminal: two within this time count as one. */
const sameKeyPressMs = 1000;

/** How often to check whether npx has ended. */
const lookEveryMs = 200;

let controller: AbortController | undefined;
let stoppedAt: number | undefined;
let status: number = exitStatus.interrupted;

/**
 * Ends the process at Ctrl-C (and at SIGTERM). Commands write in whole transactions, so the database is consistent at
 * any moment. Commands that need to finish their current step ask for `stopSignal`; a second Ctrl-C ends those too.
 */
export function watchForInterruption(): void {
  const onSignal = (signal: NodeJS.Signals) => {
    if (!controller) process.exit(statusOf(signal));
    if (stoppedAt === undefined) {
      status = statusOf(signal);
      stoppedAt = performance.now();
      controller.abort();
    } else if (performance.now() - stoppedAt > sameKeyPressMs) {
      process.exit(exitStatus.interrupted);
    }
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  if (process.env.npm_lifecycle_event === 'npx') endWithParent();
}

/**
 * npx starts commands through a shell, which ends at a SIGTERM without passing it on. Scripts in package.json avoid the
 * shell with `exec` instead.
 */
function endWithParent(): void {
  const { pid, ppid } = process;
  const looking = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(looking);
    process.kill(pid, 'SIGTERM');
  }, lookEveryMs);
  looking.unref();
}

function statusOf(signal: NodeJS.Signals): number {
  return signal === 'SIGTERM' ? exitStatus.terminated : exitStatus.interrupted;
}

/** The exit status after the signal that aborted `stopSignal`. */
export function stopStatus(): number {
  return status;
}

/** Aborted by the first Ctrl-C or SIGTERM. After this call the command must end on its own. */
export function stopSignal(): AbortSignal {
  controller ??= new AbortController();
  return controller.signal;
}
