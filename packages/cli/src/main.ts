const words = process.argv.slice(2);

if (words.length === 1 && /^(version|--version|-v|-V)$/.test(words[0] ?? '')) {
  // Alone, so that it takes hardly longer than starting Node does.
  const { version } = await import('./version.ts');
  process.stdout.write(`${version}\n`);
} else {
  const { runProgram } = await import('./run-program.ts');
  await runProgram(words);
}
