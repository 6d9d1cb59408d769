import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { noReaders, type ReaderDetails, type ReaderView } from '@wordrise/core/contract';
import { expect, test } from 'vitest';
import { aReader, asSent, overview } from '../../testing/builders.ts';
import { type Answers, emailFacts, held, refuse, runningSystem } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const person = (fields: Partial<ReaderDetails> = {}): ReaderDetails => ({
  ...aReader(),
  ipAddress: null,
  statusAt: null,
  confirmedAt: null,
  creditAgreedAt: null,
  welcomedAt: null,
  warmUpReaches: null,
  lesson: null,
  wordsToRemember: [],
  subscriberId: '1',
  attemptedAt: null,
  consent: null,
  privacy: null,
  suppression: null,
  outbox: [],
  emails: { total: 0, latest: [] },
  deliveries: [],
  activity: [],
  ...fields,
});
const refused = aReader({ id: 2, email: 'grace@example.com', status: 'refused', reason: 'Invalid domain.' });

function openReaders(answers: Answers = {}, path = '/admin/readers') {
  return renderApp({
    path,
    answers: {
      overview: overview({
        readers: {
          total: 2,
          byStatus: { ...noReaders, subscribed: 2 },
          perDay: [{ day: '2026-12-01', count: 2 }],
        },
      }),
      listSignups: { readers: [aReader(), refused], total: 2, hasMore: false },
      describeReader: person(),
      listReaderImports: { imports: [] },
      leavingReasons: { reasons: [], texts: [] },
      ...answers,
    },
  });
}

const rows = async () =>
  within(await screen.findByRole('region', { name: 'Reader list' })).findAllByRole('listitem');

test('marks who paused and who gets one email a week, on the list only', async () => {
  const until = { ...asSent, pausedUntil: '2026-12-20' };
  const readers = [
    aReader({ id: 1, preferences: until, isPaused: true }),
    aReader({ id: 2, preferences: { ...asSent, cadence: 'weekly' } }),
    aReader({ id: 3, preferences: { ...until, cadence: 'weekly' }, isPaused: true }),
    aReader({ id: 4, preferences: until }),
    aReader({ id: 5, preferences: until, isPaused: true, status: 'unsubscribed' }),
  ];
  openReaders({ listSignups: { readers, total: 5, hasMore: false } });
  const texts = (await rows()).map(({ textContent }) => textContent?.split('blog.example')[1]);
  expect(texts).toEqual([
    'Paused until Dec 20Subscribed',
    'WeeklySubscribed',
    'Paused until Dec 20WeeklySubscribed',
    'Subscribed',
    'Unsubscribed',
  ]);
});

test('shows each reader with state, time, site, and why they get no emails', async () => {
  openReaders();
  const [first, second] = (await rows()).map(({ textContent }) => textContent);
  expect(first).toMatch(/^ada@example\.comAdaSigned up Tue, Dec 1, 2026, 07:00 on blog\.exampleSubscribed/);
  expect(second).toMatch(/^grace@.+The email provider refused the address\. Invalid domain\.Refused/);
  expect(screen.getByRole('table', { name: 'New readers per day' })).toBeDefined();
});

test('asks the server for a search and a state, and keeps the state in the URL but no address', async () => {
  const { user, server, place } = openReaders();
  await rows();
  await user.type(screen.getByRole('searchbox', { name: 'Search readers' }), 'grace@example.com{Enter}');
  await user.click(screen.getByRole('button', { name: 'Refused' }));
  await waitFor(() => {
    const asked = Object.fromEntries(server.callsOf('listSignups').at(-1)?.search ?? []);
    expect(asked).toMatchObject({ search: 'grace@example.com', state: 'refused', page: '1' });
  });
  expect(place()).toBe('/admin/readers?state=refused');
  server.answer({ listSignups: { readers: [], total: 0, hasMore: false } });
  await user.type(screen.getByRole('searchbox', { name: 'Search readers' }), 'x{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Show all readers' }));
  expect(place()).toBe('/admin/readers');
});

test('an error can be tried again, and an empty list says what to do', async () => {
  const { user, server } = openReaders({
    listSignups: refuse(503, 'database.unreachable', 'The database is not responding.'),
    overview: overview({ readers: { total: 0, byStatus: noReaders, perDay: [] } }),
  });
  await screen.findByText('The database is not responding.');
  server.answer({ listSignups: { readers: [], total: 0, hasMore: false } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findAllByText('Nobody has signed up yet')).toHaveLength(1);
  expect(
    screen.getAllByRole('link', { name: 'Add readers' }).map((link) => link.getAttribute('href')),
  ).toEqual(['/admin/readers/import', '/admin/readers/import']);
});

test('says why readers left once one has said so, and deletes a text', async () => {
  const text = { id: 7, reason: 'other' as const, text: 'I am Ada of 5 Elm Street', day: '2026-12-01' };
  const reasons = [
    { reason: 'too_many' as const, count: 2 },
    { reason: 'other' as const, count: 1 },
  ];
  const { user, server } = openReaders({
    leavingReasons: { reasons, texts: [text] },
    deleteLeavingText: { message: 'The text is deleted' },
  });
  const panel = within(await screen.findByRole('region', { name: 'Why readers left' }));
  expect(panel.getByText('Too many emails').nextSibling?.textContent).toBe('2 readers');
  expect(panel.getByText(text.text)).toBeDefined();
  server.answer({ leavingReasons: { reasons, texts: [] } });
  await user.click(panel.getByRole('button', { name: `Delete the text “${text.text}”` }));
  await waitFor(() => expect(panel.queryByText(text.text)).toBeNull());
  expect(server.callsOf('deleteLeavingText')).toHaveLength(1);
  server.answer({ leavingReasons: { reasons: [], texts: [] } });
});

const byState = { ...noReaders, subscribed: 1, refused: 1 };

test('states are filters, each with the number of its readers', async () => {
  const { user, place, server } = openReaders({
    overview: overview({ readers: { total: 2, byStatus: byState, perDay: [] } }),
  });
  await rows();
  const filter = within(screen.getByRole('group', { name: 'State' }));
  const names = () => filter.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names()).toEqual(['All 2', 'Subscribed 1', 'Refused 1']);
  await user.click(filter.getByRole('button', { name: 'Refused 1' }));
  expect(place()).toBe('/admin/readers?state=refused');
  expect(filter.getByRole('button', { name: 'Refused 1' }).getAttribute('aria-pressed')).toBe('true');
  await waitFor(() => expect(server.callsOf('listSignups').at(-1)?.search.get('state')).toBe('refused'));
  await user.type(screen.getByRole('searchbox', { name: 'Search readers' }), 'x{Enter}');
  await waitFor(() => expect(names()[0]).toBe('All'));
});

test('selected readers are removed once their number is confirmed', async () => {
  const { user, server } = openReaders({
    removeReaders: { removed: 1, pending: 0, kept: [], after: null },
  });
  await rows();
  await user.click(screen.getByRole('checkbox', { name: 'Select grace@example.com' }));
  await screen.findByText('1 selected');
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove 1 reader?' }));
  expect(server.callsOf('removeReaders')).toHaveLength(0);
  await user.click(dialog.getByRole('button', { name: 'Remove 1 reader' }));
  await screen.findByText('1 reader removed');
  expect(server.callsOf('removeReaders').map(({ body }) => body)).toEqual([{ ids: [2] }]);
  await waitFor(() => expect(server.callsOf('listSignups').length).toBeGreaterThan(1));
});

test('all that match are removed in several calls, and nobody who signs up meanwhile', async () => {
  const answers = [
    { removed: 100, pending: 0, kept: [], after: 140 },
    { removed: 29, pending: 0, kept: [{ id: 150, email: 'k@example.com', message: 'No.' }], after: null },
  ];
  const { user, server } = openReaders(
    {
      listSignups: { readers: [refused, aReader()], total: 130, hasMore: true },
      removeReaders: () => answers[server.callsOf('removeReaders').length - 1] as (typeof answers)[0],
    },
    '/admin/readers?state=refused',
  );
  await rows();
  await user.click(screen.getByRole('checkbox', { name: 'Select this page' }));
  await user.click(screen.getByRole('button', { name: 'Select all 130 readers in the state “Refused”' }));
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await user.click(await screen.findByRole('button', { name: 'Remove 130 readers' }));
  await screen.findByText('129 readers removed');
  await screen.findByText('1 reader stayed: k@example.com: No.');
  const common = { search: '', state: 'refused', upTo: 2 };
  expect(server.callsOf('removeReaders').map(({ body }) => body)).toEqual([
    { matching: { ...common, after: 0, most: 130 } },
    { matching: { ...common, after: 140, most: 30 } },
  ]);
});

test('what is found soon is shown while the rest is counted, and all can be selected then', async () => {
  const found = [refused, aReader()];
  const whole = held({ readers: found, total: 130, hasMore: true });
  const { user } = openReaders({
    listSignups: ({ search }) =>
      search.has('allowPartial')
        ? { readers: found, total: 2, hasMore: true, isPartial: true }
        : whole.answer(),
  });
  expect(await rows()).toHaveLength(2);
  await user.click(screen.getByRole('checkbox', { name: 'Select this page' }));
  expect(screen.getByText('Showing 1 to 2. Counting all readers...')).toBeDefined();
  expect(screen.queryByRole('button', { name: /Select all/ })).toBeNull();
  whole.release();
  expect(await screen.findByText('Showing 1 to 2 of 130 readers')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Select all 130 readers' })).toBeDefined();
});

test('while nothing is found yet, the previous list stays', async () => {
  const whole = held({ readers: [], total: 0, hasMore: false });
  const { user } = openReaders({
    listSignups: ({ search }) => {
      if (!search.get('search')) return { readers: [aReader()], total: 1, hasMore: false };
      return search.has('allowPartial')
        ? { readers: [], total: 0, hasMore: false, isPartial: true }
        : whole.answer();
    },
  });
  await rows();
  await user.type(screen.getByRole('searchbox', { name: 'Search readers' }), 'nobody{Enter}');
  const list = screen.getByRole('region', { name: 'Reader list' });
  await waitFor(() => expect(list.getAttribute('aria-busy')).toBe('true'));
  expect(screen.getByText('ada@example.com')).toBeDefined();
  expect(screen.queryByText('No readers found')).toBeNull();
  whole.release();
  expect(await screen.findByText('No readers found')).toBeDefined();
});

test('a selection ends with the page that it was made on', async () => {
  const { user } = openReaders({ listSignups: { readers: [aReader()], total: 60, hasMore: true } });
  await rows();
  await user.click(screen.getByRole('checkbox', { name: 'Select this page' }));
  await screen.findByText('1 selected');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('Select this page');
});

const openReader = (answers: Answers = {}, found: ReaderView[] = [aReader()]) =>
  openReaders(
    { listSignups: { readers: found, total: found.length, hasMore: false }, ...answers },
    '/admin/readers/reader?id=1',
  );

test('a reader’s page shows state, dates and which emails went out since they joined', async () => {
  const { server } = openReader({
    describeReader: person({
      emails: { total: 7, latest: [{ id: 9, word: 'petrichor', sentAt: '2026-12-05T12:00:00.000Z' }] },
      consent: 'Agreed at the fair. See [Privacy](https://words.example/privacy), please.',
      statusAt: '2026-12-03T12:00:00.000Z',
      activity: [
        {
          id: 3,
          at: '2026-12-04T12:00:00.000Z',
          action: 'reader.show',
          outcome: 'done',
          via: 'web',
          account: 'admin',
        },
      ],
    }),
  });
  await screen.findByRole('heading', { name: 'ada@example.com' });
  expect(server.callsOf('listSignups')[0]?.search.get('id')).toBe('1');
  expect(screen.getByText(/^7 emails have gone out since they joined the list/)).toBeDefined();
  expect(screen.getByText('petrichor')).toBeDefined();
  expect(screen.getByText('Consent').nextSibling?.textContent).toBe(
    'Agreed at the fair. See Privacy, please.',
  );
  expect(screen.getByRole('link', { name: 'Privacy' }).getAttribute('href')).toBe(
    'https://words.example/privacy',
  );
  expect(screen.getByText('Subscribed since').nextSibling?.textContent).toContain('Dec 3');
  expect(screen.getByRole('region', { name: 'Activity' }).textContent).toMatch(
    /Data of a reader shown.+admin$/,
  );
  expect(screen.getByRole('link', { name: 'Download JSON' }).getAttribute('href')).toBe(
    '/api/admin/signups/ada%40example.com',
  );
});

test('removing a reader asks first, and leads back to the list', async () => {
  const { user, server, place } = openReader({
    removePerson: { message: 'The reader is removed.', isPending: false },
  });
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  expect(server.callsOf('removePerson')).toHaveLength(0);
  server.answer({ listSignups: { readers: [refused], total: 1, hasMore: false } });
  await user.click(await screen.findByRole('button', { name: 'Remove reader' }));
  await screen.findByText('ada@example.com was removed');
  expect(server.callsOf('removePerson').map(({ path }) => path)).toEqual([
    '/api/admin/signups/ada%40example.com',
  ]);
  await waitFor(() => expect(place()).toBe('/admin/readers'));
});

test.each([
  { given: 'I get too many emails', shown: 'UnsubscribedWhy they left: I get too many emails' },
  { given: null, shown: 'Unsubscribed' },
])('a reader who left says why, if that is known: $given', async ({ given, shown }) => {
  openReader({ describeReader: person({ status: 'unsubscribed', reason: given }) });
  const badge = await screen.findByText('Unsubscribed');
  expect(badge.closest('p')?.textContent).toBe(shown);
});

test('a reader whom the warm-up holds back waits for it', async () => {
  openReader({
    describeReader: person({ status: 'subscribed', reason: null, warmUpReaches: '2026-12-12' }),
  });
  expect(
    await screen.findByText('Waits for the warm-up of the new domain, which reaches them about Sat, Dec 12.'),
  ).toBeDefined();
});

test('a reader’s page shows the outcome of each email if emails are sent from here', async () => {
  openReader({
    describeReader: person({
      deliveries: [
        {
          id: 9,
          word: 'halcyon',
          state: 'failed',
          failure: 'mailbox',
          answer: '452 4.2.2 Mailbox full',
          attempts: 4,
          at: '2026-12-06T12:00:00.000Z',
        },
        {
          id: null,
          word: 'petrichor',
          state: 'sent',
          failure: null,
          answer: '250 2.0.0 Ok',
          attempts: 1,
          at: '2026-12-05T12:00:00.000Z',
        },
      ],
    }),
  });
  expect(await screen.findByText('The latest email has not been accepted by the mail server.')).toBeDefined();
  const emails = within(await screen.findByRole('region', { name: 'Latest emails' }));
  const [latest, before] = emails.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(latest).toMatch(/^halcyonFailed.+Dec 6.+Mailbox full · 4 tries452 4\.2\.2 Mailbox full$/);
  expect(before).toMatch(/^petrichorAccepted.+Dec 5.+250 2\.0\.0 Ok$/);
  expect(emails.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/admin/delivery?email=9',
  ]);
});

test.each([
  { state: 'queued', attempts: 0, says: /^The latest email is still to come, due .*Dec 6.*\d:00/ },
  { state: 'deferred', attempts: 1, says: /^The mail server put off the latest email\. Next try: .*Dec 6/ },
  { state: 'sending', attempts: 0, says: /^The latest email is being sent\.$/ },
  {
    state: 'unknown',
    attempts: 1,
    says: /^It is unknown whether the mail server accepted the latest email\.$/,
  },
  { state: 'skipped', attempts: 0, says: /^The latest email was not sent to them\.$/ },
] as const)('a latest email that is $state is not called refused', async ({ state, attempts, says }) => {
  const at = '2026-12-06T12:00:00.000Z';
  const delivery = { id: 9, word: 'petrichor', state, failure: null, answer: null, attempts, at };
  openReader({ describeReader: person({ deliveries: [delivery] }) });
  expect(await screen.findByText(says)).toBeDefined();
});

test.each([
  { provider: 'icontact', from: 'the email provider’s list' },
  { provider: 'smtp', from: 'the list' },
] as const)('with $provider, removing says that readers are taken off $from', async ({ provider, from }) => {
  const system = { ...runningSystem, ...emailFacts[provider] };
  const text = `They are taken off ${from}, and everything about them here is deleted. This cannot be undone.`;
  const list = openReaders({ system });
  await rows();
  await list.user.click(screen.getByRole('checkbox', { name: 'Select grace@example.com' }));
  await list.user.click(await screen.findByRole('button', { name: 'Remove' }));
  const several = await screen.findByRole('alertdialog', { name: 'Remove 1 reader?' });
  expect(within(several).getByText(text)).toBeDefined();
  cleanup();
  const { user } = openReader({ system });
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  const one = await screen.findByRole('alertdialog', { name: 'Remove ada@example.com?' });
  expect(within(one).getByText(text)).toBeDefined();
});

test('a link to a reader in the list leads to their page', async () => {
  const { place } = openReaders({}, '/admin/readers?reader=2');
  await waitFor(() => expect(place()).toBe('/admin/readers/reader?id=2'));
});

test('a link to a reader who was removed says so', async () => {
  openReader({}, []);
  expect(await screen.findByText('This reader is no longer here')).toBeDefined();
});
