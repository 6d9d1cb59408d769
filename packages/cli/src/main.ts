const words = process.argv.slice(2);

const [first = '', ...rest] = words.filter((word) => word !== '--json');
if (rest.length === 0 && /^(version|--version|-v|-V)$/.test(first)) {
  // Loads nothing else, so that it takes little longer than starting Node.
  const { version } = await import('./version.ts');
  process.stdout.write(`${words.length > 1 ? JSON.stringify({ version }) : version}\n`);
} else {
  const { runProgram } = await import('./run-program.ts');
  await runProgram(words);
}
