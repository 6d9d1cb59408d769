import { screen, within } from '@testing-library/react';
import type { ProblemCount, ProblemView } from '@wordrise/core/contract';
import { expect, test } from 'vitest';
import { keyOf } from '../../kit/queries.ts';
import { progress, scheduleItem } from '../../testing/builders.ts';
import { type Answers, emailFacts, refuse, runningSystem } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const problems: ProblemCount[] = [
  { state: 'failed', failure: 'address', count: 60 },
  { state: 'unknown', failure: null, count: 1 },
];
const over = progress({ status: 'sent', sent: 939, failed: 60, unknown: 1, queued: 0, inFlight: 0 });
const aProblem = (fields: Partial<ProblemView> = {}): ProblemView => ({
  readerId: 12,
  email: 'ada@example.com',
  firstName: 'Ada',
  state: 'failed',
  failure: 'address',
  answer: '550 5.1.1 No such user',
  attempts: 1,
  at: '2026-12-01T12:00:05.000Z',
  ...fields,
});

function openPage(answers: Answers = {}, path = '/admin/delivery?email=7') {
  return renderApp({
    path,
    answers: {
      system: { ...runningSystem, ...emailFacts.smtp },
      getDelivery: { ...scheduleItem({ id: 7, word: 'petrichor' }), progress: over, problems },
      listProblems: { readers: [aProblem()], total: 61, hasMore: true },
      ...answers,
    },
  });
}

test('shows the outcome, and pages of readers who did not get it, by reason', async () => {
  const { user, server } = openPage();
  expect(await screen.findByText('Sent to 939 of 1,000 readers')).toBeDefined();
  const [row] = within(await screen.findByRole('list', { name: 'Readers who did not get it' })).getAllByRole(
    'listitem',
  );
  expect(row?.textContent).toMatch(
    /^ada@example\.comAdaAddress does not accept mail.+550 5\.1\.1 No such userFailed/,
  );
  expect(screen.getByRole('link', { name: 'Details of ada@example.com' }).getAttribute('href')).toBe(
    '/admin/readers?reader=12',
  );
  expect(screen.getByText('Showing 1 to 1 of 61 readers')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(Object.fromEntries(server.callsOf('listProblems').at(-1)?.search ?? [])).toMatchObject({
    page: '2',
  });
  await user.selectOptions(
    screen.getByRole('combobox', { name: 'Reason' }),
    'Failed: Address does not accept mail (60)',
  );
  expect(Object.fromEntries(server.callsOf('listProblems').at(-1)?.search ?? [])).toEqual({
    page: '1',
    limit: '50',
    state: 'failed',
    failure: 'address',
  });
});

test('a reader who fails again is listed again, with the new attempt', async () => {
  const { server, client } = openPage();
  expect(await screen.findByText('550 5.1.1 No such user')).toBeDefined();
  const counts = (unknown: ProblemCount[]) => ({
    getDelivery: { ...scheduleItem({ id: 7, word: 'petrichor' }), progress: over, problems: unknown },
  });
  server.answer({
    ...counts(problems.slice(0, 1)),
    listProblems: { readers: [], total: 60, hasMore: false },
  });
  await client.invalidateQueries();
  expect(await screen.findByRole('option', { name: 'All (60)' })).toBeDefined();

  const readers = [aProblem({ attempts: 2 })];
  server.answer({ ...counts(problems), listProblems: { readers, total: 61, hasMore: false } });
  await client.invalidateQueries({ queryKey: keyOf('getDelivery') });
  expect(await screen.findByText('2 tries')).toBeDefined();
});

test('says so when no email failed, and when the details were deleted', async () => {
  const email = scheduleItem({ id: 7 });
  const { server, client } = openPage({
    getDelivery: { ...email, progress: progress({ ...over, failed: 0, unknown: 0 }), problems: [] },
  });
  expect(await screen.findByText('No email failed')).toBeDefined();
  server.answer({ getDelivery: { ...email, progress: over, problems: [] } });
  await client.invalidateQueries();
  expect(await screen.findByText('The details are gone')).toBeDefined();
  expect(server.callsOf('listProblems')).toHaveLength(0);
});

test('handles an email that the provider sent, an unknown one, and none', async () => {
  const { server, client, router } = openPage({
    getDelivery: { ...scheduleItem({ id: 7, status: 'sent' }), progress: null, problems: [] },
  });
  expect(await screen.findByText(/It was sent by the email provider/)).toBeDefined();
  server.answer({ getDelivery: refuse(404, 'schedule.not_found', 'There is no such email.') });
  client.clear();
  await router.navigate('/admin/delivery?email=8');
  expect(await screen.findByText('The email could not be fetched')).toBeDefined();
  await router.navigate('/admin/delivery');
  expect(await screen.findByText('No email is chosen')).toBeDefined();
});
