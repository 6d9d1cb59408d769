import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { messages } from '@wordrise/core/contract';
import { expect, test } from 'vitest';
import { json, refuse } from '../../testing/fake-server.ts';
import { byHand, first, missed, moved, openSchedulePage, rows, toast } from '../../testing/schedule-page.tsx';

async function askToMove({ user }: ReturnType<typeof openSchedulePage>, name: RegExp) {
  await user.click(await screen.findByRole('button', { name }));
  const dialog = within(await screen.findByRole('dialog'));
  return { dialog, field: dialog.getByLabelText<HTMLInputElement>('New date & time') };
}

test('an email can be given another time', async () => {
  const app = openSchedulePage({ moveEmail: moved });
  const { dialog, field } = await askToMove(app, /^Change time of petrichor/);
  expect(dialog.getByRole('heading').textContent).toBe('When should “petrichor” go out?');
  expect(field.value).toBe('2026-12-02T07:00');
  fireEvent.change(field, { target: { value: '2026-12-05T09:30' } });
  expect(dialog.getByText(/^Goes out Saturday, December 5, 2026, 09:30/)).toBeDefined();
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
  const app = openSchedulePage({ moveEmail: { ...moved, status: 'pending', reason } });
  const { dialog } = await askToMove(app, /^Change time of petrichor/);
  await app.user.click(dialog.getByRole('button', { name: 'Change time' }));
  await waitFor(() =>
    expect(toast()).toBe(`Saved. It will be sent to the email provider as soon as it responds.${reason}`),
  );
});

test('an email that waits for the end of its previous send says so, not that the provider is down', async () => {
  const { unsettled: reason, unsettledTitle } = messages.schedule;
  const app = openSchedulePage({ moveEmail: { ...moved, status: 'pending', reason } });
  const { dialog } = await askToMove(app, /^Change time of petrichor/);
  await app.user.click(dialog.getByRole('button', { name: 'Change time' }));
  await waitFor(() => expect(toast()).toBe(`${unsettledTitle}${reason}`));
});

test('a time that has passed is refused at its field', async () => {
  const message = 'That has passed.';
  const app = openSchedulePage({
    moveEmail: () => json({ message, code: 'schedule.in_past', fields: { scheduledDate: [message] } }, 400),
  });
  const { dialog, field } = await askToMove(app, /^Change time of petrichor/);
  await app.user.click(dialog.getByRole('button', { name: 'Change time' }));
  expect(await dialog.findByText(message)).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test('an email that has gone out says that it is too late', async () => {
  const message = 'This email has already been sent and cannot be moved.';
  const app = openSchedulePage({ moveEmail: refuse(409, 'schedule.released', message) });
  const { dialog } = await askToMove(app, /^Change time of petrichor/);
  await app.user.click(dialog.getByRole('button', { name: 'Change time' }));
  await waitFor(() => expect(toast()).toBe(`The time was not changed${message}`));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a failed email can be scheduled again, above the pending ones', async () => {
  const app = openSchedulePage({ listProviderSends: [first, missed], moveEmail: { ...moved, id: 4 } });
  const { dialog, field } = await askToMove(app, /^Schedule candor .* again/);
  expect(dialog.getByText('The provider was down for more than 6 hours.')).toBeDefined();
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
  openSchedulePage({ listProviderSends: [byHand] });
  expect(await rows()).toHaveLength(1);
  expect(screen.queryByRole('button', { name: /^Change time/ })).toBeNull();
});
