/**
 * `npm run mail-servers:login`: the settings of the admin area against a real Postfix that asks for a login, which Dovecot
 * checks. Checks, a
 * test email, a wrong password, and a password with the characters that addresses need escaped, both in a setting of its
 * own and in `SMTP_URL`. Both have their own settings in a temporary folder, on loopback, and are
 * stopped at the end.
 */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { isDomainError, loadConfig, openWordrise, readConfig } from '../../packages/core/src/index.ts';
import { hasDovecot, startDovecot } from '../../test/dovecot.ts';
import { hasPostfix, startRelayWithLogin } from './postfix.ts';

if (!hasPostfix || !hasDovecot) {
  console.error('This needs two mail servers: apt-get install postfix dovecot-imapd');
  process.exit(1);
}
if (userInfo().uid !== 0) {
  console.error('Postfix starts only as root: sudo npm run mail-servers:login');
  process.exit(1);
}

const login = { user: 'owner', password: 'a/b+c@d:e#f%2F g"$' };
const folder = mkdtempSync(join(tmpdir(), 'wordrise-login-'));
chmodSync(folder, 0o755);
for (const part of ['dovecot', 'postfix']) mkdirSync(join(folder, part));
const { user, password } = login;
const accounts = await startDovecot({ folder: join(folder, 'dovecot'), users: [user], password });
const relay = await startRelayWithLogin(join(folder, 'postfix'), accounts.loginSocket);
try {
  await walk();
} finally {
  await relay.stop();
  await accounts.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function walk(): Promise<void> {
  const place = { DATA_DIR: join(folder, 'data'), TIMEZONE: 'UTC', LOG_LEVEL: 'silent' };
  const actor = { via: 'web', account: 'owner' } as const;
  const settings = {
    EMAIL_PROVIDER: 'smtp',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(relay.port),
    SMTP_USER: user,
    SMTP_PASSWORD: password,
    MAIL_FROM: 'Daily Word <word@words.test>',
    POSTAL_ADDRESS: '1 Sample Street, Anytown 00000',
  };
  const wordrise = await openWordrise(loadConfig(place));
  const credentials = async (changes: Record<string, string>) => {
    const { checks } = await wordrise.settings.check(changes, actor);
    return checks.find(({ status }) => status === 'failed') ?? checks[0];
  };
  try {
    await wordrise.words.addStarters();
    const right = await credentials(settings);
    assert.notEqual(right?.status, 'failed', right?.detail);
    say('The right password', right?.detail);
    const wrong = await credentials({ ...settings, SMTP_PASSWORD: 'wrong' });
    assert.equal(wrong?.status, 'failed');
    say('A wrong password', wrong?.detail);
    const without = await wordrise.settings
      .test({ ...settings, SMTP_USER: '', SMTP_PASSWORD: '' }, 'reader@readers.test', actor)
      .then(
        () => assert.fail('Postfix took an email without a login'),
        (error: unknown) => (isDomainError(error) ? error.message : assert.fail(String(error))),
      );
    say('No login', without);
    const { message } = await wordrise.settings.test(settings, 'reader@readers.test', actor);
    say('A test email', message);
    await wordrise.settings.save(settings, actor);
    const view = (await wordrise.settings.view()).settings.find(({ name }) => name === 'SMTP_PASSWORD');
    assert.deepEqual([view?.source, view?.value], ['stored', null]);
    say('Stored', 'encrypted, and never answered');
  } finally {
    await wordrise.close();
  }
  // Opened again, the stored password signs in.
  const again = await openWordrise(await readConfig(place));
  try {
    const { message } = await again.templates.sendTest({ to: 'other@readers.test' }, actor);
    say('A test email after saving', message);
  } finally {
    await again.close();
  }
  const address = `smtp://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${relay.port}`;
  const { MAIL_FROM, POSTAL_ADDRESS } = settings;
  const elsewhere = {
    ...place,
    DATA_DIR: join(folder, 'other'),
    SMTP_URL: address,
    MAIL_FROM,
    POSTAL_ADDRESS,
  };
  const byUrl = await openWordrise(loadConfig(elsewhere));
  try {
    await byUrl.words.addStarters();
    const { message } = await byUrl.templates.sendTest({ to: 'third@readers.test' }, actor);
    say('A test email with SMTP_URL', message);
  } finally {
    await byUrl.close();
  }
  const signedIn = relay.log().match(/sasl_method=\w+, sasl_username=\S+/g) ?? [];
  assert.equal(signedIn.length, 3, relay.log());
  say('Postfix', signedIn.join('; '));
}

function say(what: string, said: string | undefined): void {
  console.log(`✓ ${what.padEnd(27)} ${said ?? ''}`);
}
