import { screen, waitFor } from '@testing-library/react';
import type { SettingView } from '@wordrise/core/contract';
import { expect, test } from 'vitest';
import { aSetting } from '../../testing/builders.ts';
import { type Answers, json, refuse } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const settings: SettingView[] = [
  aSetting({ fallback: 'Wordrise' }),
  aSetting({ name: 'TIMEZONE', label: 'Time zone', field: 'zone', fallback: 'UTC' }),
  aSetting({ name: 'MAIL_FROM', label: 'Sender' }),
  aSetting({ name: 'POSTAL_ADDRESS', label: 'Postal address' }),
];

function open(answers: Answers = {}) {
  const view = { settings, version: 1 };
  return renderApp({ path: '/admin/start', answers: { getSettings: view, saveSettings: view, ...answers } });
}

test('asks for name, time zone and sender, stores each, and leads on to sending', async () => {
  const { user, server, place } = open();
  await user.type(await screen.findByLabelText('Name'), 'Morning Word');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  const zone = await screen.findByLabelText('Time zone');
  await waitFor(() => expect(document.activeElement).toBe(zone));
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(zone).toHaveProperty('value', here);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByLabelText('Sender');
  // Both may stay empty.
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  const real = await screen.findByRole('link', { name: 'Send to real people' });
  expect(real.getAttribute('href')).toBe('/admin/settings/sending');
  expect(server.callsOf('saveSettings').map(({ body }) => body)).toEqual([
    { changes: { PRODUCT_NAME: 'Morning Word' }, updateScheduled: true },
    { changes: { TIMEZONE: here }, updateScheduled: true },
  ]);
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await screen.findByLabelText('Sender');
  await user.click(screen.getByRole('button', { name: 'Finish later' }));
  await waitFor(() => expect(place()).toBe('/admin'));
});

test('says that emails that wait have the new name', async () => {
  const olderEmails = [{ id: 1, wordId: 1, word: 'petrichor', scheduledDate: '2026-12-01T12:00:00.000Z' }];
  const { user, server } = open({
    saveSettings: { settings, version: 2, olderEmails },
    updateEmail: () => json({ status: 'scheduled' }),
  });
  await user.type(await screen.findByLabelText('Name'), 'Morning Word');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText('The email for Tue, Dec 1 has the new text.');
  expect(server.callsOf('updateEmail')).toHaveLength(1);
});

test('what is refused stands at its field, and the step stays', async () => {
  const refusal = refuse(400, 'input.invalid', 'Name is wrong.', { PRODUCT_NAME: ['This is too long.'] });
  const { user } = open({ saveSettings: refusal });
  await user.type(await screen.findByLabelText('Name'), 'x');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText('This is too long.');
  screen.getByText(/Step 1 of 4/);
});
