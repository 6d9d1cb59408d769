import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, held, json, refuse, unreachable } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const user1 = { user: { id: 1, username: 'admin' } };

interface Filled {
  username?: string;
  password?: string;
  confirm?: string;
}

async function openSetup(answers: Answers = {}, path = '/admin-setup') {
  const app = renderApp({ path, answers: { needsSetup: { needsSetup: true }, ...answers } });
  await screen.findByRole('button', { name: 'Create Admin Account' });
  async function create({ username = 'admin', password = 'correct horse', confirm = password }: Filled = {}) {
    if (username) await app.user.type(screen.getByLabelText('Username'), username);
    if (password) await app.user.type(screen.getByLabelText('Password'), password);
    if (confirm) await app.user.type(screen.getByLabelText('Confirm Password'), confirm);
    await app.user.click(screen.getByRole('button', { name: 'Create Admin Account' }));
  }
  return { ...app, create };
}

/** The message that screen readers announce for a field. */
function messageAt(label: string) {
  const [errorId = ''] = screen.getByLabelText(label).getAttribute('aria-describedby')?.split(' ') ?? [];
  return document.getElementById(errorId)?.textContent;
}

test('says what it is for, with security tips', async () => {
  await openSetup();
  expect(screen.getByRole('heading', { name: 'Admin Setup' })).toBeDefined();
  expect(screen.getByText('Create your admin account to manage Wordrise')).toBeDefined();
  const tips = screen.getByRole('complementary', { name: 'Security tips' }).textContent;
  for (const tip of [
    /strong, unique password/,
    /credentials securely/,
    /one-time setup for a single admin/,
  ]) {
    expect(tips).toMatch(tip);
  }
});

test.each([
  {
    why: 'nothing filled in',
    fill: { username: '', password: '', confirm: '' },
    messages: {
      Username: 'Username must be at least 3 characters',
      Password: 'Password must be at least 8 characters',
      'Confirm Password': 'Please confirm your password',
    },
  },
  {
    why: 'a short name',
    fill: { username: 'ab' },
    messages: { Username: 'Username must be at least 3 characters' },
  },
  {
    why: 'a short password',
    fill: { password: '1234567' },
    messages: {
      Password: 'Password must be at least 8 characters',
      'Confirm Password': 'Please confirm your password',
    },
  },
  {
    why: 'passwords that differ',
    fill: { confirm: 'correct house' },
    messages: { 'Confirm Password': "Passwords don't match" },
  },
  {
    why: 'a short confirmation, which also differs',
    fill: { confirm: 'correct' },
    messages: { 'Confirm Password': 'Please confirm your password' },
  },
  {
    why: 'passwords that differ and a short name, both at once',
    fill: { username: 'ab', confirm: 'correct house' },
    messages: {
      Username: 'Username must be at least 3 characters',
      'Confirm Password': "Passwords don't match",
    },
  },
])('$why: shown at the fields, nothing sent', async ({ fill, messages }) => {
  const { create, server } = await openSetup();
  await create(fill);
  for (const [label, message] of Object.entries(messages)) expect(messageAt(label)).toBe(message);
  expect(server.callsOf('setupAdmin')).toEqual([]);
});

test('creates the account, says so and goes to the login', async () => {
  const { create, server, place } = await openSetup({ setupAdmin: user1 });
  await create();

  expect(await screen.findByText('Admin account created')).toBeDefined();
  expect(screen.getByText('You can now log in with your credentials.')).toBeDefined();
  await waitFor(() => expect(place()).toBe('/login'));
  expect(server.callsOf('setupAdmin')[0]?.body).toEqual({ username: 'admin', password: 'correct horse' });
  expect(screen.queryByRole('link', { name: 'Create the admin account' })).toBeNull();
});

test('the login form is filled in with what was just typed, once', async () => {
  const { create, server, user, place, router } = await openSetup({ setupAdmin: user1, login: user1 });
  await create();
  await screen.findByRole('heading', { name: 'Admin Login' });
  expect((await screen.findByLabelText<HTMLInputElement>('Password')).value).toBe('correct horse');

  router.navigate('/admin-setup');
  await screen.findByText('Setup has already been completed');
  await user.click(screen.getByRole('link', { name: 'Go to login' }));
  await waitFor(() => expect(place()).toBe('/login'));
  expect((await screen.findByLabelText<HTMLInputElement>('Password')).value).toBe('');
  expect(server.callsOf('login')).toEqual([]);
});

test('signing in with a new account takes one press', async () => {
  const { create, server, user, place } = await openSetup({ setupAdmin: user1, login: user1 });
  await create();
  await user.click(await screen.findByRole('button', { name: 'Sign In' }));
  await waitFor(() => expect(place()).toBe('/admin'));
  expect(server.callsOf('login')[0]?.body).toEqual({ username: 'admin', password: 'correct horse' });
});

test('sends the token of the setup link', async () => {
  const { create, server } = await openSetup({ setupAdmin: user1 }, '/admin-setup#token=from-the-link');
  await create();
  await screen.findByText('Admin account created');
  expect(server.callsOf('setupAdmin')[0]?.body).toMatchObject({ token: 'from-the-link' });
});

test('the server’s objection to a field is shown there only', async () => {
  const message = 'This name is reserved';
  const setupAdmin = refuse(400, 'input.invalid', 'Some fields are not right.', { username: [message] });
  const { create } = await openSetup({ setupAdmin });
  await create();
  await waitFor(() => expect(messageAt('Username')).toBe(message));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows that it works and ignores a second click', async () => {
  const answer = held(user1);
  const { create, server, user } = await openSetup({ setupAdmin: answer.answer });
  await create();
  await user.click(await screen.findByRole('button', { name: 'Creating Account...' }));
  expect(server.callsOf('setupAdmin')).toHaveLength(1);
  answer.release();
});

test.each([
  {
    why: 'the server refuses',
    setupAdmin: refuse(429, 'limit.too_many', 'Wait a minute.'),
    message: 'Wait a minute.',
  },
  { why: 'it refuses without a message', setupAdmin: () => json({}, 500), message: 'Setup failed' },
  { why: 'it is out of reach', setupAdmin: unreachable, message: 'An error occurred. Please try again.' },
])('$why: “$message”', async ({ setupAdmin, message }) => {
  const { create } = await openSetup({ setupAdmin });
  await create();
  expect((await screen.findByRole('alert')).textContent).toBe(message);
});

test('says so when setup has been done, and leads to the login', async () => {
  renderApp({ path: '/admin-setup', answers: { needsSetup: { needsSetup: false } } });
  expect(await screen.findByText('Setup has already been completed')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Go to login' }).getAttribute('href')).toBe('/login');
  expect(screen.queryByLabelText('Username')).toBeNull();
});

test('says so when someone else was faster', async () => {
  const { create } = await openSetup({
    setupAdmin: refuse(403, 'auth.setup_done', 'Setup has already been completed'),
  });
  await create();
  expect(await screen.findByText('Setup has already been completed')).toBeDefined();
  expect(screen.queryByLabelText('Username')).toBeNull();
});

test('lets the server decide when it is not known whether setup is needed', async () => {
  await openSetup({ needsSetup: unreachable });
  expect(screen.getByLabelText('Username')).toBeDefined();
});
