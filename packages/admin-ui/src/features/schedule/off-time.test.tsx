import { screen, waitFor, within } from '@testing-library/react';
import type { OffTimeEmail } from '@wordrise/core/contract';
import { expect, test } from 'vitest';
import { json } from '../../testing/fake-server.ts';
import { moved, openSchedulePage, rows, toast } from '../../testing/schedule-page.tsx';

/** Emails that go out at 07:00 in Berlin, in an installation that is now in New York. */
function offTime(id: number, word: string, obstacle: OffTimeEmail['obstacle'] = null): OffTimeEmail {
  const day = `2026-12-0${id + 1}`;
  return {
    id,
    wordId: id,
    word,
    scheduledDate: `${day}T06:00:00.000Z`,
    usualDate: `${day}T12:00:00.000Z`,
    obstacle,
  };
}

const three = [offTime(1, 'petrichor'), offTime(2, 'halcyon'), offTime(3, 'candor')];

async function openDialog(app: ReturnType<typeof openSchedulePage>, name: string) {
  await app.user.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog'));
}

test('emails at another time than the usual one are moved together, each on its day, and taken back', async () => {
  const app = openSchedulePage({ listOffTime: { time: '07:00', emails: three }, moveEmail: moved });
  const dialog = await openDialog(app, 'Move 3 emails to 07:00');
  expect(dialog.getByRole('heading').textContent).toBe('Move 3 emails to 07:00?');
  expect(
    dialog.getByText(/^Each stays on its day: the first on Wed, Dec 2, the last on Fri, Dec 4\./),
  ).toBeDefined();
  expect(dialog.getByRole('checkbox', { name: 'petrichor Wed, Dec 2, 01:00 → 07:00' })).toBeDefined();
  app.server.answer({ listOffTime: { time: '07:00', emails: [] } });
  await app.user.click(dialog.getByRole('button', { name: 'Move 3 emails' }));
  await waitFor(() => expect(toast()).toBe('3 emails moved to 07:00'));
  expect(app.server.callsOf('moveEmail').map(({ path, body }) => [path, body])).toEqual(
    three.map(({ id, usualDate }) => [`/api/admin/schedule/${id}`, { scheduledDate: usualDate }]),
  );
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Move \d/ })).toBeNull());
  await app.user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(toast()).toBe('They go out at their old times again'));
  expect(
    app.server
      .callsOf('moveEmail')
      .slice(3)
      .map(({ body }) => body),
  ).toEqual(three.map(({ scheduledDate }) => ({ scheduledDate })));
});

test('one that should keep its time is left out', async () => {
  const app = openSchedulePage({ listOffTime: { time: '07:00', emails: three }, moveEmail: moved });
  const dialog = await openDialog(app, 'Move 3 emails to 07:00');
  for (const name of [/^petrichor/, /^candor/]) await app.user.click(dialog.getByRole('checkbox', { name }));
  expect(dialog.getByRole('heading').textContent).toBe('Move 1 email to 07:00?');
  expect(dialog.getByText(/^It stays on Thu, Dec 3\./)).toBeDefined();
  await app.user.click(dialog.getByRole('button', { name: 'Move 1 email' }));
  await waitFor(() => expect(toast()).toBe('1 email moved to 07:00'));
  expect(app.server.callsOf('moveEmail').map(({ path }) => path)).toEqual(['/api/admin/schedule/2']);
});

test('says how many cannot be moved, and why', async () => {
  const emails = [
    offTime(1, 'petrichor', 'past'),
    ...three.slice(1),
    offTime(4, 'hush', 'taken'),
    offTime(5, 'lull', 'taken'),
  ];
  const app = openSchedulePage({ listOffTime: { time: '07:00', emails } });
  const dialog = await openDialog(app, 'Move 2 emails to 07:00');
  expect(dialog.getAllByRole('checkbox')).toHaveLength(2);
  expect(dialog.getByText('1 email stays, because 07:00 on that day has passed.')).toBeDefined();
  expect(dialog.getByText('2 emails stay, because another email goes out then.')).toBeDefined();
});

test('an email that is refused keeps no other from moving', async () => {
  const app = openSchedulePage({
    listOffTime: { time: '07:00', emails: three },
    moveEmail: ({ path }) =>
      path.endsWith('/1')
        ? json({ message: 'This email has already been sent.', code: 'schedule.released' }, 409)
        : moved,
  });
  const dialog = await openDialog(app, 'Move 3 emails to 07:00');
  await app.user.click(dialog.getByRole('button', { name: 'Move 3 emails' }));
  await waitFor(() =>
    expect(toast()).toBe('2 emails moved to 07:00, 1 notThis email has already been sent.'),
  );
  expect(app.server.callsOf('moveEmail')).toHaveLength(3);
});

test('no button while every email is at the usual time, or could not be moved', async () => {
  openSchedulePage({ listOffTime: { time: '07:00', emails: [offTime(1, 'petrichor', 'past')] } });
  await rows();
  expect(screen.queryByRole('button', { name: /^Move \d/ })).toBeNull();
});

test('an email that is sent or canceled elsewhere is no longer offered', async () => {
  const app = openSchedulePage({ listOffTime: { time: '07:00', emails: [offTime(1, 'petrichor')] } });
  await screen.findByRole('button', { name: 'Move 1 email to 07:00' });
  app.server.answer({ listProviderSends: [], listOffTime: { time: '07:00', emails: [] } });
  await app.user.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByText('No pending emails scheduled');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Move \d/ })).toBeNull());
});
