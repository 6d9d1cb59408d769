import { screen, waitFor } from '@testing-library/react';
import type { PrivacyView } from '@wordrise/core/contract';
import { expect, test } from 'vitest';
import type { Answers } from '../../testing/fake-server.ts';
import { refuse } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

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

test('the text is shown with its preview, which follows what is typed', async () => {
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
  expect(server.callsOf('savePrivacy')).toMatchObject([{ body: { content: '# Ours' } }]);
  expect(screen.queryByText('Not saved')).toBeNull();
  expect(screen.getByRole('button', { name: 'Back to the default' })).toBeTruthy();
});

test('what could not be saved stays in the field', async () => {
  const { user } = open({
    savePrivacy: refuse(503, 'database.unreachable', 'The database does not answer.'),
  });
  await user.type(await field(), '!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('The privacy page could not be saved');
  expect(await field()).toHaveProperty('value', `${standard.content}!`);
});

test('the default comes back after a question', async () => {
  const { user, server } = open({ getPrivacy: own, resetPrivacy: standard });
  await user.click(await screen.findByRole('button', { name: 'Back to the default' }));
  expect(server.callsOf('resetPrivacy')).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Use the default' }));
  await waitFor(async () => expect(await field()).toHaveProperty('value', standard.content));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('an address of one’s own is shown', async () => {
  open({ getPrivacy: { ...standard, url: 'https://example.com/privacy' } });
  const link = await screen.findByRole('link', { name: 'https://example.com/privacy' });
  expect(link.getAttribute('href')).toBe('https://example.com/privacy');
});
