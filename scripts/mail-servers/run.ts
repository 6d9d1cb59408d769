/**
 * `npm run mail-servers`: the whole path of an email through real servers. Postfix as the relay, Dovecot with the
 * readers' mailboxes and the bounce mailbox, each with its own settings in a temporary folder, on loopback. Prints a
 * transcript, as in docs/sending-by-smtp.md. Installs nothing, and stops what it started.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { type Dovecot, hasDovecot, startDovecot } from '../../test/dovecot.ts';
import { freePort } from '../../test/free-port.ts';
import { Installation, program, user } from './installation.ts';
import { hasPostfix, startPostfix } from './postfix.ts';

const starters = join(import.meta.dirname, '../../examples/words/starter.csv');
const patienceMs = 120_000;

if (!hasPostfix || !hasDovecot) {
  console.error('This needs two mail servers: apt-get install postfix dovecot-imapd dovecot-lmtpd');
  process.exit(1);
}
if (userInfo().uid !== 0) {
  console.error('Postfix starts only as root: sudo npm run mail-servers');
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'wordrise-mail-servers-'));
chmodSync(folder, 0o755);
const stops: (() => Promise<unknown>)[] = [];
try {
  await walk();
} finally {
  for (const stop of stops.reverse()) await stop();
  rmSync(folder, { recursive: true, force: true });
}

async function walk(): Promise<void> {
  for (const part of ['dovecot', 'postfix']) mkdirSync(join(folder, part));
  const mailboxes = await startDovecot({
    folder: join(folder, 'dovecot'),
    lmtp: true,
    users: ['ada', 'bounces'],
  });
  stops.push(mailboxes.stop);
  const site = new Installation(join(folder, 'site'));
  const relay = await startPostfix({
    folder: join(folder, 'postfix'),
    lmtpPort: mailboxes.lmtpPort,
    mailboxDomains: ['readers.test', 'words.test'],
    pipe: {
      domain: 'pipe.test',
      user,
      directory: site.folder,
      command: [process.execPath, program, 'bounces', 'ingest', '--quiet'],
    },
  });
  stops.push(relay.stop);
  const url = `http://127.0.0.1:${await freePort()}`;
  const settings = {
    PUBLIC_URL: url,
    PORT: new URL(url).port,
    TIMEZONE: 'UTC',
    EMAIL_PROVIDER: 'smtp',
    SMTP_URL: `smtp://127.0.0.1:${relay.port}`,
    MAIL_FROM: 'Daily Word <word@words.test>',
    POSTAL_ADDRESS: '1 Sample Street, Anytown 00000',
    BOUNCE_ADDRESS: 'bounces@words.test',
    BOUNCE_IMAP_URL: `imap://bounces:${mailboxes.password}@127.0.0.1:${mailboxes.imapPort}/INBOX`,
  };
  site.configure(settings);
  stops.push(() => site.stop());
  await site.serve();
  await site.quietly('words', 'import', starters);
  await signUpAndLeave(site, mailboxes, url);
  await bounceByImap(site);
  site.configure({ ...settings, BOUNCE_IMAP_URL: '', BOUNCE_ADDRESS: 'bounces@pipe.test' });
  await bounceByPipe(site);
}

async function signUpAndLeave(site: Installation, mailboxes: Dovecot, url: string): Promise<void> {
  say('Ada signs up, and confirms with the link in the email that Dovecot received for her');
  const body = JSON.stringify({ email: 'ada@readers.test', firstName: 'Ada' });
  await post(`${url}/api/register`, body, 'application/json');
  await site.quietly('process');
  const confirm = await link(mailboxes, /\/confirm\/[0-9a-f]{32}/);
  await post(url + confirm, '', 'application/x-www-form-urlencoded');
  await site.quietly('process');
  await site.run('readers', 'list');

  say('The owner imports someone whose address no longer exists, and a word is sent');
  await importPeople(site, 'email,firstName\ngone@readers.test,Bob\n');
  await sendWord(site, 'abscond');
  const unsubscribe = await link(mailboxes, /\/unsubscribe\/[0-9a-f]{32}/);

  say('Ada unsubscribes with one click, as her mail program does it');
  await post(url + unsubscribe, 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded');
  await site.run('readers', 'list', '--state', 'unsubscribed');
}

async function bounceByImap(site: Installation): Promise<void> {
  say('Postfix returned the other email to the bounce mailbox, which a pass reads');
  await eventually(async () => {
    const output = await site.quietly('process');
    if (output.includes('bounce mailbox')) process.stdout.write(`$ wordrise process\n${output}`);
    return isBounced(site, 'gone@readers.test');
  });
  await site.run('readers', 'list', '--state', 'bounced');
}

async function bounceByPipe(site: Installation): Promise<void> {
  say('Another address does not exist, and Postfix pipes the report into wordrise bounces ingest');
  await importPeople(site, 'email,firstName\nlost@readers.test,Cy\n');
  await sendWord(site, 'laconic');
  await eventually(() => isBounced(site, 'lost@readers.test'));
  await site.run('readers', 'list', '--state', 'bounced');

  say('An import does not add a reader again who bounced and was removed');
  await site.run('readers', 'remove', 'lost@readers.test', '--yes');
  await importPeople(site, 'email,firstName\nlost@readers.test,Cy\n');
}

async function isBounced(site: Installation, email: string): Promise<boolean> {
  return (await site.quietly('readers', 'list', '--state', 'bounced')).includes(email);
}

async function importPeople(site: Installation, csv: string): Promise<void> {
  writeFileSync(join(site.folder, 'readers.csv'), csv);
  await site.run('readers', 'import', 'readers.csv', '--consent', 'Signed up at the book fair');
  await site.quietly('process');
}

/** Schedules a word for the next minute, and sends it when its time has come. */
async function sendWord(site: Installation, word: string): Promise<void> {
  const at = new Date(Math.ceil((Date.now() + 5000) / 60_000) * 60_000);
  await site.run('schedule', 'add', word, '--at', at.toISOString().slice(0, 16).replace('T', ' '));
  await new Promise((resolve) => setTimeout(resolve, at.getTime() - Date.now()));
  await eventually(async () => {
    await site.quietly('process');
    return (await site.quietly('schedule', 'list', '--status', 'sent')).includes(word);
  });
  await site.run('schedule', 'list', '--status', 'sent');
}

async function post(url: string, body: string, type: string): Promise<void> {
  console.log(`$ curl ${body ? `-d '${body}'` : '-X POST'} ${url}`);
  const response = await fetch(url, { method: 'POST', body, headers: { 'Content-Type': type } });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${answer}`);
  const [, heading = answer] = /<h1[^>]*>([^<]*)/.exec(answer) ?? [];
  console.log(heading);
}

/** The link in the newest email that Dovecot has for Ada. */
async function link(mailboxes: Dovecot, path: RegExp): Promise<string> {
  let found: string | undefined;
  await eventually(async () => {
    const raw = (await newest(mailboxes, 'ada'))?.replace(/=\r?\n/g, '') ?? '';
    found = path.exec(raw)?.[0];
    return found !== undefined;
  });
  return found ?? '';
}

async function newest(
  { imapPort: port, password: pass }: Dovecot,
  user: string,
): Promise<string | undefined> {
  const auth = { user, pass };
  const client = new ImapFlow({ host: '127.0.0.1', port, secure: false, auth, logger: false });
  await client.connect();
  try {
    const { exists } = await client.mailboxOpen('INBOX');
    const message = exists > 0 && (await client.fetchOne('*', { source: true }));
    return message ? message.source?.toString() : undefined;
  } finally {
    await client.logout();
  }
}

async function eventually(condition: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + patienceMs;
  while (!(await condition())) {
    if (Date.now() > until) throw new Error('It did not happen within two minutes.');
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

function say(text: string): void {
  console.log(`\n# ${text}`);
}
