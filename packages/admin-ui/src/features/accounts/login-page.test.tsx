import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, held, json, refuse, unreachable } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const user1 = { user: { id: 1, username: 'admin' } };

async function openLogin(answers: Answers = {}, path = '/login') {
  const app = renderApp({ path, answers });
  await screen.findByRole('heading', { name: 'Admin Login' });
  await screen.findByLabelText('Username');
  async function signIn(username = 'admin', password = 'secret') {
    if (username) await app.user.type(screen.getByLabelText('Username'), username);
    if (password) await app.user.type(screen.getByLabelText('Password'), password);
    await app.user.click(screen.getByRole('button', { name: 'Sign In' }));
  }
  return { ...app, signIn };
}

test('shows its title and purpose', async () => {
  await openLogin();
  expect(screen.getByText('Sign in to access the admin dashboard')).toBeDefined();
  await waitFor(() => expect(document.title).toBe('Admin Login · Wordrise'));
});

test('the form does not wait for the answer to whether an account exists, and stays where it is', async () => {
  const answer = held({ needsSetup: true });
  const { server } = renderApp({ path: '/login', answers: { needsSetup: answer.answer } });
  const username = await screen.findByLabelText('Username');
  await waitFor(() => expect(server.callsOf('needsSetup')).toHaveLength(1));
  expect(screen.queryByRole('link', { name: 'Create the admin account' })).toBeNull();
  answer.release();
  const link = await screen.findByRole('link', { name: 'Create the admin account' });
  expect(username.compareDocumentPosition(link)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('asks for both fields, the first empty one has the focus, and nothing is sent', async () => {
  const { signIn, server } = await openLogin();
  await signIn('', '');

  const username = screen.getByLabelText('Username');
  expect(screen.getByText('Username is required')).toBeDefined();
  expect(screen.getByText('Password is required')).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(username));
  expect(username.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(username.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Username is required',
  );
  expect(server.callsOf('login')).toEqual([]);
});

test('a message disappears as its field is fixed, the other stays', async () => {
  const { signIn, user } = await openLogin();
  await signIn('', '');
  await user.type(screen.getByLabelText('Username'), 'a');
  expect(screen.queryByText('Username is required')).toBeNull();
  expect(screen.getByText('Password is required')).toBeDefined();
});

test.each([
  {
    why: 'wrong credentials',
    login: refuse(401, 'auth.invalid_credentials', 'Invalid username or password'),
    message: 'Invalid username or password',
  },
  {
    why: 'too many attempts',
    login: refuse(429, 'limit.too_many', 'Too many attempts. Try again in 5 minutes.'),
    message: 'Too many attempts. Try again in 5 minutes.',
  },
  { why: 'JSON without a message', login: () => json({}, 500), message: 'Invalid username or password' },
  {
    why: 'a body that cannot be read',
    login: () => new Response('<html>Bad gateway</html>', { status: 502 }),
    message: 'Login failed',
  },
  {
    why: 'a server out of reach',
    login: unreachable,
    message: 'Unable to connect to server. Please try again.',
  },
])('$why: shows “$message” above the form and stays', async ({ login, message }) => {
  const { signIn, place } = await openLogin({ login }, '/login?returnTo=/admin/words');
  await signIn();

  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(message);
  expect(alert.compareDocumentPosition(screen.getByLabelText('Username'))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  expect(place()).toBe('/login?returnTo=/admin/words');
});

test('after a failed attempt, says how to get back in with a forgotten password', async () => {
  const { signIn } = await openLogin({
    login: refuse(401, 'auth.invalid_credentials', 'Invalid username or password'),
  });
  expect(screen.queryByText(/Forgot your password/)).toBeNull();
  await signIn();
  const help = await screen.findByText(/Forgot your password/);
  expect(help.textContent).toBe(
    'Forgot your password? Run wordrise admin reset-password on the server. In the folder of npm start, it is npx wordrise admin reset-password.',
  );
  expect(screen.getByRole('button', { name: 'Sign In' }).compareDocumentPosition(help)).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
});

test.each([
  { why: 'the server is out of reach', answers: { login: unreachable } },
  {
    why: 'there is no account',
    answers: {
      login: refuse(401, 'auth.invalid_credentials', 'Invalid username or password'),
      needsSetup: { needsSetup: true },
    },
  },
])('does not speak of a forgotten password while $why', async ({ answers }) => {
  const { signIn } = await openLogin(answers);
  await signIn();
  await screen.findAllByRole('alert');
  expect(screen.queryByText(/Forgot your password/)).toBeNull();
});

test('shows that it works and ignores a second click', async () => {
  const answer = held(user1);
  const { signIn, server, user } = await openLogin({ login: answer.answer });
  await signIn();

  const busy = await screen.findByRole('button', { name: 'Signing in...' });
  await user.click(busy);
  await user.type(screen.getByLabelText('Password'), '{Enter}');
  expect(server.callsOf('login')).toHaveLength(1);

  answer.release();
  await screen.findByText('Login successful');
});

test('welcomes and goes to the dashboard', async () => {
  const { signIn, server, place } = await openLogin({ login: user1 });
  await signIn('  admin ', 'se cret ');

  expect(await screen.findByText('Login successful')).toBeDefined();
  expect(screen.getByText('Welcome back!')).toBeDefined();
  await waitFor(() => expect(place()).toBe('/admin'));
  // The name is trimmed, the password never is.
  expect(server.callsOf('login')[0]?.body).toEqual({ username: 'admin', password: 'se cret ' });
});

test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'does not go to %s afterward',
  async (returnTo) => {
    const { signIn, place } = await openLogin(
      { login: user1 },
      `/login?returnTo=${encodeURIComponent(returnTo)}`,
    );
    await signIn();
    await waitFor(() => expect(place()).toBe('/admin'));
  },
);

test('links to setup while it is needed', async () => {
  await openLogin({ needsSetup: { needsSetup: true } });
  const link = await screen.findByRole('link', { name: 'Create the admin account' });
  expect(link.getAttribute('href')).toBe('/admin-setup');
});

test('does not mention setup once it is done', async () => {
  const { server } = await openLogin();
  await waitFor(() => expect(server.callsOf('needsSetup')).toHaveLength(1));
  expect(screen.queryByRole('link', { name: 'Create the admin account' })).toBeNull();
});

test('a password can be shown while it is typed', async () => {
  const { user } = await openLogin();
  const password = screen.getByLabelText('Password');
  expect(password.getAttribute('type')).toBe('password');
  await user.click(screen.getByRole('button', { name: 'Show characters' }));
  expect(password.getAttribute('type')).toBe('text');
});

test('with two-step sign-in, a code is asked for in a second step', async () => {
  const { signIn, user, server, place } = await openLogin({
    login: refuse(401, 'auth.code_required', 'Enter the code from your authenticator app'),
  });
  await signIn('admin', 'secret');
  const code = await screen.findByLabelText('Code');
  await waitFor(() => expect(document.activeElement).toBe(code));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText(/Lost your phone/).textContent).toBe(
    'Lost your phone and the recovery codes? Run wordrise admin disable-second-factor on the server. In the folder of npm start, it is npx wordrise admin disable-second-factor.',
  );
  server.answer({ login: refuse(400, 'auth.wrong_code', 'Wrong code', { code: ['Wrong code'] }) });
  await user.type(code, '123456');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await screen.findByText('Wrong code');
  server.answer({ login: user1 });
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await waitFor(() => expect(place()).toBe('/admin'));
  expect(server.callsOf('login').at(-1)?.body).toEqual({
    username: 'admin',
    password: 'secret',
    code: '123456',
  });
});

test('the second step leads back to the first', async () => {
  const { signIn, user } = await openLogin({
    login: refuse(401, 'auth.code_required', 'Enter the code from your authenticator app'),
  });
  await signIn();
  await screen.findByLabelText('Code');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByLabelText('Username')).toBeDefined();
});
