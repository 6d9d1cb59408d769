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
if (installed && version && Number(version.split('.')[0]) < 22) {
  const { version: beside } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
  console.log(
    `\nThis machine has Node.js ${version}, and Wordrise needs 22 or later. That is fine here: npm has installed Node.js ` +
      `${beside} beside it, which npm start, npm test and npx wordrise use.\n`,
  );
}
