import { type Cli, type CommonOptions, createCli } from './cli.ts';
import { watchForInterruption } from './interruption.ts';

/** Runs a command and closes what it opened. Anything thrown is reported in `run-program.ts`. */
export async function runCommand(options: CommonOptions, run: (cli: Cli) => Promise<void>): Promise<void> {
  watchForInterruption();
  const cli = createCli(options);
  try {
    await run(cli);
  } finally {
    await cli.close();
  }
}
