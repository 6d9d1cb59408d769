import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { held, json, refuse, runningSystem, unreachable } from '../../testing/fake-server.ts';
import { fixDate } from '../../testing/fix-date.ts';
import { dateField, openForm, scheduled, searchBox, words } from '../../testing/schedule-form.tsx';

// In New York it is still the last of November.
fixDate('2026-12-01T03:00:00Z');

test('the button opens and closes the form, and gets the focus back', async () => {
  const { user, place } = await openForm();
  const [toggle] = screen.getAllByRole('button', { name: 'Schedule Email' }) as [HTMLElement];
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  expect(place()).toBe('/admin/schedule?new=');

  await user.click(toggle);
  expect(screen.queryByRole('region', { name: 'Schedule New Email' })).toBeNull();
  expect(place()).toBe('/admin/schedule');
  await waitFor(() => expect(document.activeElement).toBe(toggle));
});

test('Cancel closes it too', async () => {
  const { user, card } = await openForm();
  await user.click(await card.findByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('region', { name: 'Schedule New Email' })).toBeNull();
});

test('presets tomorrow at seven in the installation’s zone, and names the zone', async () => {
  await openForm();
  // In UTC it is the first of December, in New York the evening before.
  expect(dateField().value).toBe('2026-12-01T07:00');
  expect(screen.getByText('Time zone: New York (America/New_York)')).toBeDefined();
  expect(screen.getByText('Goes out Tuesday, December 1, 2026, 07:00 · New York')).toBeDefined();
});

test('the preset is in the time zone of the installation, even if that loads late', async () => {
  const system = held({ ...runningSystem, timezone: 'Pacific/Kiritimati' });
  const opening = openForm({ system: system.answer });
  system.release();
  await opening;
  await waitFor(() => expect(dateField().value).toBe('2026-12-02T07:00'));
});

test('a selected word replaces the list until Change', async () => {
  const { user, card, select, submit } = await openForm();
  expect(submit().disabled).toBe(true);
  // The hint at the word also describes the disabled button.
  const hint = within(card.getByRole('group', { name: 'Word' })).getByText('Please select a word first');
  expect(submit().getAttribute('aria-describedby')).toBe(hint.id);

  await select();
  expect(card.queryByRole('list')).toBeNull();
  expect(card.queryByRole('searchbox')).toBeNull();
  expect(card.getByText('petrichor')).toBeDefined();
  expect(card.queryByText('Please select a word first')).toBeNull();
  expect(submit().disabled).toBe(false);
  await waitFor(() => expect(document.activeElement).toBe(dateField()));

  await user.click(card.getByRole('button', { name: 'Change' }));
  expect(await card.findByText('halcyon')).toBeDefined();
  expect(submit().disabled).toBe(true);
  await waitFor(() => expect(document.activeElement).toBe(searchBox()));
});

test('submitted without a word anyway, it asks for one and sends nothing', async () => {
  const { server } = await openForm();
  fireEvent.submit(dateField().form as HTMLFormElement);
  expect((await screen.findByText('Please select a word first')).className).toContain('wrong');
  expect(server.callsOf('scheduleEmail')).toEqual([]);
});

test('without a date and time it asks for them and sends nothing', async () => {
  const { user, select, submit, server } = await openForm();
  await select();
  fireEvent.input(dateField(), { target: { value: '' } });
  await user.click(submit());
  expect(await screen.findByText('Please select a date and time')).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(dateField()));
  expect(server.callsOf('scheduleEmail')).toEqual([]);

  fireEvent.input(dateField(), { target: { value: '2026-12-05T06:30' } });
  await waitFor(() => expect(screen.queryByText('Please select a date and time')).toBeNull());
});

test('schedules with the local time, says so, closes and fetches the lists again', async () => {
  const { user, select, submit, server } = await openForm();
  await select();
  await user.click(submit());

  expect(await screen.findByText('Email scheduled successfully!')).toBeDefined();
  expect(server.callsOf('scheduleEmail').map(({ body }) => body)).toEqual([
    { wordId: 7, scheduledDate: '2026-12-01T07:00', status: 'pending' },
  ]);
  // The router closes the form in a transition, which may render after the toast.
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Schedule New Email' })).toBeNull());
  await waitFor(() => expect(server.callsOf('listProviderSends')).toHaveLength(2));

  // Opened again it is reset: nothing selected, the preset time, and a fresh list.
  await user.click(screen.getByRole('button', { name: 'Schedule Email' }));
  expect(await screen.findByRole('button', { name: 'Select petrichor' })).toBeDefined();
  expect(dateField().value).toBe('2026-12-01T07:00');
  expect(server.callsOf('listUnusedWords')).toHaveLength(2);
});

test('says why it is pending if the provider has not accepted it yet', async () => {
  const { user, select, submit } = await openForm({
    scheduleEmail: { ...scheduled, status: 'pending', reason: 'The provider is down. It is tried again.' },
  });
  await select();
  await user.click(submit());
  const saved = 'Saved. It will be sent to the email provider as soon as it responds.';
  expect(await screen.findByText(saved)).toBeDefined();
  expect(screen.getByText('The provider is down. It is tried again.')).toBeDefined();
});

test('ignores a second click while it works', async () => {
  const answer = held(scheduled);
  const { user, select, submit, server, card } = await openForm({ scheduleEmail: answer.answer });
  await select();
  await user.click(submit());
  const busy = await card.findByRole('button', { name: 'Scheduling...' });
  await user.click(busy);
  fireEvent.submit(dateField().form as HTMLFormElement);
  expect(server.callsOf('scheduleEmail')).toHaveLength(1);
  answer.release();
  expect(await screen.findByText('Email scheduled successfully!')).toBeDefined();
});

const toast = () => document.querySelector('[data-toasts]')?.textContent;

test.each([
  {
    why: 'the provider refuses',
    scheduleEmail: refuse(502, 'email_provider.refused', 'The email was not scheduled. Bad campaign.'),
    description: 'The email was not scheduled. Bad campaign.',
  },
  {
    why: 'the server refuses without a message',
    scheduleEmail: () => json({}, 500),
    description: 'Failed to schedule email',
  },
  {
    why: 'the server cannot be reached',
    scheduleEmail: unreachable,
    description: 'Failed to schedule email',
  },
])('$why: a toast, and the form keeps its content', async ({ scheduleEmail, description }) => {
  const { user, card, select, submit } = await openForm({ scheduleEmail });
  await select();
  await user.click(submit());
  await waitFor(() => expect(toast()).toBe(`Error${description}`));
  expect(card.getByText('petrichor')).toBeDefined();
  expect(submit().disabled).toBe(false);
});

test('a time that has passed is shown at the field too, until it is changed', async () => {
  const past = 'Mon, Nov 30, 2026, 06:00 has passed. Choose a time in the future.';
  const { user, select, submit } = await openForm({
    scheduleEmail: refuse(400, 'schedule.in_past', past, { scheduledDate: [past] }),
  });
  await select();
  await user.click(submit());
  await waitFor(() => expect(dateField().getAttribute('aria-invalid')).toBe('true'));
  expect(toast()).toBe(`Error${past}`);
  expect(screen.queryByText(/^“petrichor” goes out/)).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(dateField()));

  fireEvent.input(dateField(), { target: { value: '2026-12-05T06:30' } });
  await waitFor(() => expect(dateField().getAttribute('aria-invalid')).toBeNull());
});

test('a word that someone else just scheduled has to be chosen again', async () => {
  const { user, card, select, submit, server } = await openForm({
    scheduleEmail: refuse(409, 'schedule.word_waiting', 'There is an email for “petrichor” already.'),
  });
  await select();
  server.answer({ listUnusedWords: { words: words.slice(1), total: 1, hasMore: false } });
  await user.click(submit());
  await waitFor(() => expect(toast()).toBe('ErrorThere is an email for “petrichor” already.'));
  await waitFor(() => expect(card.getByRole('list').textContent).toBe('halcyonCalm and peaceful.Select'));
  expect(submit().disabled).toBe(true);
});
