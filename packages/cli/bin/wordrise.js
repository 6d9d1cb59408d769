#!/usr/bin/env node
// Any version of Node can read this, so it reports what is missing before loading anything newer: under Node 20 the
// database driver would end the process silently.
const major = Number(process.versions.node.split('.')[0]);

if (major < 22) {
  process.stderr.write(
    `Wordrise needs Node.js 22 or newer; this is ${process.versions.node}.\n` +
      'In a checkout, `npx wordrise …` runs it with the Node.js that npm installed beside it.\n',
  );
  process.exitCode = 1;
} else {
  await import('../dist/main.js').catch((error) => {
    // In a checkout, a build may be writing the files right now, of this package or of one that is linked. An installed
    // package is never built.
    const missing = error.code === 'ERR_MODULE_NOT_FOUND' && /'([^']*)'/.exec(error.message)?.[1];
    const isInstalled = import.meta.url.includes('/node_modules/');
    const isBuilt =
      /[\\/]dist[\\/]/.test(missing) && !/[\\/]node_modules[\\/](?!@wordrise[\\/])/.test(missing);
    if (!missing || isInstalled || !isBuilt) throw error;
    process.stderr.write(
      'Wordrise is not built yet, or is being built. Wait for the build, or run: npm run build\n',
    );
    process.exitCode = 1;
  });
}
