import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../test/databases.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { loadConfig } from '../platform/settings/load-config.ts';
import { openMail } from './open-mail.ts';

type Deps = Parameters<typeof openMail>[1];

test.each([
  { why: 'a mail server of its own machine delivers', SMTP_PORT: '25', status: 'warning' },
  { why: 'one for trying delivers to nobody', SMTP_PORT: '1025', status: undefined },
  { why: 'the address can be opened', SMTP_PORT: '25', PUBLIC_URL: 'https://w.example', status: undefined },
])(
  'whether links that only this machine can open are a fault: $why',
  async ({ why, status, ...settings }) => {
    const database = await openTestDatabase('sqlite');
    const config = loadConfig({
      DATABASE_URL: database.url,
      DATA_DIR: temporaryFolder(),
      SESSION_SECRET: 'x'.repeat(32),
      EMAIL_PROVIDER: 'smtp',
      SMTP_HOST: '127.0.0.1',
      MAIL_FROM: 'word@example.com',
      POSTAL_ADDRESS: '1 Sample Street',
      ...settings,
    });
    const mail = openMail(config, { database } as Partial<Deps> as Deps);
    onTestFinished(() => mail.close());
    expect(mail.links?.status).toBe(status);
  },
);
