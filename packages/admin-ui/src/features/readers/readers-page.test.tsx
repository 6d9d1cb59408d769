import { screen, waitFor, within } from '@testing-library/react';
import { noReaders, type ReaderDetails, type ReaderView } from '@wordrise/core/contract';
import { expect, test } from 'vitest';
import { overview } from '../../testing/builders.ts';
import { type Answers, refuse } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const aReader = (fields: Partial<ReaderView> = {}): ReaderView => ({
  id: 1,
  email: 'ada@example.com',
  firstName: 'Ada',
  favoriteWord: null,
  createdAt: '2026-12-01T12:00:00.000Z',
  status: 'subscribed',
  reason: null,
  source: 'https://blog.example',
  ...fields,
});
const person = (fields: Partial<ReaderDetails> = {}): ReaderDetails => ({
  ...aReader(),
  ipAddress: null,
  statusAt: null,
  confirmedAt: null,
  subscriberId: '1',
  attemptedAt: null,
  consent: null,
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
      ...answers,
    },
  });
}

const rows = async () =>
  within(await screen.findByRole('region', { name: 'Reader list' })).findAllByRole('listitem');

test('shows each reader with state, time, site, and why they get no emails', async () => {
  openReaders();
  const [first, second] = (await rows()).map(({ textContent }) => textContent);
  expect(first).toMatch(/^ada@example\.comAdaSigned up Tue, Dec 1, 2026, 07:00 on blog\.exampleOn the list/);
  expect(second).toMatch(/^grace@.+The email provider refused the address\. Invalid domain\.Refused/);
  expect(screen.getByRole('table', { name: 'Signups per day' })).toBeDefined();
});

test('asks the server for a search and a state, and keeps the state in the URL but no address', async () => {
  const { user, server, place } = openReaders();
  await rows();
  await user.type(screen.getByRole('searchbox', { name: 'Search readers' }), 'grace@example.com{Enter}');
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Refused');
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

test('details show which emails went out since the reader joined', async () => {
  const emails = {
    total: 7,
    latest: [{ id: 9, word: 'petrichor', sentAt: '2026-12-05T12:00:00.000Z' }],
  };
  const { user } = openReaders({ describeReader: person({ emails, consent: 'Agreed at the fair.' }) });
  await user.click(await screen.findByRole('button', { name: 'Details of ada@example.com' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'ada@example.com' }));
  expect(await dialog.findByText(/^7 emails have gone out since they joined the list/)).toBeDefined();
  expect(dialog.getByText('petrichor')).toBeDefined();
  expect(dialog.getByText('Agreed at the fair.')).toBeDefined();
  expect(dialog.getByRole('link', { name: 'Download JSON' }).getAttribute('href')).toBe(
    '/api/admin/signups/ada%40example.com',
  );
});

test('removing asks first, and fetches the list again', async () => {
  const { user, server } = openReaders({
    removePerson: { message: 'The reader is removed.', isPending: false },
  });
  await user.click(await screen.findByRole('button', { name: 'Details of ada@example.com' }));
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  expect(server.callsOf('removePerson')).toHaveLength(0);
  server.answer({ listSignups: { readers: [refused], total: 1, hasMore: false } });
  await user.click(await screen.findByRole('button', { name: 'Remove reader' }));
  await screen.findByText('ada@example.com was removed');
  expect(server.callsOf('removePerson').map(({ path }) => path)).toEqual([
    '/api/admin/signups/ada%40example.com',
  ]);
  await waitFor(() => expect(screen.queryByText('ada@example.com')).toBeNull());
});

test('an error can be tried again, and an empty list says what to do', async () => {
  const { user, server } = openReaders({
    listSignups: refuse(503, 'database.unreachable', 'The database is not responding.'),
  });
  await screen.findByText('The database is not responding.');
  server.answer({ listSignups: { readers: [], total: 0, hasMore: false } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Nobody has signed up yet');
});

test('details show the outcome of each email if emails are sent from here', async () => {
  const { user } = openReaders({
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
  await user.click(await screen.findByRole('button', { name: 'Details of ada@example.com' }));
  expect(await screen.findByText('The latest email has not been accepted by the mail server.')).toBeDefined();
  const emails = within(await screen.findByRole('region', { name: 'Latest emails' }));
  const [latest, before] = emails.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(latest).toMatch(/^halcyonFailed.+Dec 6.+Mailbox full · 4 tries452 4\.2\.2 Mailbox full$/);
  expect(before).toMatch(/^petrichorAccepted.+Dec 5.+250 2\.0\.0 Ok$/);
  expect(emails.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/admin/delivery?email=9',
  ]);
});

test('a link by id opens the details, and closing them leaves the id', async () => {
  const { user, server, place } = openReaders(
    {
      listSignups: ({ search }) => ({
        readers: search.get('id') === '2' ? [refused] : [aReader()],
        total: 1,
        hasMore: false,
      }),
    },
    '/admin/readers?reader=2',
  );
  await screen.findByRole('dialog', { name: 'grace@example.com' });
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(place()).toBe('/admin/readers');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.callsOf('listSignups').filter(({ search }) => search.has('id'))).toHaveLength(1);
});

test('a link to a reader who was removed says so', async () => {
  openReaders({ listSignups: { readers: [], total: 0, hasMore: false } }, '/admin/readers?reader=3');
  expect(await screen.findByText('This reader is no longer here')).toBeDefined();
});
