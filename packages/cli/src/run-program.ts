import { arrangeWords } from './command-line/arrange-words.ts';
import { manual } from './command-line/manual.ts';
import { colored, plain } from './command-line/style.ts';
import { sections } from './commands.ts';

/** Runs the command that was typed. Anything that it throws is reported here and sets the exit status. */
export async function runProgram(typed: readonly string[]): Promise<void> {
  exitWhenNobodyReads();
  const words = typed[0] === '__complete' ? typed : arrangeWords(sections, typed);
  const [first, ...rest] = words;
  if (rest.length === 0 && (first === '--help' || first === '-h')) {
    process.stdout.write(manual(sections, hasColors() ? colored : plain));
    return;
  }
  if (first === '__complete') {
    const { printCandidates } = await import('./completion/candidates.ts');
    printCandidates(sections, rest[0] === '--' ? rest.slice(1) : rest);
    return;
  }
  try {
    const { enableCompileCache } = await import('node:module');
    // Most commands load the same large files; reading them compiled saves a sixth of their time.
    enableCompileCache?.();
    const { parseAndRun } = await import('./program.ts');
    await parseAndRun(sections, words);
  } catch (error) {
    const { reportError } = await import('./command-line/report-error.ts');
    await reportError(error, { json: words.includes('--json') });
  }
}

/** The rule that commander uses for the help of a single command. */
function hasColors(): boolean {
  const { NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE } = process.env;
  if (NO_COLOR || FORCE_COLOR === '0' || FORCE_COLOR === 'false') return false;
  if (FORCE_COLOR || CLICOLOR_FORCE !== undefined) return true;
  return process.stdout.isTTY && process.stdout.hasColors();
}

/** A program such as `head` may close the pipe early: that is not a failure. */
function exitWhenNobodyReads(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit();
      throw error;
    });
  }
}
