import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { measured } from './processes.ts';

// GNU time is not available everywhere, so the program itself reports this when it exits.
const report = `process.on('exit', () => process.stderr.write('\\npeak ' + process.resourceUsage().maxRSS + '\\n'));`;

/** Runs Node with arguments to its end, and returns its highest resident memory in MB. */
export async function peakMemory(
  args: readonly string[],
  options: { cwd: string; env: Record<string, string> },
): Promise<number> {
  const reporting = ['--import', `data:text/javascript,${encodeURIComponent(report)}`, ...args];
  const [file = '', ...rest] = measured(reporting);
  const child = spawn(file, rest, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const said = await text(child.stderr);
  const [, kilobytes] = /\npeak (\d+)/.exec(said) ?? [];
  if ((await exited) !== 0 || !kilobytes) throw new Error(`node ${args.join(' ')} failed: ${said}`);
  return Number(kilobytes) / 1024;
}
