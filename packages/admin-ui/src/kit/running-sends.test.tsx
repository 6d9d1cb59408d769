import { act, screen, waitFor, within } from '@testing-library/react';
import type { SendView } from '@wordrise/core/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { aSend, overview, progress, scheduleItem } from '../testing/builders.ts';
import { type Answers, emailFacts, refuse, runningSystem } from '../testing/fake-server.ts';
import { renderApp } from '../testing/render-app.tsx';

const list = (...sends: SendView[]) => ({ sends, nextAt: null });
const changed = { ...scheduleItem(), progress: progress(), problems: [] };

function openDashboard(answers: Answers, path = '/admin') {
  return renderApp({
    path,
    answers: {
      system: { ...runningSystem, ...emailFacts.smtp },
      overview: overview(),
      listProviderSends: [],
      changeDelivery: changed,
      ...answers,
    },
  });
}

const card = async () => within(await screen.findByRole('region', { name: 'Sending now' }));

afterEach(() => {
  vi.useRealTimers();
});

test('shows the numbers of an email that is being sent', async () => {
  const { user } = openDashboard({
    listSends: list(aSend({ progress: { failed: 2, unknown: 3, deferred: 4, sent: 491 } })),
  });
  const shown = await card();
  expect(shown.getByRole('progressbar', { name: 'Readers done' }).getAttribute('aria-valuenow')).toBe('496');
  expect(shown.getByText('Sent to 491 of 1,000 readers')).toBeDefined();
  const counts = shown
    .getAllByRole('term')
    .map((term) => `${term.textContent} ${term.nextSibling?.textContent}`);
  expect(counts).toEqual(['Waiting 500', 'To be retried 4', 'Failed 2', 'Unknown 3']);
  expect(shown.getByText(/These readers may or may not have it/)).toBeDefined();
  await user.click(shown.getByRole('link', { name: 'Details' }));
});

test('says whom a warm-up holds back, which is no failure', async () => {
  openDashboard({
    listSends: list(aSend({ progress: { warmUp: { held: 2300, most: 800, day: 4, days: 30 } } })),
  });
  const shown = await card();
  expect(
    shown.getByText(/^Held back: 2,300 readers – warm-up, day 4 of 30: at most 800 for this email\./),
  ).toBeDefined();
  expect(shown.getByText('Held back').nextSibling?.textContent).toBe('2,300');
});

test('says how many local times have come, and when the next readers get it', async () => {
  const nextAt = '2026-12-01T13:00:00.000Z';
  openDashboard({
    listSends: list(
      aSend({ progress: { inFlight: 0, queued: 500, waves: { total: 30, begun: 9 }, nextAt } }),
    ),
  });
  const shown = await card();
  expect(shown.getByText('9 of 30 local times')).toBeDefined();
  expect(shown.getByText(/^Next readers /)).toBeDefined();
  expect(shown.queryByText('Measuring the speed…')).toBeNull();
});

test('says that sending was interrupted, and when it goes on, in place of the speed', async () => {
  const hold = {
    until: '2999-12-01T12:02:00.000Z',
    reason: 'Sending was interrupted: the process ended.',
    isInterruption: true,
  };
  openDashboard({ listSends: list(aSend({ progress: { hold } })) });
  const shown = await card();
  expect(
    shown.getByText(/^Sending was interrupted: the process ended\. Sending continues .+07:02/),
  ).toBeDefined();
  expect(shown.getByText('Interrupted')).toBeDefined();
  expect(shown.queryByText('Sending')).toBeNull();
  expect(shown.queryByText('Measuring the speed…')).toBeNull();
});

test('polls until the email is done, and then stops', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const sent = scheduleItem({
    id: 7,
    status: 'sent',
    scheduledDate: '2026-01-05T12:00:00.000Z',
    word: 'petrichor',
  });
  const { server } = openDashboard({ listSends: list(aSend()), listSchedule: [sent] });
  await card();
  server.answer({ listSends: list(aSend({ progress: { sent: 740, queued: 240 } })) });
  await act(() => vi.advanceTimersByTimeAsync(4000));
  expect(await screen.findByText('Sent to 740 of 1,000 readers')).toBeDefined();
  expect(await screen.findByText(/^\d+ a second, /)).toBeDefined();
  // Some of those who are left wait for their local time.
  server.answer({
    listSends: list(aSend({ progress: { sent: 840, queued: 140, waves: { total: 2, begun: 1 } } })),
  });
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(await screen.findByText(/^\d+ a second$/)).toBeDefined();
  const finishedAt = new Date().toISOString();
  server.answer({
    listSends: list(aSend({ progress: { status: 'sent', sent: 1000, queued: 0, inFlight: 0, finishedAt } })),
  });
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(
    await screen.findByRole('link', { name: '“petrichor” reached 1,000 of 1,000 readers' }),
  ).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Sending now' })).toBeNull();
  await waitFor(() => expect(server.callsOf('overview').length).toBeGreaterThan(1));
  const asked = server.callsOf('listSends').length;
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  expect(server.callsOf('listSends')).toHaveLength(asked);
});

test('a hidden tab requests nothing', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { server } = openDashboard({ listSends: list(aSend()) });
  await card();
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  const asked = server.callsOf('listSends').length;
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(server.callsOf('listSends')).toHaveLength(asked);
  visibility.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(server.callsOf('listSends').length).toBeGreaterThan(asked));
});

test('pausing is one click, stopping asks first and says who gets nothing', async () => {
  const { user, server } = openDashboard({ listSends: list(aSend()) }, '/admin/schedule');
  const shown = await card();
  await user.click(shown.getByRole('button', { name: 'Pause' }));
  await waitFor(() =>
    expect(server.callsOf('changeDelivery').map(({ body }) => body)).toEqual([{ action: 'pause' }]),
  );
  await user.click(shown.getByRole('button', { name: 'Stop' }));
  const question = within(screen.getByRole('alertdialog', { name: 'Stop sending “petrichor”?' }));
  expect(question.getByText(/^500 readers will not get it\./)).toBeDefined();
  expect(server.callsOf('changeDelivery')).toHaveLength(1);
  await user.click(question.getByRole('button', { name: 'Stop sending' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(server.callsOf('changeDelivery').at(-1)).toMatchObject({
    path: '/api/admin/schedule/7/delivery',
    body: { action: 'stop' },
  });
});

test('an email that waits for its mail server is not resumed by hand', async () => {
  const reason = 'It goes on once that server is set again.';
  openDashboard({ listSends: list(aSend({ progress: { status: 'paused', reason, actions: ['stop'] } })) });
  const shown = await card();
  shown.getByText(reason);
  expect(shown.queryByRole('button', { name: 'Resume' })).toBeNull();
  expect(shown.getByRole('button', { name: 'Stop' })).toBeDefined();
});

test('a paused email says why and is resumed; unanswered readers get it again only when confirmed', async () => {
  const reason = 'The mail server does not accept these emails. It says: 550 5.7.1 no.';
  const { user, server } = openDashboard({
    listSends: list(aSend({ progress: { status: 'paused', unknown: 1, reason } })),
  });
  const shown = await card();
  expect(shown.getByText(reason)).toBeDefined();
  await user.click(shown.getByRole('button', { name: 'Resume' }));
  await waitFor(() => expect(server.callsOf('changeDelivery')).toHaveLength(1));
  await user.click(shown.getByRole('button', { name: 'Send again' }));
  const question = within(screen.getByRole('alertdialog', { name: 'Send “petrichor” again to 1 reader?' }));
  server.answer({
    changeDelivery: refuse(409, 'schedule.not_sending', 'No answer about this email was lost.'),
  });
  await user.click(question.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('No answer about this email was lost.')).toBeDefined();
  expect(server.callsOf('changeDelivery').map(({ body }) => body)).toEqual([
    { action: 'resume' },
    { action: 'again' },
  ]);
});

test('unanswered readers are left with one click, and then nobody is asked about them', async () => {
  const { user, server } = openDashboard({
    listSends: list(aSend({ progress: { status: 'paused', unknown: 2 } })),
  });
  const shown = await card();
  const left = aSend({ progress: { status: 'paused', unknown: 2, undecided: 0 } });
  server.answer({ listSends: list(left) });
  await user.click(shown.getByRole('button', { name: 'Leave it' }));
  await shown.findByText(/You left it at that/);
  expect(server.callsOf('changeDelivery').map(({ body }) => body)).toEqual([{ action: 'leave' }]);
  expect(shown.queryByRole('button', { name: 'Leave it' })).toBeNull();
  shown.getByRole('button', { name: 'Send again' });
});

test('requests nothing if the provider does the sending', async () => {
  const { server } = openDashboard({ system: runningSystem });
  await screen.findByRole('heading', { name: 'Dashboard' });
  await waitFor(() => expect(server.callsOf('overview')).toHaveLength(1));
  expect(server.callsOf('listSends')).toHaveLength(0);
});

test('the Schedule page lists sent emails with how many readers got them', async () => {
  const sent = { status: 'sent', sent: 994, failed: 5, unknown: 1, queued: 0, inFlight: 0 } as const;
  openDashboard(
    { listSends: list(aSend({ progress: { ...sent, finishedAt: '2026-12-01T12:02:00.000Z' } })) },
    '/admin/schedule?view=sent',
  );
  const [row] = within(
    await screen.findByRole('list', { name: 'Sent emails, the latest first' }),
  ).getAllByRole('listitem');
  expect(row?.textContent).toMatch(/petrichor5 failed1 unknownSent to 994 of 1,000 readers/);
  expect(screen.queryByRole('region', { name: 'Sending now' })).toBeNull();
});
