import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '../../../../test/eventually.ts';
import { type ApiOptions, startApiStandIn } from '../../test/api-stand-in.ts';
import type { SignupOptions } from './options.ts';
import { SignupForm } from './signup-form.tsx';

afterEach(cleanup);

async function givenForm(options: SignupOptions = {}, apiOptions: ApiOptions = {}) {
  const api = await startApiStandIn({ widgetOrigins: ['*'], ...apiOptions });
  onTestFinished(() => api.close());
  const view = render(<SignupForm apiUrl={api.url} {...options} />, { wrapper: StrictMode });
  return { api, user: userEvent.setup(), ...view };
}

type User = ReturnType<typeof userEvent.setup>;
async function signUp(user: User, email = 'ann@example.com', firstName = 'Ann') {
  await user.clear(screen.getByLabelText('Email'));
  await user.type(screen.getByLabelText('Email'), email);
  await user.clear(screen.getByLabelText('First name'));
  await user.type(screen.getByLabelText('First name'), firstName);
  await user.click(screen.getByRole('button'));
}

test('signs up and shows the confirmation', async () => {
  const onSuccess = vi.fn();
  const { api, user, container } = await givenForm({ onSuccess }, { productName: 'Dawn' });
  const heard = vi.fn();
  container.addEventListener('wordrise:success', heard);

  await user.type(screen.getByLabelText(/Favorite word/), 'lagom');
  await signUp(user);

  await screen.findByText('Welcome to Dawn!');
  expect(screen.getByText('Your first daily word will arrive soon.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('status')));
  expect(await api.signups()).toEqual([
    { email: 'ann@example.com', firstName: 'Ann', favoriteWord: 'lagom' },
  ]);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  expect(api.bodies).toMatchObject([{ timezone: timeZone }]);
  expect(onSuccess.mock.calls).toEqual([[{ message: 'You are signed up.', confirmFirst: false }]]);
  expect(heard).toHaveBeenCalledTimes(1);
});

test.each([
  {
    why: 'by default',
    texts: {},
    title: 'Almost done!',
    text: 'Check your inbox and click the link to confirm.',
  },
  {
    why: 'in the texts for it',
    texts: { welcome: 'Bald!', confirmTitle: 'Fast fertig, {product}!', confirm: 'Schau in dein Postfach.' },
    title: 'Fast fertig, Dawn!',
    text: 'Schau in dein Postfach.',
  },
  {
    why: 'in the welcome that the site wrote when there was no text for it',
    texts: { welcomeTitle: 'Willkommen!', welcome: 'Klick auf den Link in der E-Mail.' },
    title: 'Willkommen!',
    text: 'Klick auf den Link in der E-Mail.',
  },
])('asks to confirm first, $why, if a confirmation follows', async ({ texts, title, text }) => {
  const { user } = await givenForm({ texts }, { confirmSignups: true, productName: 'Dawn' });
  await signUp(user);
  await screen.findByText(title);
  expect(screen.getByRole('status').textContent).toBe(`${title}${text}`);
});

test.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
])('does not accept a script as an address: %j', async (address) => {
  const texts = { note: `Read [this](${address.replace(/[()]/g, '')}) first.` };
  const { container } = await givenForm({ texts, signupUrl: address, apiUrl: address });
  expect(container.textContent).toContain('Read this first.');
  for (const link of container.querySelectorAll('a')) {
    expect(link.getAttribute('href') ?? '').toMatch(/^(\/#signup)?$/);
  }
});

test.each([
  'https://a.example/x',
  '/privacy',
  'privacy?a:b',
  '#top',
  '//a.example',
  'mailto:a@b.example',
  'tel:1',
])('accepts %s as an address', async (address) => {
  await givenForm({ texts: { note: `Read [this](${address}) first.` } });
  expect(screen.getByRole('link', { name: 'this' }).getAttribute('href')).toBe(address);
});

test('sends its campaign and its note, as the visitor sees it', async () => {
  const note = 'I agree. [Privacy](https://blog.example/privacy)';
  const { api, user } = await givenForm({ campaign: 'spring', texts: { note } });
  await signUp(user);
  await screen.findByText('Welcome to Wordrise!');
  expect(api.bodies).toMatchObject([{ campaign: 'spring', consent: note }]);
});

test('shows missing values at their fields', async () => {
  const onError = vi.fn();
  const { api, user } = await givenForm({ onError });
  await user.click(screen.getByRole('button', { name: 'Sign Up' }));

  const email = screen.getByLabelText('Email');
  expect(email.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(email.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Please enter a valid email address',
  );
  await waitFor(() => expect(document.activeElement).toBe(email));
  expect(screen.getByText('First name is required')).toBeTruthy();
  expect(api.requests).toEqual(['GET /api/config']);
  expect(onError).not.toHaveBeenCalled();
});

test('a text of the site replaces the server’s sentence about letters other than a to z', async () => {
  const { api, user } = await givenForm({ texts: { emailNotAscii: 'Bitte ohne Umlaute' } });
  await user.type(screen.getByLabelText('Email'), 'jörg@schule.example');
  await user.type(screen.getByLabelText('First name'), 'Jörg');
  await user.click(screen.getByRole('button', { name: 'Sign Up' }));
  await screen.findByText('Bitte ohne Umlaute');
  expect(api.bodies).toEqual([]);
});

test('a text of the site replaces the server’s sentence about a long name', async () => {
  const { api, user } = await givenForm({ texts: { tooLong: 'Demasiado largo' } });
  const fields = { firstName: ['First name must be at most 100 characters'] };
  api.refuseWith({ status: 400, body: { message: 'No', code: 'input.invalid', fields } });
  await user.type(screen.getByLabelText('Email'), 'ann@example.com');
  await user.type(screen.getByLabelText('First name'), 'Ann');
  await user.click(screen.getByRole('button', { name: 'Sign Up' }));
  await screen.findByText('Demasiado largo');
});

test('shows a failure, keeps typed text, and tries again', async () => {
  const onError = vi.fn();
  const { api, user } = await givenForm({ onError });
  api.refuseWith({
    status: 429,
    headers: { 'Retry-After': '90' },
    body: { message: 'No', code: 'limit.too_many' },
  });
  await signUp(user);

  const alert = await screen.findByRole('alert');
  const problem = 'Too many signups from your network. Please try again in 2 min.';
  expect(alert.textContent).toBe(`Registration failed${problem}`);
  expect(onError.mock.calls).toEqual([
    [{ code: 'limit.too_many', message: problem, fields: undefined, retryAfter: 90 }],
  ]);
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ann@example.com');

  api.refuseWith(undefined);
  await user.click(screen.getByRole('button'));
  await screen.findByText('Welcome to Wordrise!');
});

test('a callback that throws does not undo the signup', async () => {
  const thrown: unknown[] = [];
  const keep = (error: unknown) => thrown.push(error);
  const before = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', keep);
  onTestFinished(() => {
    process.off('unhandledRejection', keep);
    for (const listener of before) process.on('unhandledRejection', listener);
  });
  const { user } = await givenForm({
    onSuccess: () => {
      throw new Error('of the page');
    },
  });
  await signUp(user);
  await screen.findByText('Welcome to Wordrise!');
  await eventually(() => expect(thrown).toEqual([new Error('of the page')]));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('applies changed props', async () => {
  const { rerender, api } = await givenForm();
  rerender(<SignupForm apiUrl={api.url} texts={{ button: 'Join' }} favoriteWord={false} theme="dark" />);
  expect(screen.getByRole('button', { name: 'Join' })).toBeTruthy();
  expect(screen.getAllByRole('textbox')).toHaveLength(2);
  expect(document.querySelector('[part=root]')?.getAttribute('data-theme')).toBe('dark');
  rerender(<SignupForm apiUrl={`${api.url}/`} mode="link" />);
  expect(screen.getByRole('link').getAttribute('href')).toBe(`${api.url}/#signup`);
});

test('a favorite word stays optional without the text “optional”', async () => {
  await givenForm({ texts: { optional: '' } });
  const fields = screen.getAllByRole<HTMLInputElement>('textbox');
  expect(fields.map(({ required }) => required)).toEqual([true, true, false]);
  expect(screen.getByLabelText('Favorite word').closest('[part~=wide]')).not.toBeNull();
});

test('two forms on a page have different ids', async () => {
  render(
    <>
      <SignupForm />
      <SignupForm />
    </>,
  );
  const ids = screen.getAllByRole('textbox').map(({ id }) => id);
  expect(new Set(ids).size).toBe(6);
});
