import { screen, waitFor, within } from '@testing-library/react';
import { type ProblemCount, type RecipientView, timings } from '@wordrise/core/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keyOf } from '../../kit/queries.ts';
import { progress, scheduleItem } from '../../testing/builders.ts';
import { type Answers, emailFacts, refuse, runningSystem } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const problems: ProblemCount[] = [
  { state: 'failed', failure: 'address', count: 60 },
  { state: 'unknown', failure: null, count: 1 },
];
const over = progress({ status: 'sent', sent: 939, failed: 60, unknown: 1, queued: 0, inFlight: 0 });
const aProblem = (fields: Partial<RecipientView> = {}): RecipientView => ({
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
      listRecipients: { readers: [aProblem()], total: 61, hasMore: true },
      ...answers,
    },
  });
}

test('those who were left out when it was stopped can be listed', async () => {
  const stopped = progress({ ...over, sent: 936, skipped: 3 });
  const email = { ...scheduleItem({ id: 7, word: 'petrichor' }), progress: stopped, problems };
  const { user, server } = openPage({ getDelivery: email });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Result' }), 'Left out (3)');
  expect(server.callsOf('listRecipients').at(-1)?.search.get('state')).toBe('skipped');
});

test('shows the outcome, and pages of its readers, by result and by name', async () => {
  const { user, server } = openPage();
  expect(await screen.findByText('Sent to 939 of 1,000 readers')).toBeDefined();
  const [row] = within(await screen.findByRole('list', { name: 'Readers of this email' })).getAllByRole(
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
  expect(Object.fromEntries(server.callsOf('listRecipients').at(-1)?.search ?? [])).toMatchObject({
    page: '2',
  });
  await user.selectOptions(
    screen.getByRole('combobox', { name: 'Result' }),
    'Failed: Address does not accept mail (60)',
  );
  expect(Object.fromEntries(server.callsOf('listRecipients').at(-1)?.search ?? [])).toEqual({
    page: '1',
    limit: '50',
    state: 'failed',
    failure: 'address',
  });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Result' }), 'Accepted (939)');
  await user.type(screen.getByRole('searchbox', { name: 'Search readers' }), 'ada{Enter}');
  await waitFor(() =>
    expect(Object.fromEntries(server.callsOf('listRecipients').at(-1)?.search ?? [])).toEqual({
      page: '1',
      limit: '50',
      search: 'ada',
      state: 'sent',
    }),
  );
});

test.each([
  { isFinal: true, says: 'The email as it was sent' },
  { isFinal: false, says: /^As the word and the template give it now/ },
])('says whether its email is the one that was sent: $isFinal', async ({ isFinal, says }) => {
  openPage({
    getEmailContent: { subject: 'Wordrise: petrichor', html: '<p>petrichor</p>', text: '', isFinal },
  });
  expect(await screen.findByText(says)).toBeDefined();
});

test('an email that is yet to be sent is not said to be sent', async () => {
  const item = scheduleItem({ id: 7, word: 'petrichor', status: 'scheduled' });
  const getEmailContent = {
    subject: 'Wordrise: petrichor',
    html: '<p>petrichor</p>',
    text: '',
    isFinal: true,
  };
  openPage({ getDelivery: { ...item, progress: null, problems: [] }, getEmailContent });
  expect(await screen.findByRole('button', { name: 'Open the email with petrichor' })).toBeDefined();
  expect(screen.queryByRole('figure')).toBeNull();
});

test('an email that the provider sends while the page is open is shown as sent', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-12-01T12:00:30Z') });
  onTestFinished(() => void vi.useRealTimers());
  const item = { id: 7, word: 'petrichor', scheduledDate: '2026-12-01T12:00:00.000Z' };
  const email = (status: 'scheduled' | 'sent') => ({
    getDelivery: { ...scheduleItem({ ...item, status }), progress: null, problems: [] },
    getEmailContent: { subject: 'petrichor', html: '<p>petrichor</p>', text: '', isFinal: status === 'sent' },
  });
  const { server } = openPage(email('scheduled'));
  await screen.findByText('It has not been sent from here yet.');
  server.answer(email('sent'));
  await vi.advanceTimersByTimeAsync(timings.waitingSendPollMs);
  await screen.findByText(/^It was sent by the email provider/);
  expect(await screen.findByText('The email as it was sent')).toBeDefined();
});

test('an email that nobody was there for says so, without a search', async () => {
  const nobody = progress({
    status: 'sent',
    recipients: 0,
    sent: 0,
    failed: 0,
    unknown: 0,
    queued: 0,
    inFlight: 0,
  });
  openPage({
    getDelivery: { ...scheduleItem({ id: 7, word: 'petrichor' }), progress: nobody, problems: [] },
    listRecipients: { readers: [], total: 0, hasMore: false },
  });
  expect(await screen.findByText('Nobody was on the list')).toBeDefined();
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('says what holds the email back, and which mailbox provider asked for less', async () => {
  const held = progress({
    hold: { until: '2999-12-01T13:05:00.000Z', reason: 'The limit of 500 emails an hour is reached.' },
    providers: [
      {
        name: 'Google',
        sent: 412,
        waiting: 83,
        until: '2026-12-01T12:20:00.000Z',
        reason: '421 4.7.28 Unusual rate',
      },
      { name: 'Yahoo', sent: 20, waiting: 3, until: null, reason: '421 4.7.0 [TSS04] Deferred' },
      { name: '', sent: 505, waiting: 0, until: null, reason: null },
    ],
  });
  openPage({ getDelivery: { ...scheduleItem({ id: 7, word: 'petrichor' }), progress: held, problems: [] } });
  expect(
    await screen.findByText(/^The limit of 500 emails an hour is reached\. Sending continues .+\d:05/),
  ).toBeDefined();
  const rows = within(screen.getByRole('list', { name: 'Mailbox providers' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(
      /^Google412 accepted, 83 waitingPaused until .+:20.*, because it asked for less mail: 421 4\.7\.28 Unusual rate$/,
    ),
    expect.stringMatching(
      /^Yahoo20 accepted, 3 waitingSending slowly, because it asked for less mail: 421 4\.7\.0/,
    ),
    'Other mailbox providers505 accepted',
  ]);
});

test('says which mail server carried how many, and which one takes nothing now', async () => {
  const relays = progress({
    relays: [
      { relay: 'first', sent: 817, until: '2026-12-01T12:10:00.000Z', reason: 'connect ECONNREFUSED' },
      { relay: 'second', sent: 1100, until: null, reason: null },
    ],
  });
  openPage({
    getDelivery: { ...scheduleItem({ id: 7, word: 'petrichor' }), progress: relays, problems: [] },
  });
  const rows = within(await screen.findByRole('list', { name: 'Mail servers' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(
      /^First mail server817 acceptedTakes no emails until .+:10.*: connect ECONNREFUSED$/,
    ),
    'Second mail server1,100 accepted',
  ]);
});

test('belongs to the schedule: it leads back there, and marks its link', async () => {
  openPage();
  const back = await screen.findByRole('link', { name: 'Back to Schedule' });
  expect(back.getAttribute('href')).toBe('/admin/schedule?view=sent');
  const [schedule] = await screen.findAllByRole('link', { name: 'Schedule' });
  expect(schedule?.hasAttribute('data-current')).toBe(true);
});

test('a reader who fails again is listed again, with the new attempt', async () => {
  const { server, client } = openPage();
  expect(await screen.findByText('550 5.1.1 No such user')).toBeDefined();
  const counts = (unknown: ProblemCount[]) => ({
    getDelivery: { ...scheduleItem({ id: 7, word: 'petrichor' }), progress: over, problems: unknown },
  });
  server.answer({
    ...counts(problems.slice(0, 1)),
    listRecipients: { readers: [], total: 60, hasMore: false },
  });
  await client.invalidateQueries();
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Unknown (1)' })).toBeNull());

  const readers = [aProblem({ attempts: 2 })];
  server.answer({ ...counts(problems), listRecipients: { readers, total: 61, hasMore: false } });
  await client.invalidateQueries({ queryKey: keyOf('getDelivery') });
  expect(await screen.findByText('2 tries')).toBeDefined();
});

test('says so when no email failed, and when the details were deleted', async () => {
  const email = scheduleItem({ id: 7 });
  const { server, client } = openPage({
    getDelivery: { ...email, progress: progress({ ...over, failed: 0, unknown: 0 }), problems: [] },
  });
  expect(await screen.findByText('No email failed')).toBeDefined();
  await waitFor(() => expect(server.callsOf('listRecipients')).toHaveLength(1));
  server.answer({ getDelivery: { ...email, progress: over, problems: [] } });
  await client.invalidateQueries({ queryKey: keyOf('getDelivery') });
  expect(await screen.findByText('The details are gone')).toBeDefined();
  expect(server.callsOf('listRecipients')).toHaveLength(1);
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
