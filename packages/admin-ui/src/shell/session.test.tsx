import { useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { noReaders } from '@wordrise/core/contract';
import { expect, test } from 'vitest';
import { tomorrow } from '../testing/builders.ts';
import {
  emailFacts,
  fakeServer,
  held,
  json,
  refuse,
  runningSystem,
  unreachable,
} from '../testing/fake-server.ts';
import { renderApp } from '../testing/render-app.tsx';

const dashboard = {
  listWords: { words: [], total: 0, hasMore: false },
  scheduleStats: { total: 0, pending: 0, scheduled: 0, sent: 0, failed: 0 },
  listSchedule: [],
  overview: {
    readers: { total: 0, byStatus: noReaders, perDay: [] },
    next: null,
    tomorrow: false,
    timezone: 'UTC',
  },
};
const signedOut = refuse(401, 'auth.required', 'Please sign in.');

test('shows nothing of a page until the session is checked', async () => {
  const user = held({ id: 1, username: 'admin' });
  const { server } = renderApp({ path: '/admin', answers: { ...dashboard, currentUser: user.answer } });

  expect(await screen.findByText('Loading')).toBeDefined();
  expect(server.callsOf('listWords')).toEqual([]);
  user.release();
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeDefined();
});

test('sends visitors to the login page, and back to the page they asked for', async () => {
  const server = fakeServer({ ...dashboard, currentUser: signedOut });
  const { user, place } = renderApp({ path: '/admin?from=mail', server });

  await screen.findByRole('heading', { name: 'Admin Login' });
  expect(place()).toBe('/login?returnTo=/admin%3Ffrom%3Dmail');
  expect(screen.queryByText(/session has ended/)).toBeNull();
  expect(server.callsOf('listWords')).toEqual([]);

  server.answer({ login: { user: { id: 1, username: 'admin' } } });
  await user.type(await screen.findByLabelText('Username'), 'admin');
  await user.type(screen.getByLabelText('Password'), 'secret');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));

  await screen.findByRole('heading', { name: 'Dashboard' });
  expect(place()).toBe('/admin?from=mail');
});

test('a session that ends while working leads to the login page and back', async () => {
  const { user, server, place } = renderApp({ path: '/admin', answers: dashboard });
  await screen.findByRole('heading', { name: 'Dashboard' });

  server.answer({ changePassword: signedOut, currentUser: signedOut });
  await user.click(screen.getByRole('button', { name: 'Change Password' }));
  await user.type(screen.getByLabelText('Current Password'), 'old secret');
  await user.type(screen.getByLabelText('New Password'), 'new secret');
  await user.type(screen.getByLabelText('Confirm New Password'), 'new secret');
  await user.click(screen.getAllByRole('button', { name: 'Change Password' }).at(-1) as HTMLElement);

  expect(await screen.findByText('Your session has ended. Sign in to continue.')).toBeDefined();
  expect(place()).toBe('/login?returnTo=/admin');
});

test('a 401 answer to any list ends the session too', async () => {
  const { place } = renderApp({ path: '/admin', answers: { ...dashboard, listSchedule: signedOut } });
  await screen.findByRole('heading', { name: 'Admin Login' });
  expect(place()).toBe('/login?returnTo=/admin');
});

test('says so when the server cannot be reached, and tries again', async () => {
  const { user, server } = renderApp({ path: '/admin', answers: { ...dashboard, currentUser: unreachable } });

  expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached');
  server.answer({ currentUser: { id: 1, username: 'admin' } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeDefined();
});

test('logging out clears the cache and leaves no return path in the URL', async () => {
  const { user, client, place } = renderApp({
    path: '/admin',
    answers: { ...dashboard, logout: { message: '' } },
  });
  await user.click(await screen.findByRole('button', { name: 'Logout' }));

  await screen.findByRole('heading', { name: 'Admin Login' });
  expect(place()).toBe('/login');
  await waitFor(() => expect(client.getQueryData(['/api/admin/words'])).toBeUndefined());
});

test('a call that is refused while logging out leaves no return path either', async () => {
  const logout = held({ message: '' });
  const answers = { ...dashboard, logout: logout.answer };
  const { user, client, server, place } = renderApp({ path: '/admin', answers });
  await user.click(await screen.findByRole('button', { name: 'Logout' }));
  server.answer({ overview: signedOut });
  await client.refetchQueries({ queryKey: ['/api/admin/overview'] });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull());
  expect(place()).toBe('/admin');

  logout.release();
  await screen.findByRole('heading', { name: 'Admin Login' });
  expect(place()).toBe('/login');
});

test('says so when logging out failed', async () => {
  const { user, place } = renderApp({ path: '/admin', answers: { ...dashboard, logout: unreachable } });
  await user.click(await screen.findByRole('button', { name: 'Logout' }));
  expect(await screen.findByText('You are still signed in')).toBeDefined();
  expect(place()).toBe('/admin');
});

test('shows the sandbox with a link to its outbox', async () => {
  renderApp({
    path: '/admin',
    answers: { ...dashboard, system: { ...runningSystem, ...emailFacts.sandbox } },
  });
  const banner = await screen.findByRole('region', { name: 'Sandbox mode' });
  expect(banner.querySelector('a')?.getAttribute('href')).toBe('/admin/outbox');
  expect(screen.getByRole('link', { name: 'Outbox' })).toBeDefined();
});

test('does not mention a sandbox if emails really go out', async () => {
  const { server } = renderApp({ path: '/admin', answers: dashboard });
  await screen.findByRole('heading', { name: 'Dashboard' });
  await waitFor(() => expect(server.callsOf('system')).toHaveLength(1));
  expect(screen.queryByRole('region', { name: 'Sandbox mode' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Outbox' })).toBeNull();
});

test('has a page for unknown addresses', async () => {
  renderApp({ path: '/nowhere' });
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeDefined();
  await waitFor(() => expect(document.title).toBe('Page not found · Wordrise'));
});

test('after a navigation the heading gets the focus', async () => {
  const { router } = renderApp({ path: '/login' });
  const login = await screen.findByRole('heading', { name: 'Admin Login' });
  expect(document.activeElement).not.toBe(login);

  router.navigate('/admin-setup');
  const setup = await screen.findByRole('heading', { name: 'Admin Setup' });
  await waitFor(() => expect(document.activeElement).toBe(setup));
});

test('a query without its own function fetches its key as a path', async () => {
  function Listing() {
    const { data, error } = useQuery({ queryKey: ['/api', 'admin', 'schedule', 'stats'] });
    return <p>{error ? error.message : JSON.stringify(data)}</p>;
  }
  const answers = { scheduleStats: () => json({ total: 3 }) };
  const { server } = renderApp({ path: '/', answers, routes: [{ path: '*', element: <Listing /> }] });
  expect(await screen.findByText('{"total":3}')).toBeDefined();
  expect(server.calls.map(({ path }) => path)).toEqual(['/api/admin/schedule/stats']);
});

test('does not retry after a failure', async () => {
  const { server } = renderApp({
    path: '/admin',
    answers: { ...dashboard, overview: refuse(503, 'database.unreachable', 'Away.') },
  });
  await screen.findByText('The readers could not be counted');
  expect(server.callsOf('overview')).toHaveLength(1);
});

test.each([
  'iContact did not answer within 10 seconds.',
  'iContact is overloaded. It says: Service Unavailable.',
])('every page says that the email provider does not work, and why: %s', async (problem) => {
  renderApp({
    path: '/admin/schedule',
    answers: { listProviderSends: [], tomorrow: tomorrow({ providerProblem: problem }) },
  });
  const banner = await screen.findByRole('status', { name: 'Email provider' });
  expect(banner.textContent).toContain(`${problem.replace(/\.$/, '')}. Scheduled emails are kept`);
});

test('every page says that one of two mail servers is out', async () => {
  const mailServerOut = 'The first mail server has taken no emails. The second one carries the emails.';
  renderApp({
    path: '/admin/schedule',
    answers: { listProviderSends: [], tomorrow: tomorrow({ mailServerOut }) },
  });
  const banner = await screen.findByRole('status', { name: 'Mail servers' });
  expect(banner.textContent).toContain(mailServerOut);
  expect(screen.queryByRole('status', { name: 'Email provider' })).toBeNull();
});

test('every page says that sending is held, and resumes it on request', async () => {
  let isHeld = true;
  const { user, server } = renderApp({
    path: '/admin/schedule',
    answers: {
      listProviderSends: [],
      tomorrow: () =>
        tomorrow({
          sendingHeldSince: isHeld ? '2026-12-01T11:00:00.000Z' : null,
          providerProblem: isHeld ? 'Sending is held.' : null,
        }),
      resumeSending: () => {
        isHeld = false;
        return json({ message: 'Sending is on again.' });
      },
    },
  });
  const banner = await screen.findByRole('status', { name: 'Sending is held' });
  expect(screen.queryByRole('status', { name: 'Email provider' })).toBeNull();
  await user.click(within(banner).getByRole('button', { name: 'Resume sending' }));
  const dialog = await screen.findByRole('alertdialog', { name: /stopped for good/ });
  expect(server.callsOf('resumeSending')).toHaveLength(0);
  await user.click(within(dialog).getByRole('button', { name: /resume sending/ }));
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Sending is held' })).toBeNull());
  expect(server.callsOf('resumeSending')).toHaveLength(1);
});

test('a page does not wait for the verdict as long as a slow email provider does', async () => {
  const verdict = held(tomorrow({ providerProblem: 'iContact did not answer within 10 seconds.' }));
  renderApp({
    path: '/admin/schedule',
    answers: { listProviderSends: [], tomorrow: verdict.answer },
  });
  await screen.findByRole('heading', { name: 'Schedule' });
  expect(screen.queryByRole('status', { name: 'Email provider' })).toBeNull();
  verdict.release();
  await screen.findByRole('status', { name: 'Email provider' });
});
