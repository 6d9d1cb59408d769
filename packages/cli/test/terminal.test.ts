import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { parseEnv, stripVTControlCharacters } from 'node:util';
import { readStoredSettings } from '@wordrise/core';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDatabaseUrl, temporaryFolder } from '../../../test/databases.ts';
import {
  bareEnvironment,
  canHaveTerminal,
  controlC,
  down,
  enter,
  givenInstallation,
  startInTerminal,
  wordOf,
} from './run-cli.ts';

const inTerminal = test.skipIf(!canHaveTerminal);

function givenFolder() {
  const folder = temporaryFolder();
  return { folder, env: bareEnvironment(folder) };
}

/** The settings in the database of an installation, secrets too. */
async function storedIn(folder: string, database = 'wordrise.db') {
  const dataDir = join(folder, 'data');
  const environment = { DATA_DIR: dataDir, DATABASE_URL: `sqlite:${join(dataDir, database)}` };
  return (await readStoredSettings(environment))?.values;
}

inTerminal('walks a new owner through everything', async () => {
  const place = givenFolder();
  const terminal = startInTerminal(place, ['setup']);
  const answer = async (question: RegExp, keys: string) => {
    await terminal.until(question);
    terminal.type(keys);
  };
  await answer(/Data folder.*\.\/data/, enter);
  await answer(/Database[\s\S]*select/, enter);
  await answer(/Name of the product/, `Dawn${enter}`);
  await answer(/Address that visitors use/, `words.example.com${enter}`);
  // Refused with the reason, and asked again.
  await answer(/must be an address that starts with https/, `\u0015https://words.example.com${enter}`);
  await answer(/Time zone/, `Europe/Paris${enter}`);
  await answer(/Email provider[\s\S]*select/, enter);
  await answer(/Dictionary[\s\S]*select/, enter);
  await answer(/Check signups[\s\S]*select/, enter);
  await answer(/starter words into the library/, enter);
  await answer(/Create the admin account now/, enter);
  await answer(/Username/, `owner${enter}`);
  await answer(/Password/, `short${enter}`);
  await answer(/at least 8 characters/, `er than that${enter}`);
  await answer(/Confirm password/, `other${enter}`);
  // Either can have the mistake, so both are asked again, each from an empty line.
  await answer(/Passwords don't match[\s\S]*Password/, `shorter than that${enter}`);
  await answer(/Confirm password/, `shorter than that${enter}`);
  await terminal.until(/Next: .*wordrise serve/);
  const { code, stdout } = await terminal.ended;

  expect(code).toBe(0);
  expect(stdout).not.toContain('short');
  expect(await storedIn(place.folder)).toEqual({
    PRODUCT_NAME: 'Dawn',
    PUBLIC_URL: 'https://words.example.com',
    TIMEZONE: 'Europe/Paris',
  });
  expect(readFileSync(join(place.folder, '.env'), 'utf8')).not.toContain('Dawn');
  expect(statSync(join(place.folder, '.env')).mode & 0o777).toBe(0o600);
  const text = stripVTControlCharacters(stdout);
  expect(text).toContain('✓ 366 starter words are in the library.');
  expect(text).toContain('✓ The admin “owner” can log in.');
});

inTerminal(
  'asks for what goes with SMTP, and for nothing that goes with an answer that was left out',
  async () => {
    const place = givenFolder();
    const settings = ['--data-dir', 'data', '--database-url', 'sqlite:data/x.db', '--product-name', 'Dawn'];
    const more = ['--public-url', 'http://localhost:5000', '--timezone', 'UTC', '--dictionary', 'wordnet'];
    const smtp = [
      '--smtp-url',
      'smtp://localhost',
      '--mail-from',
      'a@example.com',
      '--postal-address',
      'Street',
    ];
    const terminal = startInTerminal(place, [
      'setup',
      '--no-checks',
      ...settings,
      ...more,
      ...smtp,
      '--bot-check',
      'off',
      '--email-provider',
      'smtp',
    ]);
    for (const question of [/Address for replies/, /Connections to the mail server/, /Emails in a second/]) {
      await terminal.until(question);
      terminal.type(question.source.startsWith('Emails') ? `20${enter}` : enter);
    }
    await terminal.until(/Domain that signs/);
    terminal.type(`example.com${enter}`);
    await terminal.until(/Name of its key/);
    terminal.type(enter);
    await terminal.until(/Please type an answer/);
    terminal.type(`word${enter}`);
    await terminal.until(/File of its private key/);
    terminal.type(`dkim.pem${enter}`);
    await terminal.until(/Address for emails that come back/);
    terminal.type(`back@example.com${enter}`);
    await terminal.until(/Its mailbox/);
    terminal.type(`http://no${enter}`);
    await terminal.until(/This must/);
    terminal.type(`\u0015${enter}`);
    await terminal.until(/starter words into the library/);
    terminal.type(`n${enter}`);
    await terminal.until(/Create the admin account now/);
    terminal.type(`n${enter}`);
    expect((await terminal.ended).code).toBe(0);
    const env = readFileSync(join(place.folder, '.env'), 'utf8');
    for (const [name, value] of [
      ['DOMAIN', 'example.com'],
      ['SELECTOR', 'word'],
      ['KEY_FILE', 'dkim.pem'],
    ])
      expect(env).toContain(`DKIM_${name}=${value}\n`);
    const stored = await storedIn(place.folder, 'x.db');
    expect(stored).toMatchObject({ BOUNCE_ADDRESS: 'back@example.com', SMTP_RATE_PER_SECOND: '20' });
    for (const name of ['MAIL_REPLY_TO', 'SMTP_CONNECTIONS', 'BOUNCE_IMAP_URL']) {
      expect(stored).not.toHaveProperty(name);
      expect(env).not.toContain(name);
    }
  },
);

const smtpFlags = [
  'setup',
  '--no-checks',
  '--no-starter-words',
  '--data-dir',
  'data',
  '--database-url',
  'sqlite:data/x.db',
  '--product-name',
  'Dawn',
  '--public-url',
  'http://localhost:5000',
  '--timezone',
  'UTC',
  '--dictionary',
  'wordnet',
  '--bot-check',
  'off',
  '--email-provider',
  'smtp',
  '--mail-from',
  'a@example.com',
  '--postal-address',
  'Street',
  '--mail-reply-to',
  'b@example.com',
  '--smtp-connections',
  '2',
  '--smtp-rate-per-second',
  '0',
  '--bounce-address',
  'c@example.com',
];

inTerminal('asks for the mail server in parts, and keeps any password as it is', async () => {
  const place = givenFolder();
  const terminal = startInTerminal(place, smtpFlags);
  const answer = async (question: RegExp, keys: string) => {
    await terminal.until(question);
    terminal.type(keys);
  };
  await answer(/Mail server, such as/, `smtp://mail.example.com${enter}`);
  await answer(/This must be a name/, `\u0015mail.example.com${enter}`);
  await answer(/Its port/, enter);
  await answer(/User name/, `AKIA${enter}`);
  await answer(/Password/, enter);
  await answer(/Please type an answer/, `a/b+c#d e"$f${enter}`);
  await answer(/Domain that signs/, enter);
  await answer(/Its mailbox/, enter);
  await answer(/Create the admin account now/, `n${enter}`);
  const { code, stdout } = await terminal.ended;
  expect(code).toBe(0);
  expect(stdout).not.toContain('a/b+c');
  const stored = await storedIn(place.folder, 'x.db');
  expect(stored).toMatchObject({
    SMTP_HOST: 'mail.example.com',
    SMTP_USER: 'AKIA',
    SMTP_PASSWORD: 'a/b+c#d e"$f',
  });
  expect(stored).not.toHaveProperty('SMTP_PORT');
  expect(readFileSync(join(place.folder, '.env'), 'utf8')).not.toContain('SMTP_');
});

inTerminal('asks for the address of the mail server where it is set already', async () => {
  const place = givenFolder();
  writeFileSync(join(place.folder, '.env'), 'SMTP_URL=smtp://u:hunter2@mail.example.com\n');
  const terminal = startInTerminal(place, smtpFlags);
  await terminal.until(/Address of the mail server, with user and password \(Enter keeps/);
  terminal.type(enter);
  await terminal.until(/Domain that signs/);
  terminal.type(enter);
  await terminal.until(/Its mailbox/);
  terminal.type(enter);
  await terminal.until(/A \.env file exists/);
  terminal.type(enter);
  await terminal.until(/Create the admin account now/);
  terminal.type(`n${enter}`);
  const { code, stdout } = await terminal.ended;
  expect({ code, stdout }).toMatchObject({
    code: 0,
    stdout: expect.not.stringMatching(/Mail server, such|Its port/),
  });
  const env = parseEnv(readFileSync(join(place.folder, '.env'), 'utf8'));
  expect(env).toMatchObject({ SMTP_URL: 'smtp://u:hunter2@mail.example.com' });
  expect(env).not.toHaveProperty('SMTP_HOST');
});

inTerminal('shows the known address of the database without its password, and Enter keeps it', async () => {
  const place = givenFolder();
  const url = new URL(await temporaryDatabaseUrl('postgresql'));
  Object.assign(url, { username: url.username || 'wordrise', password: 'hunter2$&' });
  writeFileSync(join(place.folder, '.env'), `DATABASE_URL='${url}'\n`);
  const terminal = startInTerminal(place, [
    'setup',
    '--yes',
    '--email-provider',
    'sandbox',
    '--dictionary',
    'wordnet',
  ]);
  const asked = [
    /Data folder/,
    /Database[\s\S]*select/,
    /:•••@/,
    /Name of the product/,
    /Address that visitors/,
  ];
  for (const question of [...asked, /Time zone/, /Check signups[\s\S]*select/, /starter words/]) {
    await terminal.until(question);
    terminal.type(enter);
  }
  await terminal.until(/Create the admin account now/);
  terminal.type(`n${enter}`);
  const { code, stdout } = await terminal.ended;
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.not.stringContaining('hunter2') });
  expect(parseEnv(readFileSync(join(place.folder, '.env'), 'utf8')).DATABASE_URL).toBe(url.href);
});

inTerminal('checks credentials at once and asks for them again', async () => {
  const place = givenFolder();
  const settings = ['--data-dir', 'data', '--database-url', 'sqlite:data/x.db', '--product-name', 'Dawn'];
  const more = ['--public-url', 'http://localhost:5000', '--timezone', 'UTC', '--dictionary', 'wordnet'];
  const keys = ['--bot-check', 'recaptcha', '--set', 'RECAPTCHA_VERIFY_URL=http://127.0.0.1:1/'];
  const terminal = startInTerminal(place, [
    'setup',
    ...settings,
    ...more,
    ...keys,
    '--email-provider',
    'sandbox',
  ]);
  await terminal.until(/Site key/);
  terminal.type(`site${enter}`);
  await terminal.until(/Secret key/);
  terminal.type(`hidden${enter}`);
  await terminal.until(/reCAPTCHA did not answer[\s\S]*What now\?[\s\S]*select/);
  terminal.type(enter);
  await terminal.until(/Site key[\s\S]*site/);
  terminal.type(enter);
  await terminal.until(/Secret key \(Enter keeps the current one\)/);
  terminal.type(enter);
  await terminal.until(/What now\?[\s\S]*select/);
  terminal.type(down + enter);
  await terminal.until(/starter words into the library/);
  terminal.type(`n${enter}`);
  await terminal.until(/Create the admin account now/);
  terminal.type(`n${enter}`);
  const { code, stdout } = await terminal.ended;
  expect(code).toBe(0);
  expect(stdout).not.toContain('hidden');
  expect(await storedIn(place.folder, 'x.db')).toMatchObject({ RECAPTCHA_SECRET_KEY: 'hidden' });
  expect(readFileSync(join(place.folder, '.env'), 'utf8')).not.toContain('hidden');
});

inTerminal('leaves nothing behind when it is interrupted at a question', async () => {
  const place = givenFolder();
  const terminal = startInTerminal(place, ['setup']);
  await terminal.until(/Data folder/);
  terminal.type(controlC);
  const { code, stdout } = await terminal.ended;
  expect(code).toBe(130);
  expect(stdout).not.toContain('Error');
  expect(stdout).toContain('Stopped. Nothing was written.');
  expect(existsSync(join(place.folder, '.env'))).toBe(false);
  expect(existsSync(join(place.folder, 'data'))).toBe(false);
});

inTerminal('keeps all answers when it is interrupted at the password, and says so', async () => {
  const place = givenFolder();
  const flags = ['--product-name', 'Dawn', '--timezone', 'Europe/Paris', '--no-checks', '--starter-words'];
  const chosen = [
    '--data-dir',
    'data',
    '--database-url',
    'sqlite:data/wordrise.db',
    '--dictionary',
    'wordnet',
  ];
  const others = [
    '--email-provider',
    'sandbox',
    '--bot-check',
    'off',
    '--public-url',
    'http://localhost:5000',
  ];
  const terminal = startInTerminal(place, ['setup', '--admin', 'owner', ...flags, ...chosen, ...others]);
  await terminal.until(/Password/);
  terminal.type(controlC);
  const { code, stdout } = await terminal.ended;
  expect(code).toBe(130);
  expect(stripVTControlCharacters(stdout).replaceAll(/\s+/g, ' ')).toContain(
    'Stopped. The settings are saved. For what is left, such as the admin account, run wordrise setup again.',
  );
  expect(await storedIn(place.folder)).toMatchObject({ PRODUCT_NAME: 'Dawn', TIMEZONE: 'Europe/Paris' });
});

inTerminal('asks before it changes a .env', async () => {
  const place = givenFolder();
  writeFileSync(join(place.folder, '.env'), 'PRODUCT_NAME=Old\n');
  const flags = [
    '--data-dir',
    'data',
    '--database-url',
    'sqlite:data/x.db',
    '--public-url',
    'http://localhost:5000',
  ];
  const rest = [
    '--timezone',
    'UTC',
    '--email-provider',
    'sandbox',
    '--dictionary',
    'wordnet',
    '--bot-check',
    'off',
  ];
  const terminal = startInTerminal(place, ['setup', ...flags, ...rest, '--no-starter-words']);
  await terminal.until(/Name of the product.*Old/);
  terminal.type(`New${enter}`);
  await terminal.until(/A \.env file exists\. Change \d+ settings in it/);
  terminal.type(`n${enter}`);
  await terminal.until(/Create the admin account now/);
  terminal.type(`n${enter}`);
  expect((await terminal.ended).code).toBe(0);
  expect(readFileSync(join(place.folder, '.env'), 'utf8')).toBe('PRODUCT_NAME=Old\n');
  // The database that the other commands will open.
  expect(existsSync(join(place.folder, 'data', 'wordrise.db'))).toBe(true);
  expect(existsSync(join(place.folder, 'data', 'x.db'))).toBe(false);
});

inTerminal('asks for the fields of a word that no flag gave', async () => {
  const installation = await givenInstallation();
  const terminal = startInTerminal(installation, ['words', 'add', 'hush', '--definition', 'Silence.']);
  for (const [question, answer] of [
    [/Pronunciation/, '/hʌʃ/'],
    [/Part of speech/, 'noun'],
    [/Etymology/, 'An imitation.'],
    [/Example 1/, 'A hush fell.'],
    [/Example 2/, 'Hush now.'],
    [/Conversation tip/, ''],
  ] as const) {
    await terminal.until(question);
    terminal.type(answer + enter);
  }
  await terminal.until(/Conversation tip is required/);
  terminal.type(`Whisper it.${enter}`);
  expect((await terminal.ended).code).toBe(0);
  expect((await installation.run(['words', 'show', 'hush', '--json'])).json()).toMatchObject({
    phoneticPronunciation: '/hʌʃ/',
    definition: 'Silence.',
    conversationTip: 'Whisper it.',
  });
});

inTerminal('opens a word in an editor', async () => {
  const installation = await givenInstallation('sqlite', { EDITOR: 'sed -i s/What.hush.means/Silence/' });
  await installation.run(['words', 'import', '-'], { input: JSON.stringify(wordOf('hush')) });
  const terminal = startInTerminal(installation, ['words', 'edit', 'hush', '--editor']);
  expect((await terminal.ended).code).toBe(0);
  expect((await installation.run(['words', 'show', 'hush', '--json'])).json()).toMatchObject({
    ...wordOf('hush'),
    definition: 'Silence.',
  });
  expect((await installation.run(['words', 'edit', 'hush', '--editor'])).code).toBe(2);
});

inTerminal('removes a word only after yes, and no is the default', async () => {
  const installation = await givenInstallation();
  const wordrise = await installation.open();
  await wordrise.words.add(wordOf('hush'));
  const kept = startInTerminal(installation, ['words', 'remove', 'hush']);
  await kept.until(/Remove “hush”.*\(y\/N\)/);
  kept.type(enter);
  expect((await kept.ended).code).toBe(0);
  expect(await wordrise.words.find('hush')).toBeDefined();
  const gone = startInTerminal(installation, ['words', 'remove', 'hush']);
  await gone.until(/\(y\/N\)/);
  gone.type(`y${enter}`);
  await gone.ended;
  expect(await wordrise.words.find('hush')).toBeUndefined();
});

inTerminal('fits tables to the terminal and colors them, except with NO_COLOR', async () => {
  const installation = await givenInstallation();
  const wordrise = await installation.open();
  await wordrise.words.add(wordOf('hush', { definition: 'A long definition. '.repeat(20).trim() }));
  for (const columns of [80, 120]) {
    const { stdout } = await startInTerminal(installation, ['words', 'list'], { columns }).ended;
    expect(stdout).toContain('\u001b[1mhush');
    const lines = stripVTControlCharacters(stdout).split(/\r?\n/);
    expect(Math.max(...lines.map((line) => line.length))).toBe(columns);
    expect(lines[0]).toMatch(/^WORD +PART OF SPEECH +DEFINITION +SENT$/);
  }
  const plain = { ...installation, env: { ...installation.env, NO_COLOR: '1' } };
  expect((await startInTerminal(plain, ['words', 'list']).ended).stdout).not.toContain('\u001b[1m');
  const flag = await startInTerminal(installation, ['words', 'list', '--no-color']).ended;
  expect(flag.stdout).not.toContain('\u001b[1m');
});

inTerminal.each([0, 1, 2])('checks the installation on a terminal of %d columns', async (columns) => {
  const { stdout, code } = await startInTerminal(givenFolder(), ['doctor'], { columns }).ended;
  expect(code).toBe(1);
  const words = stripVTControlCharacters(stdout).split(/\s+/);
  expect(words).toEqual(expect.arrayContaining(['Database', 'setup']));
});

inTerminal('Ctrl-C ends a check that waits for an answer', async () => {
  const silent = createServer();
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const installation = await givenInstallation('sqlite', {
    MERRIAM_WEBSTER_API_KEY: 'key',
    MERRIAM_WEBSTER_API_URL: `http://127.0.0.1:${port}`,
  });
  const terminal = startInTerminal(installation, ['doctor']);
  const [socket] = await once(silent, 'connection');
  onTestFinished(() => void socket.destroy());
  terminal.type(controlC);
  expect((await terminal.ended).code).toBe(130);
});

inTerminal('shows the progress of an import with its rate', async () => {
  const installation = await givenInstallation();
  const rows = Array.from({ length: 20_000 }, (_, index) => JSON.stringify(wordOf(`word${index}`)));
  writeFileSync(join(installation.folder, 'words.jsonl'), rows.join('\n'));
  const { stdout, code } = await startInTerminal(installation, ['words', 'import', 'words.jsonl']).ended;
  expect(code).toBe(0);
  expect(stripVTControlCharacters(stdout)).toMatch(/━+ \d+% · [\d,]+ rows · [\d,]+ rows\/s/);
  expect(stdout).toContain('Added 20,000 words.');
  const quiet = await startInTerminal(installation, ['words', 'import', 'words.jsonl', '--quiet']).ended;
  expect(quiet.stdout).toBe('');
});
