import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { SystemView } from '@wordrise/core/contract';
import { afterEach, expect, test } from 'vitest';
import { defined } from '../../testing/defined.ts';
import { type Answers, held, refuse, runningSystem } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const url = 'https://words.example.com';

interface Opened extends Partial<SystemView> {
  answers?: Answers;
}
function openEmbed({ answers, ...system }: Opened = {}) {
  return renderApp({
    path: '/admin/embed',
    answers: {
      system: { ...runningSystem, publicUrl: url, ...system },
      config: {
        productName: 'Wordrise',
        recaptchaSiteKey: null,
        botCheck: null,
        firstName: 'required',
        signupPath: '/#signup',
        confirmSignups: false,
      },
      ...answers,
    },
  });
}

const scripts = () => document.querySelectorAll<HTMLScriptElement>('script[src="/widgets.js"]');
afterEach(() => {
  for (const script of scripts()) script.remove();
});
/** Plays the browser's part: jsdom fetches no scripts. */
async function scriptEnds(how: 'load' | 'error') {
  await waitFor(() => expect(scripts()).toHaveLength(1));
  fireEvent(defined(scripts()[0]), new Event(how));
}
const preview = () => document.querySelector<HTMLElement>('wordrise-signup');
const code = (name: string) =>
  screen
    .findByRole('region', { name })
    .then((region) => region.querySelector('code:is(pre > *)')?.textContent);

test('shows the code of this installation', async () => {
  openEmbed({ publicUrl: `${url}/` });
  expect(await code('Any page')).toBe(
    `<script src="${url}/widgets.js"></script>\n<wordrise-signup api-url="${url}"></wordrise-signup>`,
  );
  expect(await code('React')).toContain(`<SignupForm apiUrl="${url}" />`);
  await waitFor(async () => expect(await code('Link only')).toContain(`href="${url}/#signup"`));
  expect(await code('Word of the day')).toContain(`<wordrise-today api-url="${url}">`);
  expect(screen.queryByRole('region', { name: 'Colors and corners' })).toBeNull();
});

test('options change the code and the preview', async () => {
  const { user } = openEmbed();
  await scriptEnds('load');
  await waitFor(() => expect(preview()).not.toBeNull());
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Theme' }), 'Dark');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Favorite word' }), 'Leave it out');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Corners' }), 'Square');
  await user.type(screen.getByLabelText(/^Button/), 'Join');
  fireEvent.change(screen.getByLabelText('Accent color'), { target: { value: '#28599b' } });

  const html = await code('Any page');
  for (const part of ['theme="dark"', 'favorite-word="off"', `texts='{"button":"Join"}'`])
    expect(html).toContain(part);
  expect(await code('React')).toContain('favoriteWord={false}');
  expect(await code('Colors and corners')).toContain('--wordrise-accent: #28599b;');
  expect(preview()?.getAttribute('theme')).toBe('dark');
  expect(preview()?.getAttribute('favorite-word')).toBe('off');
  expect(preview()?.getAttribute('api-url')).toBe(location.origin);
  expect(preview()?.style.getPropertyValue('--wordrise-accent')).toBe('#28599b');
  expect(preview()?.style.getPropertyValue('--wordrise-radius')).toBe('0px');

  await user.click(screen.getByRole('button', { name: 'Reset accent color' }));
  expect(await code('Colors and corners')).not.toContain('accent');
});

test('copies, and says so', async () => {
  const { user } = openEmbed();
  await user.click(await screen.findByRole('button', { name: 'Copy HTML' }));
  expect(await screen.findByText('Any page: copied.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Copied HTML' }).textContent).toBe('Copied');
  expect(await navigator.clipboard.readText()).toBe(await code('Any page'));
});

test('if copying is blocked, the code is selected instead', async () => {
  const { user } = openEmbed();
  navigator.clipboard.writeText = () => Promise.reject(new DOMException('No.', 'NotAllowedError'));
  await user.click(await screen.findByRole('button', { name: 'Copy HTML' }));
  expect(await screen.findByText(/The code is selected: press Ctrl\+C/)).toBeDefined();
  expect(String(getSelection())).toBe(await code('Any page'));
});

test('the preview loads the script that other sites load, once', async () => {
  openEmbed();
  expect(await screen.findByText('Loading the preview')).toBeDefined();
  await scriptEnds('load');
  await waitFor(() => expect(preview()).not.toBeNull());
  expect(scripts()).toHaveLength(1);
});

test('a script that cannot be loaded: says so, and can retry', async () => {
  const { user } = openEmbed();
  await scriptEnds('error');
  expect(await screen.findByText('The preview could not be loaded')).toBeDefined();
  expect(await code('Any page')).toContain(url);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await scriptEnds('load');
  await waitFor(() => expect(preview()).not.toBeNull());
});

test.each([
  { why: 'no other site', origins: [], listed: [url], said: 'No other site may embed the form yet.' },
  {
    why: 'some sites',
    origins: ['https://blog.example.com', url],
    listed: [url, 'https://blog.example.com'],
    said: 'this installation',
  },
])('$why may embed it', async ({ origins, listed, said }) => {
  openEmbed({ widgetOrigins: origins });
  const items = within(await screen.findByRole('list', { name: 'Allowed sites' })).getAllByRole('listitem');
  expect(items.map((item) => item.querySelector('code')?.textContent)).toEqual(listed);
  expect(screen.getByText(said)).toBeDefined();
});

test('a refused site is allowed with one click, and removed again', async () => {
  const blog = 'https://blog.example';
  const before = { allowed: [], refused: [{ origin: blog, count: 3, lastAt: '2026-11-22T12:00:00.000Z' }] };
  const { user, server } = openEmbed({ answers: { listOrigins: before } });
  const refused = await screen.findByRole('list', { name: 'Refused sites' });
  expect(refused.textContent).toContain('3 signups, last Sun, Nov 22, 2026, 07:00');
  expect(screen.queryByText('No other site may embed the form yet.')).toBeNull();

  server.answer({ allowOrigin: { allowed: [{ origin: blog, source: 'admin' }], refused: [] } });
  await user.click(screen.getByRole('button', { name: 'Allow blog.example' }));
  expect(await screen.findByText('blog.example may embed the form')).toBeDefined();
  expect(server.callsOf('allowOrigin')[0]?.body).toEqual({ origin: blog });
  expect(screen.queryByRole('list', { name: 'Refused sites' })).toBeNull();
  expect(screen.getByRole('list', { name: 'Allowed sites' }).textContent).toContain(blog);

  server.answer({ removeOrigin: { allowed: [], refused: [] } });
  await user.click(screen.getByRole('button', { name: 'Remove blog.example' }));
  expect(await screen.findByText('blog.example was removed')).toBeDefined();
  expect(server.callsOf('removeOrigin')[0]?.search.get('origin')).toBe(blog);
});

test('a site is allowed by its address, and an invalid address is refused', async () => {
  const { user, server } = openEmbed();
  const field = await screen.findByLabelText('Allow another site');
  await user.type(field, 'not a site{Enter}');
  expect(
    await screen.findByText('Enter the address of a site, such as https://blog.example.com'),
  ).toBeDefined();
  server.answer({
    allowOrigin: { allowed: [{ origin: 'https://shop.example', source: 'admin' }], refused: [] },
  });
  await user.clear(field);
  await user.type(field, 'shop.example/about{Enter}');
  await waitFor(() => expect(server.callsOf('allowOrigin')).toHaveLength(1));
  expect(server.callsOf('allowOrigin')[0]?.body).toEqual({ origin: 'https://shop.example' });
});

test('any site may embed it', async () => {
  openEmbed({ widgetOrigins: ['*'] });
  expect(await screen.findByText('Any site may embed the form.')).toBeDefined();
  expect(screen.queryByText('No other site may embed the form yet.')).toBeNull();
});

test.each([
  { publicUrl: 'http://localhost:5000', said: 'This address works on this machine only' },
  { publicUrl: 'http://127.0.0.1:5000', said: 'This address works on this machine only' },
  { publicUrl: 'http://words.example.com', said: 'Pages served over https will not load it' },
])('warns of $publicUrl: $said', async ({ publicUrl, said }) => {
  openEmbed({ publicUrl });
  expect(await screen.findByText(said)).toBeDefined();
});

test('does not warn about an https address', async () => {
  openEmbed();
  await code('Any page');
  expect(screen.queryByText(/works on this machine only|will not load it/)).toBeNull();
});

test('the page is rendered once, when the address is known', async () => {
  const answer = held(runningSystem);
  openEmbed({ answers: { system: answer.answer } });
  expect(await screen.findByText('Loading')).toBeDefined();
  expect(screen.queryByRole('combobox', { name: 'Theme' })).toBeNull();
  answer.release();
  expect(await code('Any page')).toContain('localhost:5000');
});

test('without the address there is no code, and trying again works', async () => {
  const { user, server } = openEmbed({
    answers: { system: refuse(503, 'database.unreachable', 'The database does not answer.') },
  });
  expect(await screen.findByText('This installation’s address could not be fetched')).toBeDefined();
  server.answer({ system: { ...runningSystem, publicUrl: url } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await code('Any page')).toContain(url);
});

test('has no second way to the dashboard beside the navigation', async () => {
  openEmbed();
  expect(await screen.findAllByRole('link', { name: 'Dashboard' })).not.toEqual([]);
  expect(screen.queryByRole('link', { name: 'Back to Dashboard' })).toBeNull();
});
