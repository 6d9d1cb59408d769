import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  databaseOfOtherFolder,
  endedByHash,
  misspelledSettings,
  readEnvironment,
  secretFiles,
  settingsEndedByHash,
} from './read-environment.ts';

afterEach(() => void vi.unstubAllEnvs());

function givenFolder(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'wordrise-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test('a secret may be in a file of its own, which the environment or .env names', () => {
  const folder = givenFolder({ password: 'p/w+#1 \n', key: 'a'.repeat(32) });
  writeFileSync(join(folder, '.env'), `SETTINGS_KEY_FILE=${folder}/key\n`);
  vi.stubEnv('SMTP_PASSWORD_FILE', join(folder, 'password'));
  expect(readEnvironment(folder)).toMatchObject({ SMTP_PASSWORD: 'p/w+#1 ', SETTINGS_KEY: 'a'.repeat(32) });
  expect(misspelledSettings(folder)).toEqual([]);
});

test('knows the files with secrets, also one that is not there yet', () => {
  const folder = givenFolder({ '.env': 'DKIM_KEY_FILE=dkim.pem\nPRODUCT_NAME_FILE=name\n' });
  vi.stubEnv('SMTP_PASSWORD_FILE', '/run/secrets/smtp');
  vi.stubEnv('SMTP_SECOND_URL_FILE', '');
  expect(secretFiles(folder)).toEqual(['dkim.pem', '/run/secrets/smtp']);
});

test('says which file cannot be read, and which secret is set twice', () => {
  const folder = givenFolder({ password: 'secret' });
  vi.stubEnv('SMTP_PASSWORD', 'another');
  vi.stubEnv('SMTP_PASSWORD_FILE', join(folder, 'password'));
  vi.stubEnv('SESSION_SECRET_FILE', join(folder, 'missing'));
  expect(() => readEnvironment(folder)).toThrow(
    'Invalid settings: SESSION_SECRET_FILE is a file that cannot be read (ENOENT); SMTP_PASSWORD_FILE cannot be set together with SMTP_PASSWORD: remove one of them.',
  );
});

test('a setting that is no secret has no file', () => {
  const folder = givenFolder({ name: 'Words' });
  vi.stubEnv('PRODUCT_NAME_FILE', join(folder, 'name'));
  expect(readEnvironment(folder).PRODUCT_NAME).toBeUndefined();
});

test('finds the values that end at a #, unless it follows a space or stands in quotes', () => {
  const text = [
    'ICONTACT_API_PASSWORD=half#other',
    'export SMTP_PASSWORD=#all',
    '  ALERT_WEBHOOK_URL = https://example.com/#hook # where the alerts go',
    'PRODUCT_NAME=Words # of the day',
    'PORT=5000 #',
    'TIMEZONE=',
    '# SENDER_NAME=a#b',
    'PRIVACY="one#two"',
    "MAIL_FROM='a#b' # c#d",
    'POSTAL_ADDRESS="1 Main St',
    'SITE_URL=x#y"',
    'LOG_LEVEL=debug#1',
    'LOG_LEVEL=info',
  ].join('\r\n');
  expect(endedByHash(text)).toEqual(['ICONTACT_API_PASSWORD', 'SMTP_PASSWORD', 'ALERT_WEBHOOK_URL']);
});

test('reports such a value in .env if it is that of a setting and in use', () => {
  const folder = givenFolder({ '.env': 'SMTP_PASSWORD=half#other\nOTHER=a#b\nSMTP_USER=me#you\n' });
  vi.stubEnv('SMTP_USER', 'me#you');
  expect(settingsEndedByHash(folder)).toEqual(['SMTP_PASSWORD']);
});

test.each([
  {
    why: 'the database of the own folder',
    env: './data/trial',
    file: 'sqlite:./data/wordrise.db',
    found: true,
  },
  { why: 'another address', env: './data/trial', file: 'sqlite:/srv/words.db', found: false },
  { why: 'the same folder', env: './data/', file: 'sqlite:./data/wordrise.db', found: false },
  { why: 'no address', env: './data/trial', file: '', found: false },
])('an environment with another data folder, and $why in .env', ({ env, file, found }) => {
  const folder = givenFolder({ '.env': `DATABASE_URL=${file}\n` });
  vi.stubEnv('DATA_DIR', env);
  expect(databaseOfOtherFolder(folder) !== undefined).toBe(found);
});
