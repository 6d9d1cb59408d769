import { screen, waitFor, within } from '@testing-library/react';
import type { PrivacyView } from '@wordrise/core/contract';
import { beforeEach, expect, test } from 'vitest';
import type { Answers } from '../../testing/fake-server.ts';
import { refuse } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

beforeEach(() => sessionStorage.clear());

const standard: PrivacyView = { content: '# Privacy\n\nThe default.', isDefault: true, url: null };
const own: PrivacyView = { content: '# Ours', isDefault: false, url: null };

function open(answers: Answers = {}) {
  return renderApp({
    path: '/admin/privacy',
    answers: {
      getPrivacy: standard,
      previewPrivacy: ({ body }) => {
        const { content } = body as { content: string };
        return { title: 'Privacy', html: `<p>Rendered: ${content.length}</p>` };
      },
      ...answers,
    },
  });
}

const field = () => screen.findByRole('textbox', { name: 'Markdown' });

test('shows the text with a preview that updates while typing', async () => {
  const { user } = open();
  expect(await field()).toHaveProperty('value', standard.content);
  await screen.findByText(`Rendered: ${standard.content.length}`);
  expect(screen.getByText('Default')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Back to the default' })).toBeNull();
  await user.type(await field(), '!');
  await screen.findByText(`Rendered: ${standard.content.length + 1}`);
  expect(screen.getByText('Not saved')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(await field()).toHaveProperty('value', standard.content);
});

test('a new text is saved', async () => {
  const { user, server } = open({
    savePrivacy: ({ body }) => ({ ...own, ...(body as { content: string }) }),
  });
  const text = await field();
  await user.clear(text);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('The text is required');
  await user.type(text, '# Ours');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('The privacy page is saved.');
  expect(server.callsOf('savePrivacy')).toMatchObject([
    { body: { content: '# Ours', replaces: standard.content } },
  ]);
  expect(screen.queryByText('Not saved')).toBeNull();
  expect(screen.getByRole('button', { name: 'Back to the default' })).toBeTruthy();
});

test('a text that could not be saved stays in the field', async () => {
  const { user } = open({
    savePrivacy: refuse(503, 'database.unreachable', 'The database does not answer.'),
  });
  await user.type(await field(), '!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('The privacy page could not be saved');
  expect(await field()).toHaveProperty('value', `${standard.content}!`);
});

test('a text saved in another tab is shown, and replaced only by a second click', async () => {
  const { user, server } = open({
    savePrivacy: refuse(409, 'privacy.changed', 'Another text was saved.'),
  });
  await user.type(await field(), '!');
  server.answer({ getPrivacy: own });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Another text was saved while you were editing');
  expect(screen.getByText('# Ours')).toBeTruthy();
  expect(await field()).toHaveProperty('value', `${standard.content}!`);

  server.answer({ savePrivacy: ({ body }) => ({ ...own, ...(body as { content: string }) }) });
  await user.type(await field(), '?');
  await user.click(screen.getByRole('button', { name: 'Replace it with mine' }));
  await screen.findByText('The privacy page is saved.');
  expect(server.callsOf('savePrivacy').map(({ body }) => body)).toEqual([
    { content: `${standard.content}!`, replaces: standard.content },
    { content: `${standard.content}!?`, replaces: own.content },
  ]);
  expect(screen.queryByText('Another text was saved while you were editing')).toBeNull();
});

test('a tab that gets the focus again shows what another tab saved, without asking', async () => {
  const { user, server } = open();
  await field();
  server.answer({ getPrivacy: own });
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(async () => expect(await field()).toHaveProperty('value', '# Ours'));
  await user.type(await field(), '!');
  server.answer({ getPrivacy: standard });
  window.dispatchEvent(new Event('visibilitychange'));
  await user.click(await screen.findByRole('button', { name: 'Use the saved text' }));
  expect(await field()).toHaveProperty('value', standard.content);
  expect(screen.queryByText('Not saved')).toBeNull();
});

test('a link to another page asks before it leaves a text that is not saved', async () => {
  const { user, place } = open();
  await user.type(await field(), '!');
  await user.click(screen.getAllByRole('link', { name: 'Dashboard' })[0] as HTMLElement);
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
  await user.click(dialog.getByRole('button', { name: 'Leave without saving' }));
  await waitFor(() => expect(place()).toBe('/admin'));
  expect(sessionStorage).toHaveLength(0);
});

test('restores the default after asking', async () => {
  const { user, server } = open({ getPrivacy: own, resetPrivacy: standard });
  await user.click(await screen.findByRole('button', { name: 'Back to the default' }));
  expect(server.callsOf('resetPrivacy')).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Use the default' }));
  await waitFor(async () => expect(await field()).toHaveProperty('value', standard.content));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('shows the address of an external privacy page', async () => {
  open({ getPrivacy: { ...standard, url: 'https://example.com/privacy' } });
  const link = await screen.findByRole('link', { name: 'https://example.com/privacy' });
  expect(link.getAttribute('href')).toBe('https://example.com/privacy');
});
