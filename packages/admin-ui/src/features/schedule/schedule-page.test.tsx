import { act, screen, waitFor, within } from '@testing-library/react';
import type { ProviderEntry } from '@wordrise/core/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { providerEntry } from '../../testing/builders.ts';
import { held, refuse, unreachable } from '../../testing/fake-server.ts';
import {
  byHand,
  first,
  missed,
  moved,
  notThereYet,
  openSchedulePage,
  rows,
  toast,
} from '../../testing/schedule-page.tsx';

/** The entries, with headers that tell whether the provider responded. */
const answerOf = (entries: ProviderEntry[], headers: HeadersInit) => () =>
  Response.json(entries, { headers });

afterEach(() => {
  vi.useRealTimers();
});

test('leads back to the dashboard', async () => {
  openSchedulePage();
  const link = await screen.findByRole('link', { name: 'Back to Dashboard' });
  expect(link.getAttribute('href')).toBe('/admin');
});

test('lists pending emails, the next one first, with all details', async () => {
  openSchedulePage({
    listProviderSends: [byHand, notThereYet, first, providerEntry({ status: 'released' }), missed],
  });
  const [one, two, three, ...more] = await rows();
  expect(more).toEqual([]);
  expect(one?.textContent).toContain('petrichor · 2026-12-02 · 0a1b2c3d4e5f');
  expect(one?.textContent).toContain('Wednesday, December 2, 2026, 07:00\u00a0·\u00a0New\u00a0York');
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

test('an email that another provider has offers only its details', async () => {
  const reason = '1 of 2 readers has it. A mail server began it.';
  openSchedulePage({ listProviderSends: [{ ...first, isElsewhere: true, reason }] });
  const [row] = await rows();
  expect(row?.textContent).toContain(reason);
  expect(row?.textContent).toContain('Paused');
  expect(row?.textContent).not.toContain('Pending');
  const offered = within(row as HTMLElement);
  expect(offered.getByRole('link', { name: /^Details of / }).getAttribute('href')).toBe(
    `/admin/delivery?email=${first.id}`,
  );
  expect(offered.queryByRole('button', { name: /^(Cancel|Change time|Replace|Update)/ })).toBeNull();
  expect(offered.queryByRole('link', { name: /^Edit/ })).toBeNull();
});

test('failed emails are listed separately, with their reason', async () => {
  openSchedulePage({ listProviderSends: [first, missed, { ...byHand, id: 5, status: 'cancelled' }] });
  const failed = await rows('Failed emails, the latest first');
  expect(failed.map((row) => row.textContent)).toEqual([
    expect.stringContaining('It was canceled at the email provider.'),
    expect.stringContaining('The provider was down for more than 6 hours.'),
  ]);
  expect(await rows()).toHaveLength(1);
});

test('nothing failed: no such section', async () => {
  openSchedulePage();
  await rows();
  expect(screen.queryByRole('region', { name: 'Failed Emails' })).toBeNull();
});

test('empty: says so and opens the form', async () => {
  const { user } = openSchedulePage({
    listProviderSends: [],
    listUnusedWords: { words: [], total: 0, hasMore: false },
  });
  expect(await screen.findByText('No pending emails scheduled')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Choose a word' }));
  expect(await screen.findByRole('region', { name: 'Schedule New Email' })).toBeDefined();
});

test('loading', async () => {
  const answer = held([first]);
  openSchedulePage({ listProviderSends: answer.answer });
  expect(await screen.findByText('Loading scheduled emails...')).toBeDefined();
  answer.release();
  expect(await rows()).toHaveLength(1);
});

test('failed: says so, and trying again works', async () => {
  const { user, server } = openSchedulePage({
    listProviderSends: refuse(503, 'database.unreachable', 'Away.'),
  });
  expect(await screen.findByText('The scheduled emails could not be fetched')).toBeDefined();
  server.answer({ listProviderSends: [first] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await rows()).toHaveLength(1);
});

test('Refresh fetches the list and says so while it does', async () => {
  const { user, server } = openSchedulePage();
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
  const { user, server } = openSchedulePage();
  await rows();
  server.answer({ listProviderSends: unreachable });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('The list could not be refreshed')).toBeDefined();
  expect(await rows()).toHaveLength(2);
});

test('says when the list is from our own records', async () => {
  const { user, server } = openSchedulePage({
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
  const { server } = openSchedulePage();
  await rows();
  expect(server.callsOf('listProviderSends')).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  await waitFor(() => expect(server.callsOf('listProviderSends')).toHaveLength(2));
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  await waitFor(() => expect(server.callsOf('listProviderSends')).toHaveLength(3));
  hidden.mockRestore();
});

test('an email with an older text is marked, and can be updated', async () => {
  const app = openSchedulePage({
    listProviderSends: [{ ...first, hasOlderText: true }],
    updateEmail: { ...moved, status: 'pending', reason: 'iContact did not answer.' },
  });
  const [row] = await rows();
  expect(row?.textContent).toContain('Older text');
  await app.user.click(screen.getByRole('button', { name: /^Update text of petrichor/ }));
  await waitFor(() =>
    expect(toast()).toBe(
      'Saved. It will be sent to the email provider as soon as it responds.iContact did not answer.',
    ),
  );
  expect(app.server.callsOf('updateEmail').map(({ path }) => path)).toEqual(['/api/admin/schedule/1/update']);
  expect(screen.queryByRole('button', { name: /^Update \d/ })).toBeNull();
});

test('several emails with an older text are updated together', async () => {
  const older = [first, notThereYet].map((entry) => ({ ...entry, hasOlderText: true }));
  const { server, user } = openSchedulePage({ listProviderSends: [...older, byHand], updateEmail: moved });
  await user.click(await screen.findByRole('button', { name: 'Update 2 texts' }));
  await waitFor(() => expect(toast()).toBe('2 emails were updated'));
  expect(server.callsOf('updateEmail').map(({ path }) => path)).toEqual(
    older.map(({ id }) => `/api/admin/schedule/${id}/update`),
  );
});
