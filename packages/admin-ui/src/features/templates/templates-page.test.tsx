import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { TemplatePreview } from '@wordrise/core/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scheduleItem } from '../../testing/builders.ts';
import { type Answers, fakeServer, held, json, refuse, unreachable } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const template = '<html>\n<body>\n<h1>{{word}}</h1>\n</body>\n</html>';
const stored = { template, subject: 'Wordrise: {{word}}' };
const rendered: TemplatePreview = { html: '<h1>zephyr</h1>', subject: 'Wordrise: zephyr', text: 'ZEPHYR' };

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

const htmlField = () => screen.findByLabelText('HTML template') as Promise<HTMLTextAreaElement>;
const subjectField = () => screen.getByLabelText('Subject line') as HTMLInputElement;
const saveButton = () => screen.getByRole('button', { name: 'Save Changes' });
const toast = () => document.querySelector('[data-toasts]')?.textContent;
const markedLines = () =>
  [...document.querySelectorAll<HTMLElement>('[data-line]')].map(({ dataset }) => Number(dataset.line));

async function openEditor(answers: Answers = {}) {
  const app = renderApp({ path: '/admin/templates', answers: { getTemplate: stored, ...answers } });
  return { ...app, html: await htmlField() };
}

test('shows the template and its subject under the page’s title', async () => {
  const { html } = await openEditor();
  expect(screen.getByRole('heading', { name: 'Email Template Editor' })).toBeDefined();
  expect(screen.getByText('Customize the HTML template for your daily vocabulary emails')).toBeDefined();
  expect(html.value).toBe(template);
  expect(subjectField().value).toBe('Wordrise: {{word}}');
  expect(subjectField().placeholder).toBe('Wordrise: {{word}}');
  expect(screen.queryByText('Unsaved changes')).toBeNull();
});

test('bare text means just the template', async () => {
  const { html } = await openEditor({
    getTemplate: () => new Response('<p>{{word}}</p>'),
    config: { productName: 'Morning', recaptchaSiteKey: null, signupPath: '/' },
  });
  expect(html.value).toBe('<p>{{word}}</p>');
  expect(subjectField().value).toBe('Morning: {{word}}');
});

test('loading and failing', async () => {
  const answer = held(stored);
  const { user, server } = renderApp({ path: '/admin/templates', answers: { getTemplate: answer.answer } });
  expect(await screen.findByText('Loading the template')).toBeDefined();
  server.answer({ getTemplate: refuse(503, 'database.unreachable', 'Away.') });
  answer.release();
  expect(await htmlField()).toBeDefined();

  const other = renderApp({
    path: '/admin/templates',
    answers: { getTemplate: refuse(503, 'database.unreachable', 'Away.') },
  });
  await screen.findByText('The template could not be fetched');
  other.server.answer({ getTemplate: stored });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getAllByLabelText('HTML template')).toHaveLength(2));
});

test('saves, says so, and no changes are unsaved', async () => {
  const { user, html, server } = await openEditor({ saveTemplate: stored });
  await user.type(html, '<!-- end -->');
  await user.type(subjectField(), ' today ');
  expect(screen.getByText('Unsaved changes')).toBeDefined();
  expect(sessionStorage.length).toBe(1);
  await user.click(saveButton());

  expect(await screen.findByText('Email template updated successfully!')).toBeDefined();
  expect(server.callsOf('saveTemplate').map(({ body }) => body)).toEqual([
    { content: `${template}<!-- end -->`, subject: 'Wordrise: {{word}} today' },
  ]);
  expect(screen.queryByText('Unsaved changes')).toBeNull();
  expect(html.value).toBe(`${template}<!-- end -->`);
  expect(sessionStorage.length).toBe(0);
});

test('text typed while saving stays unsaved', async () => {
  const answer = held(stored);
  const { user, html, server } = await openEditor({ saveTemplate: answer.answer });
  await user.type(html, 'one');
  await user.click(saveButton());
  await user.click(await screen.findByRole('button', { name: 'Saving...' }));
  expect(server.callsOf('saveTemplate')).toHaveLength(1);
  await user.type(html, 'two');
  answer.release();
  await screen.findByText('Email template updated successfully!');
  expect(html.value).toBe(`${template}onetwo`);
  expect(screen.getByText('Unsaved changes')).toBeDefined();
  expect(sessionStorage.length).toBe(1);
});

test('Ctrl+S saves', async () => {
  const { user, html, server } = await openEditor({ saveTemplate: stored });
  await user.click(html);
  await user.keyboard('{Control>}s{/Control}');
  await screen.findByText('Email template updated successfully!');
  expect(server.callsOf('saveTemplate')).toHaveLength(1);
});

test('Tab leaves the text area', async () => {
  const { user, html } = await openEditor();
  await user.click(html);
  await user.tab();
  expect(document.activeElement).toBe(saveButton());
  expect(html.value).toBe(template);
});

test.each([
  {
    why: 'the server refuses without a message',
    saveTemplate: () => json({}, 500),
    said: 'Failed to update templateThe server gave no reason. Please try again.',
  },
  {
    why: 'the server says why',
    saveTemplate: refuse(413, 'request.too_large', 'The template is too large.'),
    said: 'Failed to update templateThe template is too large.',
  },
  {
    why: 'the server cannot be reached',
    saveTemplate: unreachable,
    said: 'Failed to update templateThe server could not be reached. Check the connection and try again.',
  },
])('saving fails because $why: a toast says so, and the text stays', async ({ saveTemplate, said }) => {
  const { user, html } = await openEditor({ saveTemplate });
  await user.type(html, 'x');
  await user.click(saveButton());
  await waitFor(() => expect(toast()).toBe(said));
  expect(html.value).toBe(`${template}x`);
  expect(screen.getByText('Unsaved changes')).toBeDefined();
});

const syntax = refuse(400, 'template.syntax', 'Line 3: {{#if word}} is never closed. (and 1 more error)', {
  content: ['Line 3: {{#if word}} is never closed.', 'Line 5: {{}} is empty.'],
  subject: ['Subject: {{wort}} is not the name of a variable.'],
});

test('errors are listed with their line, marked there, and a click leads to it', async () => {
  const { user, html } = await openEditor({ saveTemplate: syntax });
  await user.click(saveButton());

  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(
    '2 errors to fixLine 3: {{#if word}} is never closed.Line 5: {{}} is empty.',
  );
  expect(screen.getByText('Subject: {{wort}} is not the name of a variable.')).toBeDefined();
  expect(document.activeElement).toBe(subjectField());
  expect(markedLines()).toEqual([3, 5]);
  expect(html.getAttribute('aria-invalid')).toBe('true');
  // The toast does not repeat the errors.
  expect(toast()).toBe('Failed to update template');

  await user.click(within(alert).getByRole('button', { name: 'Line 5' }));
  expect(document.activeElement).toBe(html);
  expect(html.value.slice(html.selectionStart, html.selectionEnd)).toBe('</html>');
});

test('the first error in the HTML moves the cursor to its line', async () => {
  const { user, html } = await openEditor({
    saveTemplate: refuse(400, 'template.syntax', 'Line 3: no.', { content: ['Line 3: no.'] }),
  });
  await user.click(saveButton());
  await screen.findByText('1 error to fix');
  expect(document.activeElement).toBe(html);
  expect(html.value.slice(html.selectionStart, html.selectionEnd)).toBe('<h1>{{word}}</h1>');
});

test('marks move with their lines and disappear as their lines are edited', async () => {
  const { user, html } = await openEditor({ saveTemplate: syntax });
  await user.click(saveButton());
  await screen.findByRole('alert');
  await user.type(html, '{Enter}', { initialSelectionStart: 0, initialSelectionEnd: 0 });
  expect(markedLines()).toEqual([4, 6]);
  const at = html.value.indexOf('<h1>');
  await user.type(html, 'x', { initialSelectionStart: at, initialSelectionEnd: at });
  expect(markedLines()).toEqual([6]);
  await user.type(subjectField(), '!');
  expect(screen.queryByText('Subject: {{wort}} is not the name of a variable.')).toBeNull();
});

test('warnings appear after saving, at their line', async () => {
  const { user, html } = await openEditor({
    saveTemplate: { ...stored, warnings: ['Line 3: {{wurd}} does not exist.', 'The template is 120 kB.'] },
  });
  await user.click(saveButton());
  await waitFor(() => expect(toast()).toBe('Saved, with 2 warningsLine 3: {{wurd}} does not exist.'));
  const beside = screen.getByRole('button', { name: 'show line 3' });
  expect(beside.closest('p')?.textContent).toBe('Saved, with 2 warnings: show line 3');
  await user.click(beside);
  expect(html.value.slice(html.selectionStart, html.selectionEnd)).toBe('<h1>{{word}}</h1>');
  expect(screen.getByText('Saved, with warnings')).toBeDefined();
  expect(screen.getByText('The template is 120 kB.')).toBeDefined();
  expect(markedLines()).toEqual([3]);
  await user.click(screen.getByRole('button', { name: 'Line 3' }));
  expect(html.value.slice(html.selectionStart, html.selectionEnd)).toBe('<h1>{{word}}</h1>');
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
  expect(document.activeElement).toBe(field);
  expect(server.calls.filter(({ name }) => name !== 'getTemplate' && name.includes('emplate'))).toEqual([]);
  expect(opened).toEqual([]);
  await user.type(field, 'a');
  expect(screen.queryByText(message)).toBeNull();
});

test('variables go to the cursor of the field that had the focus last', async () => {
  const { user, html } = await openEditor();
  const variable = (name: string) => screen.getByRole('button', { name: new RegExp(`^Insert {{${name}}}`) });
  // The HTML if neither had the focus.
  html.setSelectionRange(0, 0);
  await user.click(variable('definition'));
  expect(html.value).toBe(`{{definition}}${template}`);
  expect(document.activeElement).toBe(html);
  expect(html.selectionStart).toBe('{{definition}}'.length);

  await user.click(subjectField());
  subjectField().setSelectionRange(0, 'Wordrise'.length);
  await user.click(variable('DATE'));
  expect(subjectField().value).toBe('{{DATE}}: {{word}}');
  expect(document.activeElement).toBe(subjectField());
  expect(screen.getByText('Unsaved changes')).toBeDefined();
});

test('offers every variable and every conditional section', async () => {
  await openEditor();
  const names = (title: string) =>
    within(screen.getByRole('region', { name: title }))
      .getAllByRole('button')
      .map((button) => button.querySelector('code')?.textContent);
  expect(names('Template variables')).toEqual(
    [
      'subject',
      'word',
      'phoneticPronunciation',
      'partOfSpeech',
      'definition',
      'etymology',
      'example1',
      'example2',
      'conversationTip',
      'respelling',
      'boldExample1',
      'boldExample2',
      'DATE',
      'productName',
      'publicUrl',
      'wordUrl',
      'archiveUrl',
      'unsubscribeUrl',
    ].map((name) => `{{${name}}}`),
  );
  expect(names('Conditional sections')).toEqual(
    ['etymology', 'example1', 'example2', 'conversationTip'].map((name) => `{{#if ${name}}}…{{/if}}`),
  );
});

test('a conditional section wraps the selection', async () => {
  const { user, html } = await openEditor();
  const section = screen.getByRole('button', { name: /^Insert {{#if etymology}}/ });
  await user.click(html);
  html.setSelectionRange(0, '<html>'.length);
  await user.click(section);
  expect(html.value.split('\n')[0]).toBe('{{#if etymology}}<html>{{/if}}');
  expect(html.value.slice(html.selectionStart, html.selectionEnd)).toBe('<html>');

  html.setSelectionRange(0, 0);
  await user.click(section);
  expect(html.value.split('\n')[0]).toBe(
    '{{#if etymology}}{{etymology}}{{/if}}{{#if etymology}}<html>{{/if}}',
  );
});

test('Preview opens its window in the click and shows what the server made', async () => {
  const answer = held(rendered);
  const { user, html, server } = await openEditor({ previewTemplate: answer.answer });
  await user.type(html, '!');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  // Before any answer: that is what lets it through.
  expect(opened).toHaveLength(1);
  const [shownIn] = opened as [ReturnType<typeof fakeWindow>];
  expect(shownIn.shown).toEqual([]);
  answer.release();
  await waitFor(() => expect(shownIn.shown).toEqual([{ type: 'wordrise:preview', preview: rendered }]));
  expect(server.callsOf('previewTemplate')[0]?.body).toEqual({
    content: `${template}!`,
    subject: 'Wordrise: {{word}}',
  });
  // What is previewed is not saved.
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

/** Whether the browser would ask before it leaves. */
function leaves() {
  return window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

test('asks before unsaved changes are left, and leaves or stays', async () => {
  const { user, html, place } = await openEditor({
    listWords: { words: [], total: 0, hasMore: false },
    saveTemplate: stored,
  });
  expect(leaves()).toBe(true);
  await user.type(html, 'x');
  expect(leaves()).toBe(false);

  const away = screen.getByRole('link', { name: 'Back to Dashboard' });
  await user.click(away);
  const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  await user.click(within(dialog).getByRole('button', { name: 'Stay here' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(place()).toBe('/admin/templates');
  expect(html.value).toBe(`${template}x`);

  await user.click(away);
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await waitFor(() => expect(place()).toBe('/admin'));
  expect(sessionStorage.length).toBe(0);
});

test('does not ask without unsaved changes', async () => {
  const { user, html, place } = await openEditor({ saveTemplate: stored });
  await user.type(html, 'x');
  await user.click(saveButton());
  await screen.findByText('Email template updated successfully!');
  expect(leaves()).toBe(true);
  await user.click(screen.getByRole('link', { name: 'Back to Dashboard' }));
  await waitFor(() => expect(place()).toBe('/admin'));
});

test('nothing is lost when the session ends while editing', async () => {
  const server = fakeServer({ getTemplate: stored });
  const { user, place } = renderApp({ path: '/admin/templates', server });
  const html = await htmlField();
  await user.type(html, '<!-- mine -->');
  server.answer({
    saveTemplate: refuse(401, 'auth.required', 'Please sign in.'),
    currentUser: refuse(401, 'auth.required', 'Please sign in.'),
    login: { user: { id: 1, username: 'admin' } },
  });
  await user.click(saveButton());
  await screen.findByText('Your session has ended. Sign in to continue.');
  expect(place()).toBe('/login?returnTo=/admin/templates');

  await user.type(screen.getByLabelText('Username'), 'admin');
  await user.type(screen.getByLabelText('Password'), 'secret');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));

  const again = await htmlField();
  expect(again.value).toBe(`${template}<!-- mine -->`);
  expect(screen.getByText('Your unsaved changes are back')).toBeDefined();
  expect(screen.getByText('Unsaved changes')).toBeDefined();

  await user.click(screen.getByRole('button', { name: 'Go back to the saved template' }));
  expect(again.value).toBe(template);
  expect(screen.queryByText('Your unsaved changes are back')).toBeNull();
  expect(sessionStorage.length).toBe(0);
});

test('invalid stored text is not restored', async () => {
  sessionStorage.setItem('wordrise.template', '{"content":7}');
  const { html } = await openEditor();
  expect(html.value).toBe(template);
  expect(screen.queryByText('Your unsaved changes are back')).toBeNull();
});

test('asks whether emails that are scheduled get the new template too', async () => {
  const email = { id: 4, wordId: 1, word: 'halcyon', scheduledDate: '2026-11-24T12:00:00.000Z' };
  const { user, server } = await openEditor({
    saveTemplate: { ...stored, olderEmails: [email, { ...email, id: 5 }] },
    updateEmail: scheduleItem({ id: 4 }).scheduled_emails,
  });
  await user.click(saveButton());
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByRole('heading').textContent).toBe(
    '2 emails are scheduled, the first for Tue, Nov 24. Update them too?',
  );
  await user.click(dialog.getByRole('button', { name: 'Update them' }));
  await waitFor(() => expect(toast()).toBe('2 emails are updated'));
  expect(server.callsOf('updateEmail').map(({ path }) => path)).toEqual([
    '/api/admin/schedule/4/update',
    '/api/admin/schedule/5/update',
  ]);
});

test('an unknown variable is saved by a second click', async () => {
  const warnings = ['Subject: there is no variable {{wurd}}. It stays empty.'];
  const { user, server } = await openEditor({ saveTemplate: { ...stored, warnings } });
  fireEvent.change(subjectField(), { target: { value: 'Today: {{wurd}}' } });
  await user.click(saveButton());
  expect(toast()).toContain('Not saved yet');
  expect(server.callsOf('saveTemplate')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Save anyway' }));
  await waitFor(() => expect(toast()).toContain('Saved, with 1 warning'));
  expect(server.callsOf('saveTemplate').map(({ body }) => body)).toEqual([
    { content: template, subject: 'Today: {{wurd}}' },
  ]);
  expect(saveButton().textContent).toBe('Save Changes');
});
