// After `npm ci`: makes sure that scripts find the Node.js that npm has installed, and if npm itself runs under an older
// one, says once what that means, instead of npm's warning for each package.
import { existsSync, readFileSync, symlinkSync } from 'node:fs';

const name = `node-${process.platform}-${process.arch}`;
const installed = existsSync(`node_modules/${name}/bin/node`);
// npm 9, as in Debian, takes the link away again with the package for the other kind of processor.
if (installed && !existsSync('node_modules/.bin/node')) {
  symlinkSync(`../${name}/bin/node`, 'node_modules/.bin/node');
}
const [, version = ''] = /\bnode\/v([\d.]+)/.exec(process.env.npm_config_user_agent ?? '') ?? [];
const [major, minor] = version.split('.').map(Number);
const isTooOld = major < 20 || major === 21 || (major === 20 && minor < 19) || (major === 22 && minor < 12);
if (installed && isTooOld) {
  // npm leaves out optional packages that do not run under its own Node.js, and the build needs some of them.
  console.error(
    `\nnpm runs under Node.js ${version} here, which is too old: npm has left out packages that the build needs. Install ` +
      'Node.js 22.12 or later from https://nodejs.org, or 20.19, which Debian 13 has, and run npm ci again.\n',
  );
  process.exitCode = 1;
} else if (installed && major < 22) {
  const { version: beside } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
  console.log(
    `\nThis machine has Node.js ${version}, and Wordrise needs 22 or later. That is fine here: npm has installed Node.js ` +
      `${beside} beside it, which npm start, npm test and npx wordrise use.\n`,
  );
}
