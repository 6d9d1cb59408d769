import { CommanderError } from 'commander';
import { exitStatus } from './command-line/exit-status.ts';
import { createProgram } from './program.ts';

/** Runs the command that was typed; whatever it throws is told here, and sets the exit status. */
export async function runProgram(words: readonly string[]): Promise<void> {
  endQuietlyWithoutReader();
  try {
    await createProgram((path) => path.split(' ').every((word) => words.includes(word))).parseAsync(words, {
      from: 'user',
    });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Help was shown. A group without a command, such as `wordrise words`, is not a command.
      process.exitCode = error.code === 'commander.help' ? exitStatus.wrongUsage : exitStatus.done;
    } else {
      const { reportError } = await import('./command-line/report-error.ts');
      reportError(error, { json: words.includes('--json') });
    }
  }
}

/** A reader such as `head` has had enough: that is no failure. */
function endQuietlyWithoutReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit();
      throw error;
    });
  }
}
