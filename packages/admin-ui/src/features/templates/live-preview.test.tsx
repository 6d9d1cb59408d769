import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { PreviewInput, TemplatePreview } from '@wordrise/core/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { word } from '../../testing/builders.ts';
import { type Call, refuse, unreachable } from '../../testing/fake-server.ts';
import { framedEmail } from '../../testing/framed-email.ts';
import { markedLines, openEditor, rendered, stored, subjectField } from '../../testing/template-editor.tsx';

beforeEach(() => sessionStorage.clear());
afterEach(() => void vi.restoreAllMocks());

/** Makes the screen wide enough for both. */
function widen() {
  const narrow = window.matchMedia.bind(window);
  const wide = vi.spyOn(window, 'matchMedia');
  wide.mockImplementation((media) => Object.assign(narrow(media), { matches: true }));
}

/** Renders the HTML unchanged, and refuses an unclosed condition. */
function render({ body }: Call): TemplatePreview | Response {
  const { content, subject } = body as PreviewInput;
  const at = content.split('\n').findIndex((line) => line.includes('{{#if'));
  if (at < 0) return { html: content, subject, text: 'As text' };
  const message = `Line ${at + 1}: it is never closed.`;
  return refuse(400, 'template.syntax', message, { content: [message] })();
}

const pane = () => screen.findByRole('region', { name: 'The email with this text' });
/** The emails within the frame: the one that is shown, and one that is loading. */
function frames(): string[] {
  const [outer] = document.querySelectorAll('iframe');
  return [...(outer?.contentDocument?.querySelectorAll('iframe') ?? [])].map(({ srcdoc }) => srcdoc);
}
const openEmail = async () => framedEmail(await screen.findByTitle(/^Email: /));

test('shows the email beside the text, and again once typing pauses', async () => {
  widen();
  const { user, html, server } = await openEditor({ previewTemplate: render });
  expect((await openEmail()).getAttribute('sandbox')).toBe('allow-same-origin');
  expect(frames().at(-1)).toContain('<h1>{{word}}</h1>');
  for (const typed of ['<p>o</p>', '<p>on</p>', '<p>one</p>'])
    fireEvent.change(html, { target: { value: typed } });
  await waitFor(() => expect(frames().at(-1)).toContain('<p>one</p>'));
  expect(server.callsOf('previewTemplate').map(({ body }) => (body as PreviewInput).content)).toEqual([
    stored.template,
    '<p>one</p>',
  ]);
  const shown = within(await pane());
  const dark = '<style>@media (prefers-color-scheme: dark) { p { color: white } }</style>';
  fireEvent.change(html, { target: { value: dark } });
  await waitFor(() => expect(frames().at(-1)).toContain('@media (max-width: 0)'));
  await user.click(shown.getByRole('button', { name: 'Dark' }));
  expect(frames().at(-1)).toContain('@media (min-width: 0)');
  await user.click(shown.getByRole('button', { name: 'Text' }));
  expect(shown.getByText('As text')).toBeDefined();
  expect(frames()).toEqual([]);
});

test('an error is marked at its line, and the last email without errors stays', async () => {
  widen();
  const { user, html } = await openEditor({ previewTemplate: render });
  await openEmail();
  fireEvent.change(html, { target: { value: '<h2>\n{{#if word}}\n</h2>' } });
  const shown = within(await pane());
  await shown.findByText('This is the last text without errors.');
  expect(markedLines()).toEqual([2]);
  expect(frames().at(-1)).toContain('<h1>');
  // Typing is not interrupted.
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(shown.getByRole('button', { name: 'Line 2' }));
  expect(html.value.slice(html.selectionStart, html.selectionEnd)).toBe('{{#if word}}');

  fireEvent.change(html, { target: { value: '<h2>\n</h2>' } });
  await waitFor(() => expect(frames().at(-1)).toContain('<h2>'));
  expect(markedLines()).toEqual([]);
  expect(shown.queryByText('This is the last text without errors.')).toBeNull();
});

test('shows warnings before anything is saved, and a failure when the server is unreachable', async () => {
  widen();
  const warnings = ['Subject: there is no variable {{wurd}}. It stays empty.'];
  const { server } = await openEditor({
    previewTemplate: { ...rendered, warnings, unknownVariables: warnings },
  });
  const shown = within(await pane());
  await shown.findByText(warnings[0] ?? '');
  server.answer({ previewTemplate: unreachable });
  fireEvent.change(subjectField(), { target: { value: 'Another' } });
  await shown.findByText('The preview could not be generated');
});

test('a narrow screen shows it on request, with a word of the library', async () => {
  const list = { words: [word({ id: 7, word: 'zephyr' })], total: 1, hasMore: false };
  const { user, server } = await openEditor({ previewTemplate: render, listWords: list });
  expect(server.callsOf('previewTemplate')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Live email' }));
  const shown = within(await pane());
  await user.click(shown.getByRole('button', { name: 'Choose a word' }));
  await user.click(await screen.findByRole('button', { name: 'Select zephyr' }));
  await shown.findByText('zephyr');
  await waitFor(() => expect(server.callsOf('previewTemplate').at(-1)?.body).toMatchObject({ wordId: 7 }));
});
