import { createCli } from './cli.ts';
import type { CommonOptions, Handler } from './define-command.ts';
import { watchForInterruption } from './interruption.ts';

/** Loads a command, runs it, and closes what it opened. Whatever is thrown is told in `main.ts`. */
export async function runCommand(
  load: () => Promise<Handler>,
  options: CommonOptions,
  args: unknown[],
): Promise<void> {
  watchForInterruption();
  const cli = createCli(options);
  try {
    const handler = await load();
    await handler(cli, options, ...args);
  } finally {
    await cli.close();
  }
}
