import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDatabaseUrl, temporaryFolder } from '../test/databases.ts';
import { freePort } from '../test/free-port.ts';
import { startPostgres } from '../test/postgres.ts';
import { groups } from './docs-site/pages.ts';

const root = join(import.meta.dirname, '..');

/** Where the commands of a page are run, or why they cannot be; each page that is not here is run below. */
const elsewhere: Record<string, string> = {
  'docs/from-an-empty-server.md':
    'check:going-live -- server, and doctor below; the rest of parts 5 to 7 needs a domain and an account at Amazon',
  'docs/going-live.md': 'check:going-live -- npm, and check:containers',
  'docs/new-machine.md': 'check:packages -- --transcript writes the page',
  'docs/first-hour.md': 'packages/cli/test/first-hour.test.ts types every line',
  'docs/moving-providers.md': 'needs an account at iContact; packages/cli/test has the same with the sandbox',
};

/**
 * The commands of a page, block by block, except for those with Docker, which check:containers runs. What a page shows
 * with `$` is shown with its answer.
 */
function blocksOf(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^ *```(?:sh|console)\n([\s\S]*?)^ *```/gm)]
    .map(([, block = '']) => block.replaceAll(/^ {3}/gm, ''))
    .filter((block) => !/^docker /m.test(block));
}

/** A folder with a shell in which `wordrise` is the built command. */
function machine() {
  const folder = temporaryFolder();
  const programs = join(folder, 'bin');
  mkdirSync(programs);
  const program = (name: string, text: string) => {
    writeFileSync(join(programs, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(programs, name), 0o755);
  };
  // On a terminal, a restore over an installation asks first.
  program(
    'wordrise',
    `[ "$1" != restore ] || set -- "$@" --yes\nexec "${process.execPath}" "${root}/packages/cli/bin/wordrise.js" "$@"`,
  );
  // The user of the server is the one who runs the tests.
  program('sudo', '[ "$1" != -u ] || shift 2\nexec "$@"');
  // Nothing runs here that would have to be stopped.
  program('systemctl', 'exit 0');
  const env = { PATH: `${programs}:${process.env.PATH}`, HOME: folder, TZ: 'America/New_York' };
  const run = (script: string, cwd = folder) =>
    execFileSync('bash', ['-euo', 'pipefail', '-c', script], { cwd, env, encoding: 'utf8', stdio: 'pipe' });
  return { folder, env, run };
}

function installation() {
  const here = machine();
  here.run('wordrise setup --yes && wordrise schedule add petrichor --tomorrow');
  return here;
}

const without = (block: string, ...lines: RegExp[]) =>
  block
    .split('\n')
    .filter((line) => !lines.some((pattern) => pattern.test(line)))
    .join('\n');

test('each block of “Run it” that shows commands is run somewhere', () => {
  const shelf = groups.findIndex(({ shelf }) => shelf === 'Run it');
  const end = groups.findIndex(({ shelf }) => shelf === 'Build on it');
  const pages = groups.slice(shelf, end).flatMap((group) => group.pages.map(({ source }) => source));
  const shown = pages.filter((page) => blocksOf(page).length > 0);
  const here = shown.filter((page) => !elsewhere[page]);
  expect(Object.fromEntries(here.map((page) => [page, blocksOf(page).length]))).toEqual(ranHere);
  expect(Object.keys(elsewhere).filter((page) => !shown.includes(page))).toEqual([]);
});

test('no page of “Run it” has commands in a block without a language, which nothing would run', () => {
  const shelf = groups.findIndex(({ shelf }) => shelf === 'Run it');
  const end = groups.findIndex(({ shelf }) => shelf === 'Build on it');
  const pages = groups.slice(shelf, end).flatMap((group) => group.pages.map(({ source }) => source));
  const commands = /^ *(\$ |sudo |wordrise |npm |npx |docker |curl |git |psql |systemctl )/m;
  const hidden = pages.filter((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```/gm)].some(
      ([, language = '', block = '']) => !/^(sh|console)$/.test(language) && commands.test(block),
    ),
  );
  expect(hidden).toEqual([]);
});

/** How many blocks each page has whose commands the tests below run. */
const ranHere: Record<string, number> = {
  'docs/trouble.md': 1,
  'docs/moving-here.md': 1,
  'docs/backups.md': 1,
  'docs/upgrading.md': 3,
  'docs/bounces.md': 4,
  'docs/rehearse.md': 1,
  // One of them is typed by packages/cli/test/first-hour.test.ts.
  'docs/cli.md': 4,
  'docs/warm-up.md': 1,
  'docs/two-relays.md': 1,
  'docs/send-with/your-own-server.md': 1,
};

test('each command and option that a page names exists', () => {
  const { run } = machine();
  const help = new Map<string, string>();
  const helpOf = (command: string) => {
    const known = help.get(command) ?? run(`wordrise ${command} --help 2>&1 || true`);
    help.set(command, known);
    return known;
  };
  const isGroup = (name: string) => helpOf(name).includes('\nCommands:');
  const wrong: string[] = [];
  for (const { source } of groups.flatMap(({ pages }) => pages)) {
    // What a command was called then.
    if (/^docs\/decisions|^CHANGELOG/.test(source)) continue;
    const text = readFileSync(join(root, source), 'utf8').replaceAll(/\\\n\s*/g, ' ');
    const inline = [...text.matchAll(/`((?:npx )?wordrise [a-z][^`]*)`/g)].map(([, typed = '']) => typed);
    const lines = [...text.matchAll(/^ *```(?:sh|console)\n([\s\S]*?)^ *```/gm)].flatMap(
      ([, block = '']) => block.match(/^ *(?:\$ )?wordrise [a-z].*$/gm) ?? [],
    );
    for (const typed of [...inline, ...lines]) {
      const [, ...words] = typed
        .replaceAll(/\s+/g, ' ')
        .replace(/^.*?(?=wordrise )/, '')
        .replace(/ #.*$/, '')
        .split(' ');
      const [name = '', next = ''] = words;
      if (name === 'help' || name === 'version') continue;
      const command = /^[a-z][a-z-]*$/.test(next) && isGroup(name) ? `${name} ${next}` : name;
      const options = words.filter((word) => /^--[a-z]/.test(word)).map((word) => word.split('=')[0] ?? word);
      const has = helpOf(command);
      if (
        !has.startsWith(`Usage: wordrise ${command.replace('signups', 'readers')} `) ||
        options.some((option) => !has.includes(option))
      )
        wrong.push(`${source}: ${typed}`);
    }
  }
  expect(help.size).toBeGreaterThan(40);
  expect(wrong).toEqual([]);
});

test('trouble.md: both commands answer', () => {
  const { run } = installation();
  // They end with 1 while something is missing, such as an admin here.
  for (const command of (blocksOf('docs/trouble.md')[0] ?? '').trim().split('\n'))
    expect(run(`${command} || test $? = 1`).length).toBeGreaterThan(10);
});

test('moving-here.md: an export is previewed and imported', () => {
  const { folder, run } = installation();
  writeFileSync(join(folder, 'export.csv'), 'Email Address,First Name\nada@example.com,Ada\n');
  const [block = ''] = blocksOf('docs/moving-here.md');
  expect(run(block)).toMatch(/1 reader/);
  expect(run('wordrise readers list')).toContain('ada@example.com');
});

test('warm-up.md and two-relays.md: the settings are stored and read', () => {
  const { run } = installation();
  const [warmUp = ''] = blocksOf('docs/warm-up.md');
  run(warmUp);
  expect(run('wordrise config WARM_UP')).toContain('usual');
  const [relays = ''] = blocksOf('docs/two-relays.md');
  const sender = "MAIL_FROM=word@example.com\nPOSTAL_ADDRESS='1 Sample Street'\n";
  run(`cat >> .env <<'END'\n${relays}${sender}END`);
  expect(run('wordrise config SMTP_SECOND_FOR')).toContain('failover');
});

test('from-an-empty-server.md: doctor looks at it, and sends a test email', () => {
  const { run } = installation();
  const block = blocksOf('docs/from-an-empty-server.md').find((text) => text.includes('doctor')) ?? '';
  const [looks = '', sends = ''] = answered(block).map(([command]) => command);
  // It ends with 1, because nobody has made the admin's account.
  expect(run(`${looks} || test $? = 1`)).toContain('There is no admin account yet.');
  expect(run(`${sends} || test $? = 1`)).toContain('you@example.com');
});

test('backups.md: backups are made, checked and brought back', () => {
  const { folder, run } = installation();
  const block = (blocksOf('docs/backups.md')[0] ?? '').replaceAll('/var/backups', `${folder}/backups`);
  const intoEmpty = /--replaces-original/;
  run(`mkdir -p backups && ${without(block, intoEmpty)}`);
  expect(run('ls backups/wordrise')).toMatch(/\.tar\.gz/);
  const [line = ''] = block.split('\n').filter((one) => intoEmpty.test(one));
  run('mkdir new && cp wordrise.tar.gz new');
  run(line, join(folder, 'new'));
  expect(run('wordrise schedule list', join(folder, 'new'))).toContain('petrichor');
});

test('upgrading.md: back to a backup, and from SQLite to PostgreSQL', async () => {
  const { folder, run } = installation();
  const [back = '', move = ''] = blocksOf('docs/upgrading.md');
  run('wordrise backup before-upgrade.tar.gz --with-secrets');
  // The version is in no registry while this is tested.
  run(without(back, /^npm install/));
  const url = await temporaryDatabaseUrl('postgresql');
  const [before = '', after = ''] = move.split(/^#.*$/m);
  run(before);
  // Anyone who sends real email has none; the page says what to add otherwise.
  run('rm -r data/sandbox.db* data/outbox || true');
  run(`sed -i '/^DATABASE_URL/d' .env && echo 'DATABASE_URL=${url}' >> .env`);
  run(after.replace('wordrise doctor', 'wordrise doctor || test $? = 1'));
  expect(existsSync(join(folder, 'data/wordrise.db'))).toBe(false);
  expect(run('wordrise schedule list')).toContain('petrichor');
});

test('cli.md: setup without questions, and completion', () => {
  const { folder, run } = machine();
  const [setup = '', answers = '', ...rest] = blocksOf('docs/cli.md');
  writeFileSync(join(folder, 'password.txt'), 'four random words make one\n');
  run(setup);
  expect(run('wordrise admin status')).toContain('owner');
  // iContact checks the credentials, which are made up here.
  const answered = machine();
  answered.run(answers.replace('--yes', '--yes --no-checks').replaceAll('…', 'four-random-words'));
  expect(answered.run('wordrise config PUBLIC_URL')).toContain('https://words.example.com');
  run(`mkdir -p .config/fish/completions\n${rest.at(-1)}`);
  expect(run('cat .bashrc')).toContain('wordrise completion bash');
});

test('bounces.md: a returned email is read, and the settings are valid', () => {
  const { folder, run } = machine();
  const [returned = '', mailbox = '', signatures = ''] = blocksOf('docs/bounces.md');
  const provider = 'EMAIL_PROVIDER=smtp-sandbox\nCONFIRM_SIGNUPS=off\n';
  const needed = 'BOUNCE_ADDRESS=bounces@example.com\nDELIVERY_HOOK_TOKEN=a-token-of-letters\n';
  const settings = mailbox + signatures.replace('…', 'key-of-mailgun-0');
  writeFileSync(join(folder, '.env'), provider + needed + settings);
  expect(run('wordrise config')).toMatch(/^BOUNCE_SNS_TOPIC\tarn:aws/m);
  // There is no such mailbox.
  writeFileSync(join(folder, '.env'), provider);
  run('wordrise setup --yes');
  writeFileSync(join(folder, 'readers.csv'), 'email,firstName\nada@example.com,Ada\nbob@example.com,Bob\n');
  writeFileSync(join(folder, 'returned.eml'), report('ada@example.com', '5.1.1 No such user'));
  for (const [command, shown] of answered(returned))
    expect(withoutDates(run(command))).toBe(withoutDates(shown));
});

/** Without what differs from day to day, and tabs at the end of a line, which pages do not have. */
const withoutDates = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\d/g, 'DATE').replaceAll(/\t+$/gm, '');

/** Each command of a block, with what it answers. */
function answered(block: string): [command: string, shown: string][] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [, command = '', shown = ''] = /^((?:.*\\\n)*.*)\n([\s\S]*)$/.exec(part) ?? [];
      return [command, shown];
    });
}

const report = (to: string, text: string) => `From: MAILER-DAEMON@mail.example.com
Subject: Undelivered Mail Returned to Sender
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.com

Final-Recipient: rfc822; ${to}
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 ${text}
--b--
`;

test('rehearse.md: the rehearsal says what the page says, with other measurements', () => {
  const { run } = installation();
  const [[command = '', shown = ''] = []] = answered(blocksOf('docs/rehearse.md')[0] ?? '');
  // It ends with 1, because something does not fit.
  const seen = run(`${command} || test $? = 1`);
  // How long, how large and how much is free differ between machines.
  const measured = /^( {2}(?:First email|Database|Disk) +)\S.*$/gm;
  expect(seen.replaceAll(measured, '$1').trim()).toBe(shown.replaceAll(measured, '$1').trim());
});

test('your-own-server.md: the settings are valid', () => {
  const { folder, run } = machine();
  const lines = (blocksOf('docs/send-with/your-own-server.md')[0] ?? '').split('\n').filter(Boolean);
  expect(lines.filter((line) => !/^[A-Z_]+=/.test(line))).toEqual([]);
  writeFileSync(join(folder, '.env'), lines.join('\n'));
  expect(run('wordrise setup --yes --no-checks && wordrise config EMAIL_PROVIDER')).toContain('smtp');
});

/** Of Debian's packages postgresql-15 and the like, with pg_dump. */
const [binaries = ''] = globSync('/usr/lib/postgresql/*/bin').filter((folder) =>
  existsSync(join(folder, 'pg_dump')),
);

test.skipIf(!binaries)('upgrading.md: a dump of PostgreSQL', async () => {
  const { folder, run } = machine();
  const [, , dump = ''] = blocksOf('docs/upgrading.md');
  const server = await startPostgres({ binaries });
  onTestFinished(server.stop);
  const copy = Object.assign(new URL(server.url), { pathname: '/copy' }).href;
  const useDatabase = (url: string) => writeFileSync(join(folder, '.env'), `DATABASE_URL=${url}\n`);
  const path = `export PATH="${binaries}:$PATH"\n`;
  const [before = '', after = ''] = dump.split(/^#.*\n/m);
  useDatabase(server.url);
  run('wordrise setup --yes && wordrise schedule add petrichor --tomorrow');
  run(path + before);
  run(`${path}createdb --maintenance-db='${server.url}' copy`);
  useDatabase(copy);
  const [read = ''] = before.split('\n');
  run(`${path}${read}\n${after}`);
  expect(run('wordrise schedule list')).toContain('petrichor');
});

const canCall = spawnSync('sh', ['-c', 'command -v curl && command -v jq']).status === 0;

/** A server of an installation, once it answers. */
async function served(env: Record<string, string>, folder: string): Promise<string> {
  const port = await freePort();
  const site = `http://127.0.0.1:${port}`;
  const settings = { ...env, PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: site };
  const server = spawn(join(folder, 'bin/wordrise'), ['serve'], {
    cwd: folder,
    env: settings,
    stdio: 'ignore',
  });
  onTestFinished(() => void server.kill());
  const isReady = () =>
    fetch(`${site}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady).toBe(true);
  return site;
}

test.skipIf(!canCall)('bounces.md: reports of a script', async () => {
  const { folder, env, run } = machine();
  run('wordrise setup --yes --set EMAIL_PROVIDER=smtp-sandbox');
  const site = await served({ ...env, DELIVERY_HOOK_TOKEN: 'a-token-of-letters' }, folder);
  const [[command = '', shown = ''] = []] = answered(blocksOf('docs/bounces.md')[3] ?? '');
  const [, call = '', answer = ''] = /^([\s\S]*\]')\n?([\s\S]*)$/.exec(`${command}\n${shown}`) ?? [];
  const there = call.replace('https://words.example.com', site);
  expect(run(`TOKEN=a-token-of-letters\n${there} --silent`)).toBe(answer.trim());
});

test.skipIf(!canCall)('api-with-curl.md: every call answers', async () => {
  const { folder, env, run } = machine();
  run('wordrise setup --yes --admin owner --password-stdin <<< "four random words make one"');
  const site = await served(env, folder);
  const script = blocksOf('docs/api-with-curl.md').join('\n').replace('http://localhost:5000', site);
  const answers = run(`ADMIN_PASSWORD='four random words make one'\n${script}`);
  expect(answers).toContain('Your first daily word will arrive soon.');
  // Before seven in the morning, today's email is the next one.
  expect(answers).toMatch(/"word": "petrichor"|"isToday": true/);
});
