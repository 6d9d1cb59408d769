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
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || !error.message.includes('dist/main.js')) throw error;
    process.stderr.write('Wordrise is not built yet. Run: npm run build\n');
    process.exitCode = 1;
  });
}
