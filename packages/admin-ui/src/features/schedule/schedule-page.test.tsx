import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ProviderEntry } from '@wordrise/core/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { providerEntry, scheduleItem } from '../../testing/builders.ts';
import { type Answers, held, json, refuse, unreachable } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const first = providerEntry({
  id: 1,
  sendId: '501',
  messageId: '9001',
  messageName: 'petrichor · 2026-12-02 · 0a1b2c3d4e5f',
  scheduledTime: '2026-12-02T12:00:00.000Z',
  recipientCount: 18_423,
});
const notThereYet = providerEntry({
  id: 2,
  sendId: null,
  messageId: null,
  messageName: 'halcyon · 2026-12-03 · aa1b2c3d4e5f',
  scheduledTime: '2026-12-03T12:00:00.000Z',
  recipientCount: null,
  reason: 'The provider did not answer. It is tried again every five minutes.',
});
const byHand = providerEntry({
  id: null,
  sendId: '502',
  messageId: '9002',
  messageName: null,
  scheduledTime: null,
  recipientCount: 3,
});
const missed = providerEntry({
  id: 4,
  sendId: null,
  messageName: 'candor · 2026-11-20 · ba1b2c3d4e5f',
  scheduledTime: '2026-11-20T12:00:00.000Z',
  status: 'failed',
  reason: 'The provider was away for more than 6 hours.',
});

function openPage(answers: Answers = {}) {
  return renderApp({ path: '/admin/schedule', answers: { listProviderSends: [byHand, first], ...answers } });
}

const rows = async (name = 'Pending emails, the next one first') =>
  within(await screen.findByRole('list', { name })).getAllByRole('listitem');
const toast = () => document.querySelector('[data-toasts]')?.textContent;
/** The entries, with headers that tell whether the provider responded. */
const answerOf = (entries: ProviderEntry[], headers: HeadersInit) => () =>
  Response.json(entries, { headers });

afterEach(() => {
  vi.useRealTimers();
});

test('leads back to the dashboard', async () => {
  openPage();
  const link = await screen.findByRole('link', { name: 'Back to Dashboard' });
  expect(link.getAttribute('href')).toBe('/admin');
});

test('lists pending emails, the next one first, with all details', async () => {
  openPage({
    listProviderSends: [byHand, notThereYet, first, providerEntry({ status: 'released' }), missed],
  });
  const [one, two, three, ...more] = await rows();
  expect(more).toEqual([]);
  expect(one?.textContent).toContain('petrichor · 2026-12-02 · 0a1b2c3d4e5f');
  expect(one?.textContent).toContain('Wednesday, December 2, 2026 at 7:00\u00a0AM\u00a0·\u00a0New\u00a0York');
  expect(one?.textContent).toContain('Recipients18,423');
  expect(one?.textContent).toContain('Message ID9001');
  expect(one?.textContent).toContain('Send ID501');
  expect(one?.textContent).toContain('Pending');
  expect(two?.textContent).toContain('halcyon');
  expect(two?.textContent).toContain('RecipientsN/A');
  expect(two?.textContent).toContain('Not at the provider yet');
  expect(two?.textContent).toContain('It is tried again every five minutes.');
  expect(three?.textContent).toContain('Message 9002');
  expect(three?.textContent).toContain('No date set');
});

test('failed emails are listed separately, with their reason', async () => {
  openPage({ listProviderSends: [first, missed, { ...byHand, id: 5, status: 'cancelled' }] });
  const failed = await rows('Failed emails, the latest first');
  expect(failed.map((row) => row.textContent)).toEqual([
    expect.stringContaining('It was cancelled in iContact.'),
    expect.stringContaining('The provider was away for more than 6 hours.'),
  ]);
  expect(await rows()).toHaveLength(1);
});

test('nothing failed: no such section', async () => {
  openPage();
  await rows();
  expect(screen.queryByRole('region', { name: 'Failed Emails' })).toBeNull();
});

test('empty: says so and opens the form', async () => {
  const { user } = openPage({
    listProviderSends: [],
    listUnusedWords: { words: [], total: 0, hasMore: false },
  });
  expect(await screen.findByText('No pending emails scheduled')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Choose a word' }));
  expect(await screen.findByRole('region', { name: 'Schedule New Email' })).toBeDefined();
});

test('loading', async () => {
  const answer = held([first]);
  openPage({ listProviderSends: answer.answer });
  expect(await screen.findByText('Loading scheduled emails...')).toBeDefined();
  answer.release();
  expect(await rows()).toHaveLength(1);
});

test('failed: says so, and trying again works', async () => {
  const { user, server } = openPage({ listProviderSends: refuse(503, 'database.unreachable', 'Away.') });
  expect(await screen.findByText('The scheduled emails could not be fetched')).toBeDefined();
  server.answer({ listProviderSends: [first] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await rows()).toHaveLength(1);
});

test('Refresh fetches the list and says so while it does', async () => {
  const { user, server } = openPage();
  await rows();
  const answer = held([first]);
  server.answer({ listProviderSends: answer.answer });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByRole('button', { name: 'Refreshing...' })).toBeDefined();
  answer.release();
  expect(await screen.findByRole('button', { name: 'Refresh' })).toBeDefined();
  expect(await rows()).toHaveLength(1);
});

test('a failed refresh keeps the list, and says that it may be out of date', async () => {
  const { user, server } = openPage();
  await rows();
  server.answer({ listProviderSends: unreachable });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('The list could not be refreshed')).toBeDefined();
  expect(await rows()).toHaveLength(2);
});

test('says when the list is from our own records', async () => {
  const { user, server } = openPage({
    listProviderSends: answerOf([notThereYet], { 'X-Email-Provider': 'unreachable' }),
  });
  expect(await screen.findByText('The email provider cannot be reached')).toBeDefined();
  expect(await rows()).toHaveLength(1);
  server.answer({ listProviderSends: [first] });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(screen.queryByText('The email provider cannot be reached')).toBeNull());
});

test('polls every 30 seconds, even in a hidden tab', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const { server } = openPage();
  await rows();
  expect(server.callsOf('listProviderSends')).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  await waitFor(() => expect(server.callsOf('listProviderSends')).toHaveLength(2));
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  await waitFor(() => expect(server.callsOf('listProviderSends')).toHaveLength(3));
  hidden.mockRestore();
});

async function askToCancel({ user }: ReturnType<typeof openPage>, name: RegExp) {
  await user.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('alertdialog'));
}

test('names the consequences, and cancels by the send id', async () => {
  const app = openPage({ cancelSend: { message: '' } });
  const dialog = await askToCancel(app, /^Cancel petrichor/);
  expect(dialog.getByRole('heading').textContent).toBe('Cancel “petrichor”?');
  expect(
    dialog.getByText(
      'It will not go out to 18,423 readers on Wednesday, December 2, 2026 at 7:00 AM · New York. Its word becomes unused again.',
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

test('an entry that the provider does not have is cancelled by our own id', async () => {
  const app = openPage({ listProviderSends: [notThereYet], cancelEmail: { message: '' } });
  const dialog = await askToCancel(app, /^Cancel halcyon/);
  await app.user.click(dialog.getByRole('button', { name: 'Cancel email' }));
  expect(await screen.findByText('Scheduled email cancelled successfully!')).toBeDefined();
  expect(app.server.callsOf('cancelEmail').map(({ path }) => path)).toEqual(['/api/admin/schedule/2']);
  expect(app.server.callsOf('cancelSend')).toEqual([]);
});

test('Keep it keeps it', async () => {
  const app = openPage();
  const dialog = await askToCancel(app, /^Cancel petrichor/);
  await app.user.click(dialog.getByRole('button', { name: 'Keep it' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(app.server.callsOf('cancelSend')).toEqual([]);
});

test('ignores a second click while it cancels', async () => {
  const answer = held({ message: '' });
  const app = openPage({ cancelSend: answer.answer });
  const dialog = await askToCancel(app, /^Cancel petrichor/);
  await app.user.click(dialog.getByRole('button', { name: 'Cancel email' }));
  await app.user.click(await dialog.findByRole('button', { name: 'Cancelling...' }));
  expect(app.server.callsOf('cancelSend')).toHaveLength(1);
  answer.release();
  expect(await screen.findByText('Scheduled email cancelled successfully!')).toBeDefined();
});

test.each([
  {
    why: 'it has gone out',
    cancelSend: refuse(409, 'schedule.released', 'This email has already been sent and cannot be cancelled.'),
    said: 'Failed to cancel scheduled emailThis email has already been sent and cannot be cancelled.',
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
])('cancelling fails because $why: a toast says so', async ({ cancelSend, said, fetched }) => {
  const app = openPage({ cancelSend });
  const dialog = await askToCancel(app, /^Cancel petrichor/);
  await app.user.click(dialog.getByRole('button', { name: 'Cancel email' }));
  await waitFor(() => expect(toast()).toBe(said));
  await waitFor(() => expect(app.server.callsOf('listProviderSends')).toHaveLength(fetched));
  expect(await rows()).toHaveLength(2);
});

test('a failed email can be removed from the list', async () => {
  const app = openPage({ listProviderSends: [missed], cancelEmail: { message: '' } });
  const dialog = await askToCancel(app, /^Remove candor/);
  expect(dialog.getByRole('heading').textContent).toBe('Remove “candor” from the failed emails?');
  await app.user.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(toast()).toBe('Removed from the list of failed emails'));
  expect(app.server.callsOf('cancelEmail').map(({ path }) => path)).toEqual(['/api/admin/schedule/4']);
});

const moved = scheduleItem({ id: 1, scheduledDate: '2026-12-05T14:30:00.000Z' }).scheduled_emails;

async function askToMove({ user }: ReturnType<typeof openPage>, name: RegExp) {
  await user.click(await screen.findByRole('button', { name }));
  const dialog = within(await screen.findByRole('dialog'));
  return { dialog, field: dialog.getByLabelText<HTMLInputElement>('New date & time') };
}

test('an email can be given another time', async () => {
  const app = openPage({ moveEmail: moved });
  const { dialog, field } = await askToMove(app, /^Change time of petrichor/);
  expect(dialog.getByRole('heading').textContent).toBe('When should “petrichor” go out?');
  expect(field.value).toBe('2026-12-02T07:00');
  fireEvent.change(field, { target: { value: '2026-12-05T09:30' } });
  expect(dialog.getByText(/^Goes out Saturday, December 5, 2026 at 9:30/)).toBeDefined();
  await app.user.click(dialog.getByRole('button', { name: 'Change time' }));
  await waitFor(() => expect(toast()).toBe('Time changed'));
  const [call] = app.server.callsOf('moveEmail');
  expect(call).toMatchObject({
    path: '/api/admin/schedule/1',
    body: { scheduledDate: '2026-12-05T09:30' },
  });
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(app.server.callsOf('listProviderSends')).toHaveLength(2));
});

test('a time that the provider does not know yet is saved, with a warning', async () => {
  const reason = 'iContact did not answer.';
  const app = openPage({ moveEmail: { ...moved, status: 'pending', reason } });
  const { dialog } = await askToMove(app, /^Change time of petrichor/);
  await app.user.click(dialog.getByRole('button', { name: 'Change time' }));
  await waitFor(() =>
    expect(toast()).toBe(`Saved. It will be sent to iContact as soon as it responds.${reason}`),
  );
});

test('a time that has passed is refused at its field', async () => {
  const message = 'That has passed.';
  const app = openPage({
    moveEmail: () => json({ message, code: 'schedule.in_past', fields: { scheduledDate: [message] } }, 400),
  });
  const { dialog, field } = await askToMove(app, /^Change time of petrichor/);
  await app.user.click(dialog.getByRole('button', { name: 'Change time' }));
  expect(await dialog.findByText(message)).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test('an email that has gone out says that it is too late', async () => {
  const message = 'This email has already been sent and cannot be changed.';
  const app = openPage({ moveEmail: refuse(409, 'schedule.released', message) });
  const { dialog } = await askToMove(app, /^Change time of petrichor/);
  await app.user.click(dialog.getByRole('button', { name: 'Change time' }));
  await waitFor(() => expect(toast()).toBe(`The time was not changed${message}`));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a failed email can be scheduled again, above the pending ones', async () => {
  const app = openPage({ listProviderSends: [first, missed], moveEmail: { ...moved, id: 4 } });
  const { dialog, field } = await askToMove(app, /^Schedule candor .* again/);
  expect(dialog.getByText('The provider was away for more than 6 hours.')).toBeDefined();
  expect(field.value).toMatch(/T07:00$/);
  await app.user.click(dialog.getByRole('button', { name: 'Schedule again' }));
  await waitFor(() => expect(toast()).toBe('Time changed'));
  expect(app.server.callsOf('moveEmail').map(({ path }) => path)).toEqual(['/api/admin/schedule/4']);
  const lists = screen
    .getAllByRole('list', { name: /emails, the/ })
    .map((list) => list.getAttribute('aria-label'));
  expect(lists).toEqual(['Failed emails, the latest first', 'Pending emails, the next one first']);
});

test('the time of a send created at the provider cannot be changed here', async () => {
  openPage({ listProviderSends: [byHand] });
  expect(await rows()).toHaveLength(1);
  expect(screen.queryByRole('button', { name: /^Change time/ })).toBeNull();
});

test('an email with an older text is marked, and can be updated', async () => {
  const app = openPage({
    listProviderSends: [{ ...first, hasOlderText: true }],
    updateEmail: { ...moved, status: 'pending', reason: 'iContact did not answer.' },
  });
  const [row] = await rows();
  expect(row?.textContent).toContain('Older text');
  await app.user.click(screen.getByRole('button', { name: /^Update text of petrichor/ }));
  await waitFor(() =>
    expect(toast()).toBe(
      'Saved. It will be sent to iContact as soon as it responds.iContact did not answer.',
    ),
  );
  expect(app.server.callsOf('updateEmail').map(({ path }) => path)).toEqual(['/api/admin/schedule/1/update']);
});
