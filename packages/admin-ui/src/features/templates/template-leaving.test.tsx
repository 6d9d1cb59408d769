import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, refuse } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { htmlField, openEditor, saveButton, stored, template } from '../../testing/template-editor.tsx';

beforeEach(() => sessionStorage.clear());

/** Whether the browser would ask before it leaves. */
function leaves() {
  return window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

test('asks before leaving unsaved changes, then leaves or stays', async () => {
  const { user, html, place } = await openEditor({
    listWords: { words: [], total: 0, hasMore: false },
    saveTemplate: stored,
  });
  expect(leaves()).toBe(true);
  await user.type(html, 'x');
  expect(leaves()).toBe(false);

  const away = screen.getAllByRole('link', { name: 'Dashboard' })[0] as HTMLElement;
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
  await user.click(screen.getAllByRole('link', { name: 'Dashboard' })[0] as HTMLElement);
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
