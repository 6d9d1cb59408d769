import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aSetting } from '../../testing/builders.ts';
import { type Answers, json, refuse } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const settings = [
  aSetting({ fallback: 'Wordrise' }),
  aSetting({
    name: 'TIMEZONE',
    label: 'Time zone',
    source: 'environment',
    variable: 'TIMEZONE',
    value: 'UTC',
  }),
  aSetting({
    name: 'ALERT_WEBHOOK_URL',
    group: 'alerts',
    label: 'Webhook',
    isSecret: true,
    source: 'stored',
  }),
];

function open(answers: Answers = {}) {
  return renderApp({
    path: '/admin/settings',
    answers: { getSettings: { settings, version: 1 }, ...answers },
  });
}

const card = (name: string) => screen.findByRole('region', { name });

test('what was changed is sent, and nothing else', async () => {
  const { user, server } = open({ saveSettings: { settings, version: 2 } });
  const general = within(await card('General'));
  expect(general.getByRole('button', { name: 'Save General' })).toHaveProperty('disabled', true);
  await user.type(general.getByLabelText('Name'), ' Wort am Tag ');
  await user.click(general.getByRole('button', { name: 'Save General' }));
  await screen.findByText('Settings saved');
  expect(server.callsOf('saveSettings').map(({ body }) => body)).toEqual([
    { changes: { PRODUCT_NAME: 'Wort am Tag' }, updateScheduled: true },
  ]);
});

test('a public address that ends the session leads to the login page there', async () => {
  const address = aSetting({ name: 'PUBLIC_URL', label: 'Public address', value: null });
  const view = { settings: [...settings, address], version: 1 };
  const { user, server } = open({ getSettings: view, saveSettings: { ...view, version: 2 } });
  const general = within(await card('General'));
  await user.type(general.getByLabelText('Public address'), 'https://words.example.com/');
  await general.findByText('https://words.example.com/');
  const signedOut = refuse(401, 'auth.required', 'Please sign in.');
  server.answer({ currentUser: signedOut, overview: signedOut });
  await user.click(general.getByRole('button', { name: 'Save General' }));
  await screen.findByText('The public address has changed');
  expect(screen.getByRole('link', { name: 'https://words.example.com/' }).getAttribute('href')).toBe(
    'https://words.example.com/login?returnTo=/admin/settings',
  );
});

const olderEmails = [1, 2].map((id) => {
  return { id, wordId: id, word: `word${id}`, scheduledDate: '2026-12-01T12:00:00.000Z' };
});

test('emails that wait get the text that follows from what was saved', async () => {
  const gate = Promise.withResolvers<void>();
  const { user, server } = open({
    saveSettings: { settings, version: 2, olderEmails },
    updateEmail: () => gate.promise.then(() => json({ status: 'scheduled' })),
  });
  const general = within(await card('General'));
  await user.type(general.getByLabelText('Name'), 'Daily');
  await user.click(general.getByRole('button', { name: 'Save General' }));
  await general.findByText('Updating email 1 of 2...');
  gate.resolve();
  await screen.findByText('They count from now on. 2 emails, the first for Tue, Dec 1, have the new text.');
  expect(server.callsOf('updateEmail')).toHaveLength(2);
});

test('emails that got their text with what was saved are counted, and not updated again', async () => {
  const updatedEmails = olderEmails.map((email) => ({ ...email, status: 'scheduled' }));
  const { user, server } = open({ saveSettings: () => json({ settings, version: 2, updatedEmails }) });
  const general = within(await card('General'));
  await user.type(general.getByLabelText('Name'), 'Daily');
  await user.click(general.getByRole('button', { name: 'Save General' }));
  await screen.findByText('They count from now on. 2 emails, the first for Tue, Dec 1, have the new text.');
  expect(server.callsOf('updateEmail')).toEqual([]);
});

test('an email that cannot get the new text is named, and what was saved counts', async () => {
  const { user } = open({
    saveSettings: { settings, version: 2, olderEmails },
    updateEmail: refuse(409, 'schedule.busy', 'It is being changed.'),
  });
  const general = within(await card('General'));
  await user.type(general.getByLabelText('Name'), 'Daily');
  await user.click(general.getByRole('button', { name: 'Save General' }));
  await screen.findByText('Settings saved');
  screen.getByText(/keep the old text: It is being changed\. You can update it on the Schedule page\./);
});

test('an email that has gone out meanwhile leaves the others their turn', async () => {
  const gone = refuse(409, 'schedule.released', 'It has been sent.');
  let calls = 0;
  const { user } = open({
    saveSettings: { settings, version: 2, olderEmails },
    updateEmail: () => (++calls === 1 ? gone() : json({ status: 'scheduled' })),
  });
  const general = within(await card('General'));
  await user.type(general.getByLabelText('Name'), 'Daily');
  await user.click(general.getByRole('button', { name: 'Save General' }));
  await screen.findByText('Settings saved');
  screen.getByText('They count from now on. The email for Tue, Dec 1 keeps the old text: It has been sent.');
  expect(calls).toBe(2);
});

test('what the environment sets can be read and not changed', async () => {
  open();
  const field = within(await card('General')).getByLabelText('Time zone');
  expect(field).toHaveProperty('readOnly', true);
  expect(field).toHaveProperty('value', 'UTC');
  screen.getByText('Set by TIMEZONE, in the environment or in .env. It can only be changed there.');
});

test('the keys of a bot check are asked for once it is chosen, and those of the others are not', async () => {
  const key = (name: string, value: string) =>
    aSetting({ name, label: name, group: 'signups', onlyWith: { name: 'BOT_CHECK', value } });
  const botCheck = aSetting({
    name: 'BOT_CHECK',
    label: 'Bot check',
    group: 'signups',
    field: 'choice',
    choices: [
      { value: 'altcha', label: 'ALTCHA' },
      { value: 'turnstile', label: 'Turnstile' },
      { value: 'hcaptcha', label: 'hCaptcha' },
    ],
    fallback: 'altcha',
  });
  const withKeys = [botCheck, key('Key of Turnstile', 'turnstile'), key('Key of hCaptcha', 'hcaptcha')];
  const { user, server } = open({
    getSettings: { settings: withKeys, version: 1 },
    saveSettings: { settings: withKeys, version: 2 },
  });
  const signups = within(await card('Signups'));
  signups.getByRole('option', { name: 'Default: ALTCHA' });
  expect(signups.queryAllByRole('textbox')).toEqual([]);
  await user.selectOptions(signups.getByLabelText('Bot check'), 'hcaptcha');
  await user.type(signups.getByLabelText('Key of hCaptcha'), 'typed');
  await user.selectOptions(signups.getByLabelText('Bot check'), 'turnstile');
  await user.type(signups.getByLabelText('Key of Turnstile'), 'abc');
  expect(signups.queryByLabelText('Key of hCaptcha')).toBe(null);
  await user.click(signups.getByRole('button', { name: 'Save Signups' }));
  await screen.findByText('Settings saved');
  expect(server.callsOf('saveSettings').map(({ body }) => body)).toEqual([
    { changes: { BOT_CHECK: 'turnstile', 'Key of Turnstile': 'abc' }, updateScheduled: true },
  ]);
});

test('a stored secret is never shown, and is removed when asked to', async () => {
  const { user, server } = open({ saveSettings: { settings, version: 2 } });
  const alerts = within(await card('Alerts'));
  expect(alerts.getByLabelText('Webhook')).toHaveProperty('value', '');
  await user.click(alerts.getByRole('button', { name: 'Remove the webhook' }));
  await user.click(alerts.getByRole('button', { name: 'Save Alerts' }));
  await screen.findByText('Settings saved');
  expect(server.callsOf('saveSettings')[0]?.body).toEqual({
    changes: { ALERT_WEBHOOK_URL: null },
    updateScheduled: true,
  });
});

test('the reason of a refusal stands at its field', async () => {
  const refusal = refuse(400, 'input.invalid', 'Name is wrong.', { PRODUCT_NAME: ['This is too long.'] });
  const { user } = open({ saveSettings: refusal });
  const general = within(await card('General'));
  await user.type(general.getByLabelText('Name'), 'x');
  await user.click(general.getByRole('button', { name: 'Save General' }));
  await general.findByText('This is too long.');
});

test('a link asks before typed settings are lost', async () => {
  const { user, place } = open();
  await user.type(within(await card('General')).getByLabelText('Name'), 'x');
  await user.click(screen.getByRole('link', { name: 'Sending' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  dialog.getByText('Your changes will be lost: General.');
  await user.click(dialog.getByRole('button', { name: 'Stay here' }));
  expect(place()).toBe('/admin/settings');
  await user.click(within(await card('General')).getByRole('button', { name: 'Discard changes' }));
  await user.click(screen.getByRole('link', { name: 'Sending' }));
  await screen.findByRole('heading', { level: 1, name: 'Sending' });
});

test('a sandbox that was never chosen is no change', async () => {
  const provider = aSetting({
    name: 'EMAIL_PROVIDER',
    group: 'sending',
    label: 'Send with',
    fallback: 'sandbox',
  });
  renderApp({
    path: '/admin/settings/sending',
    answers: { getSettings: { settings: [provider], version: 1 } },
  });
  const sending = within(await card('Sending'));
  expect(sending.getByRole('button', { name: 'Check' })).toBeDefined();
  expect(sending.queryByText('Not saved')).toBeNull();
});

test('with a mail service, a user name is needed, and the result of a test with another one is not shown', async () => {
  const smtp = { onlyWith: { name: 'EMAIL_PROVIDER', value: 'smtp' }, group: 'sending' } as const;
  const { user } = renderApp({
    path: '/admin/settings/sending',
    answers: {
      getSettings: {
        settings: [
          aSetting({ name: 'EMAIL_PROVIDER', group: 'sending', label: 'Send with', value: 'smtp' }),
          aSetting({
            ...smtp,
            name: 'SMTP_USER',
            label: 'User name',
            help: 'Leave it empty.',
            fallback: 'no login',
          }),
        ],
        version: 1,
      },
      testSettings: { message: 'It is on its way.' },
    },
  });
  const sending = within(await card('Sending'));
  expect(sending.getByText('Leave it empty.')).toBeDefined();
  expect(sending.getByLabelText('User name')).toHaveProperty('placeholder', 'Default: no login');
  await user.type(sending.getByLabelText('Send a test email to'), 'me@school.example');
  await user.click(sending.getByRole('button', { name: 'Send a test' }));
  await sending.findByText('It is on its way.');
  await user.selectOptions(sending.getByLabelText('Send with'), 'Gmail or Google Workspace');
  expect(sending.queryByText('It is on its way.')).toBeNull();
  expect(sending.queryByText('Leave it empty.')).toBeNull();
  expect(sending.getByText('This service needs it.')).toBeDefined();
  expect(sending.getByLabelText('User name')).toHaveProperty('placeholder', '');
  expect(sending.getByLabelText('Send a test email to')).toHaveProperty('value', 'me@school.example');
});

test('a test that lacks a setting marks its field, and says that nothing was sent', async () => {
  const smtp = { group: 'sending', onlyWith: { name: 'EMAIL_PROVIDER', value: 'smtp' } } as const;
  const missing = 'This is missing, needed because emails go through a mail server.';
  const { user } = renderApp({
    path: '/admin/settings/sending',
    answers: {
      getSettings: {
        settings: [
          aSetting({ name: 'EMAIL_PROVIDER', group: 'sending', label: 'Send with', value: 'smtp' }),
          aSetting({ ...smtp, name: 'SMTP_HOST', label: 'Mail server' }),
        ],
        version: 1,
      },
      testSettings: refuse(400, 'input.invalid', missing, { SMTP_HOST: [missing] }),
    },
  });
  const sending = within(await card('Sending'));
  await user.type(sending.getByLabelText('Send a test email to'), 'me@school.example');
  await user.click(sending.getByRole('button', { name: 'Send a test' }));
  const alert = await sending.findByRole('alert');
  expect(alert.textContent).toBe(`The test email was not sent${missing}`);
  const host = sending.getByLabelText('Mail server');
  expect(host.getAttribute('aria-invalid')).toBe('true');
  expect(sending.getByLabelText('Send a test email to').getAttribute('aria-invalid')).toBeNull();
});

test('the sender is asked for with the mail server, because a service may limit it, even if there is one', async () => {
  const withSmtp = { name: 'EMAIL_PROVIDER', value: 'smtp' };
  const general = { onlyWith: withSmtp, source: 'stored' } as const;
  const { user } = renderApp({
    path: '/admin/settings/sending',
    answers: {
      getSettings: {
        settings: [
          aSetting({ name: 'EMAIL_PROVIDER', group: 'sending', label: 'Send with', fallback: 'sandbox' }),
          aSetting({ ...general, name: 'MAIL_FROM', label: 'Sender', value: 'me@school.example' }),
          aSetting({ ...general, name: 'POSTAL_ADDRESS', label: 'Postal address', value: '1 Sample Street' }),
        ],
        version: 1,
      },
      scheduleStats: { total: 0, pending: 0, scheduled: 0, sent: 0, failed: 0 },
    },
  });
  const sending = within(await card('Sending'));
  expect(sending.queryByLabelText('Sender')).toBeNull();
  await user.selectOptions(sending.getByLabelText('Send with'), 'Amazon SES');
  expect(sending.getByLabelText('Sender')).toHaveProperty('value', 'me@school.example');
  expect(sending.queryByLabelText('Postal address')).toBeNull();
});

test('another way keeps what it asks for too, and nothing of the other mail server', async () => {
  const smtp = { onlyWith: { name: 'EMAIL_PROVIDER', value: 'smtp' } } as const;
  const { user } = renderApp({
    path: '/admin/settings/sending',
    answers: {
      getSettings: {
        settings: [
          aSetting({ name: 'EMAIL_PROVIDER', group: 'sending', label: 'Send with', fallback: 'sandbox' }),
          aSetting({ ...smtp, group: 'sending', name: 'SMTP_HOST', label: 'Mail server' }),
          aSetting({ ...smtp, group: 'sending', name: 'SMTP_USER', label: 'User name' }),
          aSetting({ ...smtp, group: 'sending', name: 'SMTP_PASSWORD', label: 'Password', isSecret: true }),
          aSetting({ ...smtp, name: 'MAIL_FROM', label: 'Sender' }),
          aSetting({ ...smtp, name: 'POSTAL_ADDRESS', label: 'Postal address' }),
        ],
        version: 1,
      },
      scheduleStats: { total: 0, pending: 0, scheduled: 0, sent: 0, failed: 0 },
    },
  });
  const sending = within(await card('Sending'));
  const choose = (way: string) => user.selectOptions(sending.getByLabelText('Send with'), way);
  const typed = () =>
    ['Mail server', 'User name', 'Password', 'Sender', 'Postal address'].map(
      (label) => sending.getByLabelText<HTMLInputElement>(label).value,
    );
  await choose('Amazon SES');
  await user.type(sending.getByLabelText('User name'), 'AKIA');
  await user.type(sending.getByLabelText('Password'), 'secret');
  await user.type(sending.getByLabelText('Sender'), 'word@school.example');
  await user.type(sending.getByLabelText('Postal address'), '1 Sample Street');
  await choose('Any mail server');
  expect(typed()).toEqual(['', '', '', 'word@school.example', '1 Sample Street']);
  await choose('Sandbox: try everything, nobody gets mail');
  expect(sending.queryByText('Not saved')).toBeNull();
  await choose('Postmark');
  expect(typed()).toEqual([
    'smtp-broadcasts.postmarkapp.com',
    '',
    '',
    'word@school.example',
    '1 Sample Street',
  ]);
});

test.each([
  {
    from: 'icontact',
    way: 'Any mail server',
    title: 'First, move your readers in the terminal',
    text: /Your readers and 3 scheduled emails are at iContact.*wordrise provider switch smtp/,
  },
  {
    from: 'sandbox',
    way: 'Any mail server',
    title: 'Nothing is lost',
    text: /your readers and 3 scheduled emails move along from the sandbox/,
  },
  {
    from: 'smtp-sandbox',
    way: 'iContact',
    title: 'Nothing is lost',
    text: /your readers and 3 scheduled emails move along from the sandbox/,
  },
  { from: 'smtp-sandbox', way: 'Any mail server', title: undefined, text: /provider switch|move along/ },
])('says what becomes of scheduled emails on the way from $from to another provider', async (example) => {
  const provider = aSetting({
    name: 'EMAIL_PROVIDER',
    group: 'sending',
    label: 'Send with',
    value: example.from,
  });
  const { user, server } = renderApp({
    path: '/admin/settings/sending',
    answers: {
      getSettings: { settings: [provider], version: 1 },
      scheduleStats: { total: 5, pending: 1, scheduled: 2, sent: 2, failed: 0 },
    },
  });
  const sending = await card('Sending');
  expect(sending.textContent).not.toMatch(example.text);
  await user.selectOptions(within(sending).getByLabelText('Send with'), example.way);
  if (example.title === undefined) {
    expect(sending.textContent).not.toMatch(example.text);
    return;
  }
  await within(sending).findByText(example.title);
  await waitFor(() => expect(sending.textContent).toMatch(example.text));
  expect(server.callsOf('scheduleStats')).toHaveLength(1);
});

test('says that readers get nothing once the sandbox takes the place of a mail server', async () => {
  const provider = aSetting({ name: 'EMAIL_PROVIDER', group: 'sending', label: 'Send with', value: 'smtp' });
  const { user } = renderApp({
    path: '/admin/settings/sending',
    answers: { getSettings: { settings: [provider], version: 1 } },
  });
  const sending = await card('Sending');
  const title = 'From then on, no reader gets an email';
  expect(within(sending).queryByText(title)).toBeNull();
  const ways = within(sending).getByLabelText('Send with');
  await user.selectOptions(ways, 'Sandbox: try everything, nobody gets mail');
  expect(within(sending).getByText(title)).toBeDefined();
  expect(sending.textContent).toMatch(/after 6 hours/);
});
