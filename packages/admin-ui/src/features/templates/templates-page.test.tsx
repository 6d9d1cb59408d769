import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { scheduleItem } from '../../testing/builders.ts';
import { held, json, refuse, unreachable } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import {
  htmlField,
  openEditor,
  saveButton,
  stored,
  subjectField,
  template,
  toast,
} from '../../testing/template-editor.tsx';

beforeEach(() => sessionStorage.clear());

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
    config: {
      productName: 'Morning',
      recaptchaSiteKey: null,
      botCheck: null,
      firstName: 'required',
      signupPath: '/',
      confirmSignups: false,
    },
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

test('saves, says so, and shows no unsaved changes', async () => {
  const { user, html, server } = await openEditor({ saveTemplate: stored });
  await user.type(html, '<!-- end -->');
  await user.type(subjectField(), ' today ');
  expect(screen.getByText('Unsaved changes')).toBeDefined();
  expect(sessionStorage.length).toBe(1);
  await user.click(saveButton());

  expect(await screen.findByText('Email template updated successfully!')).toBeDefined();
  expect(server.callsOf('saveTemplate').map(({ body }) => body)).toEqual([
    {
      content: `${template}<!-- end -->`,
      subject: 'Wordrise: {{word}} today',
      replaces: { content: template, subject: stored.subject },
    },
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
  await waitFor(() => expect(document.activeElement).toBe(saveButton()));
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

test('emails that wait get the new template at once, and Undo takes back both', async () => {
  const email = { id: 4, wordId: 1, word: 'halcyon', scheduledDate: '2026-11-24T12:00:00.000Z' };
  const olderEmails = [email, { ...email, id: 5 }];
  const { user, html, server } = await openEditor({
    saveTemplate: { ...stored, olderEmails, warnings: ['Line 1: Too wide.'] },
    updateEmail: scheduleItem({ id: 4 }).scheduled_emails,
    listTemplateVersions: { versions: [] },
    resetTemplate: { ...stored, olderEmails },
  });
  await user.type(html, 'x');
  await user.click(saveButton());
  await waitFor(() =>
    expect(toast()).toContain(
      'Saved, with 1 warningLine 1: Too wide. 2 emails, the first for Tue, Nov 24, have the new text.',
    ),
  );
  expect(screen.getByText('Saved, with warnings')).toBeDefined();
  const updates = () => server.callsOf('updateEmail').map(({ path }) => path);
  const both = ['/api/admin/schedule/4/update', '/api/admin/schedule/5/update'];
  expect(updates()).toEqual(both);

  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(toast()).toBe('The earlier template is in use again'));
  expect(html.value).toBe(template);
  expect(updates()).toEqual([...both, ...both]);
  expect(screen.queryByText('Saved, with warnings')).toBe(null);
  expect(screen.queryByText('Unsaved changes')).toBe(null);
});
