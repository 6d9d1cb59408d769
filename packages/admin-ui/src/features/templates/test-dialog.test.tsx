import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { refuse } from '../../testing/fake-server.ts';
import { openEditor, stored, syntax, template } from '../../testing/template-editor.tsx';

beforeEach(() => sessionStorage.clear());

const sent = { message: 'It is in the outbox.', subject: '[Test] zephyr', through: 'outbox' } as const;

test('sends the text in the editor to one address, and says where it is', async () => {
  const { user, html, server } = await openEditor({ sendTestEmail: sent });
  await user.type(html, '!');
  await user.click(screen.getByRole('button', { name: 'Send a test' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send a test email' }));
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  expect(dialog.getByText('Please enter a valid email address')).toBeDefined();
  await user.type(dialog.getByLabelText('Email address'), 'me@example.com');
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  expect((await dialog.findByText(/It is in the outbox\./)).textContent).toContain('Open the outbox');
  expect(server.callsOf('sendTestEmail').map(({ body }) => body)).toEqual([
    { to: 'me@example.com', template: { content: `${template}!`, subject: stored.subject } },
  ]);
  // It is not saved.
  expect(server.callsOf('saveTemplate')).toEqual([]);

  // The address is remembered, and the reason for a refusal is shown.
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  server.answer({ sendTestEmail: refuse(409, 'template.no_test', 'iContact only sends to a whole list.') });
  await user.click(screen.getByRole('button', { name: 'Send a test' }));
  const again = within(await screen.findByRole('dialog', { name: 'Send a test email' }));
  expect((again.getByLabelText('Email address') as HTMLInputElement).value).toBe('me@example.com');
  await user.click(again.getByRole('button', { name: 'Send' }));
  await again.findByText(/only sends to a whole list/);
  expect(server.callsOf('previewTemplate')).toEqual([]);
});

test('a text that is not valid is not sent, and its error shows in the editor', async () => {
  const { user, html } = await openEditor({ sendTestEmail: syntax });
  await user.clear(html);
  await user.click(screen.getByRole('button', { name: 'Send a test' }));
  await screen.findByText('The template is required');
  expect(screen.queryByRole('dialog')).toBeNull();
});
