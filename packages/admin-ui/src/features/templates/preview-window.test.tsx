import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { held, unreachable } from '../../testing/fake-server.ts';
import {
  markedLines,
  openEditor,
  rendered,
  syntax,
  template,
  toast,
} from '../../testing/template-editor.tsx';

/** The window that a preview opens, as the editor sees it. */
function fakeWindow() {
  const shown: unknown[] = [];
  return {
    shown,
    closed: false,
    postMessage(message: unknown) {
      shown.push(message);
    },
    close() {
      this.closed = true;
    },
  };
}

let opened: ReturnType<typeof fakeWindow>[];
let allowed: boolean;
beforeEach(() => {
  sessionStorage.clear();
  opened = [];
  allowed = true;
  vi.spyOn(window, 'open').mockImplementation((url) => {
    if (!allowed) return null;
    expect(url).toBe('/admin/templates/preview');
    const next = fakeWindow();
    opened.push(next);
    return next as unknown as Window;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  { click: 'Save Changes', empty: 'HTML template', message: 'The template is required' },
  { click: 'Save Changes', empty: 'Subject line', message: 'The subject is required' },
  { click: 'Preview', empty: 'HTML template', message: 'The template is required' },
])('$click without the $empty: shown at the field, nothing sent', async ({ click, empty, message }) => {
  const { user, server } = await openEditor();
  const field = screen.getByLabelText(empty);
  await user.clear(field);
  await user.click(screen.getByRole('button', { name: click }));
  expect(await screen.findByText(message)).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(server.calls.filter(({ name }) => name !== 'getTemplate' && name.includes('emplate'))).toEqual([]);
  expect(opened).toEqual([]);
  await user.type(field, 'a');
  expect(screen.queryByText(message)).toBeNull();
});

test('Preview opens its window during the click and shows what the server rendered', async () => {
  const answer = held(rendered);
  const { user, html, server } = await openEditor({ previewTemplate: answer.answer });
  await user.type(html, '!');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  // Before any answer, or the browser would block it.
  expect(opened).toHaveLength(1);
  const [shownIn] = opened as [ReturnType<typeof fakeWindow>];
  expect(shownIn.shown).toEqual([]);
  answer.release();
  await waitFor(() => expect(shownIn.shown).toEqual([{ type: 'wordrise:preview', preview: rendered }]));
  expect(server.callsOf('previewTemplate')[0]?.body).toEqual({
    content: `${template}!`,
    subject: 'Wordrise: {{word}}',
  });
  // Previewing does not save.
  expect(screen.getByText('Unsaved changes')).toBeDefined();

  // The window has loaded only now, and asks.
  const ask = (origin: string) =>
    window.dispatchEvent(
      new MessageEvent('message', {
        data: 'wordrise:preview-ready',
        origin,
        source: shownIn as unknown as Window,
      }),
    );
  act(() => void ask('https://elsewhere.example'));
  expect(shownIn.shown).toHaveLength(1);
  act(() => void ask(window.location.origin));
  expect(shownIn.shown).toHaveLength(2);
});

test.each([
  {
    why: 'the server cannot be reached',
    previewTemplate: unreachable,
    said: 'Failed to generate previewThe server could not be reached. Check the connection and try again.',
  },
  {
    why: 'there are errors',
    previewTemplate: syntax,
    // The errors themselves are in the editor.
    said: 'Failed to generate preview',
  },
])('no preview because $why: a toast says so and the window closes', async ({ previewTemplate, said }) => {
  const { user } = await openEditor({ previewTemplate });
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await waitFor(() => expect(toast()).toBe(said));
  expect(opened.map(({ closed }) => closed)).toEqual([true]);
});

test('errors show in the editor after a preview too', async () => {
  const { user } = await openEditor({ previewTemplate: syntax });
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await screen.findByText('2 errors to fix');
  expect(markedLines()).toEqual([3, 5]);
});

test('a blocked window is reported, and nothing is requested', async () => {
  allowed = false;
  const { user, server } = await openEditor({ previewTemplate: rendered });
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await waitFor(() => expect(toast()).toContain('Failed to generate preview'));
  expect(toast()).toContain('Allow pop-ups for this site');
  expect(server.callsOf('previewTemplate')).toEqual([]);
});
