import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { held, json, refuse, unreachable } from '../../testing/fake-server.ts';
import { missed, notThereYet, openSchedulePage, rows, toast } from '../../testing/schedule-page.tsx';

async function askToCancel({ user }: ReturnType<typeof openSchedulePage>, name: RegExp) {
  await user.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('alertdialog'));
}

test('names the consequences, and cancels by the send id', async () => {
  const app = openSchedulePage({ cancelSend: { message: '' } });
  const dialog = await askToCancel(app, /^Cancel petrichor/);
  expect(dialog.getByRole('heading').textContent).toBe('Cancel “petrichor”?');
  expect(
    dialog.getByText(
      'It will not go out to 18,423 readers on Wednesday, December 2, 2026, 07:00 · New York. Its word becomes unused again.',
    ),
  ).toBeDefined();
  expect(app.server.callsOf('cancelSend')).toEqual([]);

  await app.user.click(dialog.getByRole('button', { name: 'Cancel email' }));
  expect(await screen.findByText('Scheduled email cancelled successfully!')).toBeDefined();
  expect(app.server.callsOf('cancelSend').map(({ path }) => path)).toEqual([
    '/api/admin/schedule/icontact/501',
  ]);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() => expect(app.server.callsOf('listProviderSends')).toHaveLength(2));
});

test('says that the autopilot leaves the morning empty, and what sends another word', async () => {
  const email = {
    id: 1,
    wordId: 1,
    word: 'petrichor',
    definition: 'The smell of rain.',
    scheduledDate: '2026-12-02T12:00:00.000Z',
    status: 'scheduled' as const,
  };
  const day = {
    day: '2026-12-02',
    sendTime: email.scheduledDate,
    state: 'open' as const,
    isLeftFree: true,
    emails: [email],
  };
  const app = openSchedulePage({ calendarDays: { days: [day], timezone: 'America/New_York' } });
  const dialog = await askToCancel(app, /^Cancel petrichor/);
  expect(
    dialog.getByText(/The autopilot leaves that morning empty: to send another word, use Replace instead\.$/),
  ).toBeDefined();
});

test('an entry that the provider does not have is canceled by our own id', async () => {
  const app = openSchedulePage({ listProviderSends: [notThereYet], cancelEmail: { message: '' } });
  const dialog = await askToCancel(app, /^Cancel halcyon/);
  await app.user.click(dialog.getByRole('button', { name: 'Cancel email' }));
  expect(await screen.findByText('Scheduled email cancelled successfully!')).toBeDefined();
  expect(app.server.callsOf('cancelEmail').map(({ path }) => path)).toEqual(['/api/admin/schedule/2']);
  expect(app.server.callsOf('cancelSend')).toEqual([]);
});

test('Keep it keeps it', async () => {
  const app = openSchedulePage();
  const dialog = await askToCancel(app, /^Cancel petrichor/);
  await app.user.click(dialog.getByRole('button', { name: 'Keep it' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(app.server.callsOf('cancelSend')).toEqual([]);
});

test('ignores a second click while it cancels', async () => {
  const answer = held({ message: '' });
  const app = openSchedulePage({ cancelSend: answer.answer });
  const dialog = await askToCancel(app, /^Cancel petrichor/);
  await app.user.click(dialog.getByRole('button', { name: 'Cancel email' }));
  await app.user.click(await dialog.findByRole('button', { name: 'Canceling...' }));
  expect(app.server.callsOf('cancelSend')).toHaveLength(1);
  answer.release();
  expect(await screen.findByText('Scheduled email cancelled successfully!')).toBeDefined();
});

test.each([
  {
    why: 'it has gone out',
    cancelSend: refuse(409, 'schedule.released', 'This email has already been sent and cannot be canceled.'),
    said: 'Failed to cancel scheduled emailThis email has already been sent and cannot be canceled.',
    fetched: 2,
  },
  {
    why: 'the server refuses without a message',
    cancelSend: () => json({}, 500),
    said: 'Failed to cancel scheduled emailThe server gave no reason. Please try again.',
    fetched: 1,
  },
  {
    why: 'the server cannot be reached',
    cancelSend: unreachable,
    said: 'Failed to cancel scheduled emailThe server could not be reached. Check the connection and try again.',
    fetched: 1,
  },
])('canceling fails because $why: a toast says so', async ({ cancelSend, said, fetched }) => {
  const app = openSchedulePage({ cancelSend });
  const dialog = await askToCancel(app, /^Cancel petrichor/);
  await app.user.click(dialog.getByRole('button', { name: 'Cancel email' }));
  await waitFor(() => expect(toast()).toBe(said));
  await waitFor(() => expect(app.server.callsOf('listProviderSends')).toHaveLength(fetched));
  expect(await rows()).toHaveLength(2);
});

test('a failed email can be removed from the list', async () => {
  const app = openSchedulePage({ listProviderSends: [missed], cancelEmail: { message: '' } });
  const dialog = await askToCancel(app, /^Remove candor/);
  expect(dialog.getByRole('heading').textContent).toBe('Remove “candor” from the failed emails?');
  await app.user.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(toast()).toBe('Removed from the list of failed emails'));
  expect(app.server.callsOf('cancelEmail').map(({ path }) => path)).toEqual(['/api/admin/schedule/4']);
});
