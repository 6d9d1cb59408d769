import { enableCompileCache } from 'node:module';

const typed = process.argv.slice(2);
const [first = '', ...rest] = typed.filter((word) => word !== '--json');

if (rest.length === 0 && /^(version|--version|-v|-V)$/.test(first)) {
  // Loads nothing else, so that it takes little longer than starting Node.
  const { version } = await import('./version.ts');
  process.stdout.write(`${typed.length > 1 ? JSON.stringify({ version }) : version}\n`);
} else {
  await run();
}

/** Runs the command that was typed. Anything that it throws is reported here and sets the exit status. */
async function run(): Promise<void> {
  // Most commands load the same large files; reading them compiled saves a sixth of their time.
  enableCompileCache?.();
  try {
    const { complete, parseAndRun } = await import('./program.ts');
    if (first === '__complete') complete(typed.slice(typed[1] === '--' ? 2 : 1));
    else await parseAndRun(typed);
  } catch (error) {
    const { reportError } = await import('./command-line/report-error.ts');
    await reportError(error, { json: typed.includes('--json') });
  }
}
