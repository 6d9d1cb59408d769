// After `npm ci`: if npm runs under an older Node.js, says once what that means, instead of npm's warning for each
// package. This script itself runs under the Node.js that was installed.
const [, version = ''] = /\bnode\/v([\d.]+)/.exec(process.env.npm_config_user_agent ?? '') ?? [];
if (version && Number(version.split('.')[0]) < 22) {
  console.log(
    `\nThis machine has Node.js ${version}, and Wordrise needs 22 or later. That is fine here: npm has installed Node.js ` +
      `${process.versions.node} beside it, which npm start, npm test and npx wordrise use.\n`,
  );
}
