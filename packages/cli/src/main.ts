import { enableCompileCache } from 'node:module';

const typed = process.argv.slice(2);
const forEveryCommand = /^(--json|--no-color|-q|--quiet)$/;
const [first = '', ...rest] = typed.filter((word) => !forEveryCommand.test(word));

if (rest.length === 0 && /^(version|--version|-v|-V)$/.test(first)) {
  // Loads nothing else, so that it takes little longer than starting Node.
  const { version } = await import('./version.ts');
  process.stdout.write(`${typed.includes('--json') ? JSON.stringify({ version }) : version}\n`);
} else if (rest.length === 0 && /^(help|--help|-h|)$/.test(first)) {
  const { overview } = await import('./overview.ts');
  // Without a command, nothing was done that a script could rely on.
  const stream = first === '' ? process.stderr : process.stdout;
  // A program such as `head` may close the pipe early.
  stream.once('error', () => process.exit());
  const hasColors = stream.isTTY && stream.hasColors() && !typed.includes('--no-color');
  stream.write(overview(hasColors, stream.isTTY ? stream.columns || 80 : 80));
  if (first === '') process.exitCode = 2;
} else {
  await run();
}

/** Runs the command that was typed. Anything that it throws is reported here and sets the exit status. */
async function run(): Promise<void> {
  // Most commands load the same large files; reading them compiled saves a sixth of their time.
  enableCompileCache?.();
  // What a short command loads it keeps to its end: looking through it again and again takes a tenth of its time.
  if (!/^(serve|process)$/.test(first))
    process.getBuiltinModule('node:v8').setFlagsFromString('--semi-space-growth-factor=16');
  try {
    const { complete, parseAndRun } = await import('./program.ts');
    if (first === '__complete') complete(typed.slice(typed[1] === '--' ? 2 : 1));
    else await parseAndRun(typed);
  } catch (error) {
    // A file of the build is missing; what starts this program says what to do.
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') throw error;
    const { reportError } = await import('./command-line/report-error.ts');
    await reportError(error, { json: typed.includes('--json') });
  }
}
