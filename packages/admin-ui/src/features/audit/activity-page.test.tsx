import { screen } from '@testing-library/react';
import type { AuditView } from '@wordrise/core/contract';
import { expect, test } from 'vitest';
import { refuse } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const anEntry = (entry: Partial<AuditView>): AuditView => ({
  id: 1,
  at: '2026-12-01T12:00:00.000Z',
  action: 'login',
  outcome: 'done',
  via: 'web',
  account: 'admin',
  address: '192.0.2.1',
  detail: null,
  count: 1,
  ...entry,
});
const refused = anEntry({
  id: 2,
  outcome: 'refused',
  account: null,
  detail: 'wrong username or password',
  count: 1200,
});
const removed = anEntry({
  id: 3,
  action: 'reader.remove',
  via: 'cli',
  account: null,
  address: null,
  detail: 'reader 12',
});

test('each entry says what happened, when, who did it and from where', async () => {
  const asked = anEntry({ id: 4, outcome: 'refused', detail: 'right password, no code yet' });
  const entries = [removed, refused, asked, anEntry({})];
  renderApp({ path: '/admin/activity', answers: { listAudit: { entries, total: 4, hasMore: false } } });
  const items = (await screen.findAllByRole('listitem')).filter(({ textContent }) =>
    textContent.includes('2026'),
  );
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Reader removed: reader 12Tue, Dec 1, 2026, 07:00.+New.YorkOn the command line$/),
    expect.stringMatching(/^Sign-in refused: wrong .+Unknown account, from 192\.0\.2\.11,200 timesRefused$/),
    expect.stringMatching(/^Sign-in: right password, no code yet.+admin, from 192\.0\.2\.1$/),
    expect.stringMatching(/^Signed in.+admin, from 192\.0\.2\.1$/),
  ]);
});

test('the next page is fetched, and kept in the address', async () => {
  const { user, server, place } = renderApp({
    path: '/admin/activity',
    answers: {
      listAudit: ({ search }) =>
        search.get('page') === '2'
          ? { entries: [anEntry({ id: 7, detail: 'on page two' })], total: 51, hasMore: false }
          : { entries: [anEntry({})], total: 51, hasMore: true },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  await screen.findByText('Signed in: on page two');
  expect(place()).toBe('/admin/activity?page=2');
  expect(server.callsOf('listAudit').at(-1)?.search.get('page')).toBe('2');
});

test('an empty log and a failure say so', async () => {
  const { user, server } = renderApp({
    path: '/admin/activity',
    answers: { listAudit: refuse(503, 'database.unreachable', 'The database is not responding.') },
  });
  await screen.findByText('The database is not responding.');
  server.answer({ listAudit: { entries: [], total: 0, hasMore: false } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('No activity yet');
});
