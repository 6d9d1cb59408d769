import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { word } from '../../testing/builders.ts';
import { refuse } from '../../testing/fake-server.ts';
import { first, missed, moved, openSchedulePage, toast } from '../../testing/schedule-page.tsx';

type App = ReturnType<typeof openSchedulePage>;
const press = async ({ user }: App, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }));
const undo = (app: App) => press(app, 'Undo');

test('a new time is taken back', async () => {
  const app = openSchedulePage({ moveEmail: moved });
  await press(app, /^Change time of petrichor/);
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('New date & time'), { target: { value: '2026-12-05T09:30' } });
  await app.user.click(dialog.getByRole('button', { name: 'Change time' }));
  await undo(app);
  await waitFor(() => expect(toast()).toBe('It goes out at its old time again'));
  expect(app.server.callsOf('moveEmail').map(({ body }) => body)).toEqual([
    { scheduledDate: '2026-12-05T09:30' },
    { scheduledDate: first.scheduledTime },
  ]);
});

test('a canceled email is scheduled again', async () => {
  const app = openSchedulePage({ cancelSend: { message: 'ok' }, scheduleEmail: moved });
  await press(app, /^Cancel petrichor/);
  await press(app, 'Cancel email');
  await undo(app);
  await waitFor(() => expect(toast()).toBe('It is scheduled again, at the same time'));
  expect(app.server.callsOf('scheduleEmail').map(({ body }) => body)).toEqual([
    { wordId: first.wordId, scheduledDate: first.scheduledTime },
  ]);
});

test('a failed email that was removed is put back', async () => {
  const app = openSchedulePage({
    listProviderSends: [missed],
    cancelEmail: { message: 'ok' },
    restoreEmail: { ...moved, status: 'failed' },
  });
  await press(app, /^Remove candor/);
  await press(app, 'Remove');
  await undo(app);
  await waitFor(() => expect(toast()).toBe('It is back on the list of failed emails'));
  expect(app.server.callsOf('restoreEmail').map(({ body }) => body)).toEqual([
    { wordId: missed.wordId, scheduledDate: missed.scheduledTime, reason: missed.reason },
  ]);
});

test('a replaced word takes its place again; if it cannot, the reason is shown', async () => {
  const dusk = word({ word: 'dusk' });
  const app = openSchedulePage({
    listUnusedWords: { words: [dusk], total: 1, hasMore: false },
    swapWord: { ...moved, status: 'scheduled' },
  });
  await press(app, /^Replace petrichor/);
  await press(app, /^Select dusk/);
  await waitFor(() => expect(toast()).toBe('“dusk” takes its place'));
  app.server.answer({ swapWord: refuse(409, 'schedule.word_waiting', 'It is scheduled for another day.') });
  await undo(app);
  await waitFor(() => expect(toast()).toBe('This could not be undoneIt is scheduled for another day.'));
  expect(app.server.callsOf('swapWord').map(({ body }) => body)).toEqual([
    { wordId: dusk.id },
    { wordId: first.wordId },
  ]);
});
