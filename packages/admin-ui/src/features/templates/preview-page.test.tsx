import { act, cleanup, screen, waitFor } from '@testing-library/react';
import type { TemplatePreview } from '@wordrise/core/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { refuse } from '../../testing/fake-server.ts';
import { framedEmail } from '../../testing/framed-email.ts';
import { renderApp } from '../../testing/render-app.tsx';

const preview: TemplatePreview = {
  html: '<html><head></head><body><h1>zephyr</h1><script>alert(1)</script></body></html>',
  subject: 'Wordrise: zephyr',
  text: 'ZEPHYR\na light wind',
};

/** The editor that opened this window, as the window sees it. */
function fakeEditor() {
  const asked: unknown[] = [];
  const editor = { postMessage: (message: unknown, origin: string) => asked.push([message, origin]) };
  Object.defineProperty(window, 'opener', { configurable: true, value: editor });
  function say(data: unknown, { origin = window.location.origin, source = editor as unknown } = {}) {
    act(() => {
      window.dispatchEvent(new MessageEvent('message', { data, origin, source: source as Window }));
    });
  }
  return { asked, say };
}

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  Object.defineProperty(window, 'opener', { configurable: true, value: null });
});

const open = () => renderApp({ path: '/admin/templates/preview' });

test('requests the email from its editor, and shows it in a sandbox, with subject and text', async () => {
  const { asked, say } = fakeEditor();
  const { user } = open();
  expect(await screen.findByText('Generating the preview')).toBeDefined();
  await waitFor(() => expect(asked).toEqual([['wordrise:preview-ready', window.location.origin]]));

  say({ type: 'wordrise:preview', preview });
  expect(screen.getByRole('heading', { name: 'Wordrise: zephyr' })).toBeDefined();
  const frame = framedEmail(screen.getByTitle('Email: Wordrise: zephyr'));
  expect(frame.getAttribute('sandbox')).toBe('');
  expect(frame.srcdoc).toContain('<h1>zephyr</h1>');
  await waitFor(() => expect(document.title).toBe('Preview: Wordrise: zephyr · Wordrise'));

  await user.click(screen.getByRole('button', { name: 'Text' }));
  expect(screen.getByText(/a light wind/).textContent).toBe('ZEPHYR\na light wind');
  expect(screen.queryByTitle('Email: Wordrise: zephyr')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Phone' }));
  expect(screen.getByTitle('Email: Wordrise: zephyr')).toBeDefined();
});

test('accepts messages from its editor only', async () => {
  const { say } = fakeEditor();
  open();
  await screen.findByText('Generating the preview');
  say({ type: 'wordrise:preview', preview }, { origin: 'https://elsewhere.example' });
  say({ type: 'wordrise:preview', preview }, { source: window });
  say({ type: 'wordrise:preview', preview: { html: 1 } });
  say('hello');
  expect(screen.getByText('Generating the preview')).toBeDefined();
});

test('a reload shows the same preview', async () => {
  const { say } = fakeEditor();
  open();
  await screen.findByText('Generating the preview');
  say({ type: 'wordrise:preview', preview });
  cleanup();
  open();
  expect(await screen.findByRole('heading', { name: 'Wordrise: zephyr' })).toBeDefined();
});

test('shows nothing without a session, and comes back after signing in', async () => {
  sessionStorage.setItem('wordrise.preview', JSON.stringify(preview));
  const { place } = renderApp({
    path: '/admin/templates/preview',
    answers: { currentUser: refuse(401, 'auth.required', 'Please sign in.') },
  });
  await screen.findByRole('heading', { name: 'Admin Login' });
  expect(place()).toBe('/login?returnTo=/admin/templates/preview');
});

test('opened directly it says where previews come from', async () => {
  open();
  expect(await screen.findByText('There is nothing to preview here')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Open the template editor' }).getAttribute('href')).toBe(
    '/admin/templates',
  );
});
