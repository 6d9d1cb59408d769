import { CommanderError } from 'commander';
import { exitStatus } from './command-line/exit-status.ts';
import { createProgram } from './program.ts';

// A reader such as `head` has had enough: that is no failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
}

try {
  await createProgram().parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Help and version were shown. A group without a command, such as `wordrise words`, is not a command.
    process.exitCode = error.code === 'commander.help' ? exitStatus.wrongUsage : exitStatus.done;
  } else {
    const { reportError } = await import('./command-line/report-error.ts');
    reportError(error, { json: process.argv.includes('--json') });
  }
}
