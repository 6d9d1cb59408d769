import { expect, onTestFinished, test } from 'vitest';
import { axeFindings } from '../../../../test/axe.ts';
import { withChromium } from '../../../admin-ui/test/built-site.ts';
import { type ReceivedEmail, startSmtpServer } from '../../../core/src/mail/sandbox/smtp-server.ts';
import { dayFromNow, scheduleWord } from './mornings.ts';
import { theAdmin, timezone, waitForToast } from './product.ts';

withChromium();

test('the sender and the name are changed, and count without a restart', async () => {
  const { page, call } = await theAdmin();
  await scheduleWord(call, 'affable', dayFromNow(1));
  await page.goto('/admin/settings');
  const general = page.getByRole('region', { name: 'General' });
  await general.getByLabel('Name', { exact: true }).fill('Word of the Day');
  await general.getByLabel('Sender').fill('Daily Word <word@example.com>');
  await general.getByRole('button', { name: 'Save General' }).click();
  await waitForToast(page, 'Settings saved');
  await page.getByText(/^They count from now on\. The email for .* has the new text\.$/).waitFor();
  expect(await call('listOlderEmails')).toEqual([]);
  // The name around the page follows, and so does every page of the server.
  await expect.poll(() => page.title()).toBe('Settings · Word of the Day');
  expect(await call('config')).toMatchObject({ productName: 'Word of the Day' });
  await call('sendTestEmail', { body: { to: 'owner@example.com' } });
  expect(await axeFindings(page)).toEqual([]);

  // What the environment sets can be read, not changed.
  const zone = general.getByLabel('Time zone');
  expect(await zone.inputValue()).toBe(timezone);
  expect(await zone.isEditable()).toBe(false);
  await general.getByText('Set by TIMEZONE, in the environment or in .env.').waitFor();
});

test('a mail server is checked, tried and stored', async () => {
  const received: ReceivedEmail[] = [];
  const server = await startSmtpServer({
    faults: () => undefined,
    accept: async (email) => void received.push(email),
  });
  onTestFinished(server.close);
  const { page, call } = await theAdmin();
  await page.goto('/admin/settings/sending');
  const sending = page.getByRole('region', { name: 'Sending' });
  await sending.getByLabel('Send with').selectOption({ label: 'Amazon SES' });
  expect(await sending.getByLabel('Mail server', { exact: true }).inputValue()).toBe(
    'email-smtp.us-east-1.amazonaws.com',
  );
  await sending.getByText('In the sandbox of SES').waitFor();

  await sending.getByLabel('Send with').selectOption({ label: 'Any mail server' });
  await sending.getByLabel('Mail server', { exact: true }).fill('127.0.0.1');
  await sending.getByLabel('Port').fill('1');
  await sending.getByLabel('Encryption').selectOption('none');
  await sending.getByLabel('Sender').fill('Daily Word <word@example.com>');
  await sending.getByLabel('Postal address').fill('1 Street, Town');
  await sending.getByRole('button', { name: 'Check and save' }).click();
  await sending.getByText('Failed', { exact: true }).first().waitFor();
  expect((await call('getSettings')).version).toBe(0);

  await sending.getByLabel('Port').fill(String(server.port));
  await sending.getByLabel('Send a test email to').fill('owner@example.com');
  await sending.getByRole('button', { name: 'Send a test' }).click();
  await sending.getByText('The mail server accepted the test email to owner@example.com.').waitFor();
  expect(received).toHaveLength(1);
  expect((await call('getSettings')).version).toBe(0);

  await sending.getByRole('button', { name: 'Check and save' }).click();
  await waitForToast(page, 'Settings saved');
  expect((await call('system')).email).toMatchObject({ isSandbox: false, ownsList: true });
  expect(await sending.getByLabel('Send with').inputValue()).toBe('other');
  expect(await axeFindings(page)).toEqual([]);
});
