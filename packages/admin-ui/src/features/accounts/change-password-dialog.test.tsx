import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, held, json, refuse, unreachable } from '../../testing/fake-server.ts';
import { renderAlone } from '../../testing/render-app.tsx';
import { AccountActions } from './change-password-dialog.tsx';

interface Filled {
  current?: string;
  next?: string;
  confirm?: string;
}

async function openDialog(answers: Answers = {}) {
  const app = renderAlone(<AccountActions />, answers);
  await app.user.click(screen.getByRole('button', { name: 'Change Password' }));
  async function change({ current = 'old secret', next = 'new secret', confirm = next }: Filled = {}) {
    if (current) await app.user.type(screen.getByLabelText('Current Password'), current);
    if (next) await app.user.type(screen.getByLabelText('New Password'), next);
    if (confirm) await app.user.type(screen.getByLabelText('Confirm New Password'), confirm);
    await app.user.click(screen.getByRole('button', { name: 'Change Password' }));
  }
  return { ...app, change };
}

test.each([
  {
    why: 'nothing filled in',
    fill: { current: '', next: '', confirm: '' },
    messages: [
      'Current password is required',
      'New password must be at least 8 characters',
      'Please confirm your password',
    ],
  },
  {
    why: 'a short new password',
    fill: { next: '1234567' },
    messages: ['New password must be at least 8 characters'],
  },
  {
    why: 'new passwords that differ',
    fill: { confirm: 'new sacred' },
    messages: ['New passwords do not match'],
  },
  {
    why: 'a new password longer than bcrypt reads',
    fill: { next: 'ä'.repeat(37) },
    messages: [/at most 72 bytes/],
  },
])('$why: shown at the fields, nothing sent', async ({ fill, messages }) => {
  const { change, server } = await openDialog();
  await change(fill);
  for (const message of messages) expect(screen.getByText(message)).toBeDefined();
  expect(server.callsOf('changePassword')).toEqual([]);
});

test('changes it, says so, closes, and the focus goes back', async () => {
  const { change, server } = await openDialog({ changePassword: { message: '' } });
  await change();

  expect(await screen.findByText('Password changed successfully!')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change Password' })),
  );
  expect(server.callsOf('changePassword')[0]?.body).toEqual({
    currentPassword: 'old secret',
    newPassword: 'new secret',
  });
});

test.each([
  {
    why: 'the current password is wrong',
    changePassword: refuse(400, 'auth.wrong_password', 'Current password is incorrect'),
    message: 'Current password is incorrect',
  },
  {
    why: 'the server refuses without a message',
    changePassword: () => json({}, 500),
    message: 'Failed to change password',
  },
  {
    why: 'the server cannot be reached',
    changePassword: unreachable,
    message: 'An error occurred. Please try again.',
  },
])('$why: “$message”, and the dialog stays', async ({ changePassword, message }) => {
  const { change } = await openDialog({ changePassword });
  await change();
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(screen.getByRole('dialog', { name: 'Change Password' })).toBeDefined();
});

test('a wrong current password is shown once, at its field, until that is changed', async () => {
  const message = 'Current password is incorrect';
  const { change, user } = await openDialog({
    changePassword: refuse(400, 'auth.wrong_password', message, { currentPassword: [message] }),
  });
  await change();

  expect(await screen.findAllByText(message)).toHaveLength(1);
  expect(screen.queryByRole('alert')).toBeNull();
  const current = screen.getByLabelText('Current Password');
  expect(document.getElementById(current.getAttribute('aria-describedby') ?? '')?.textContent).toBe(message);
  await waitFor(() => expect(document.activeElement).toBe(current));

  await user.type(current, '!');
  expect(screen.queryByText(message)).toBeNull();
  expect(current.getAttribute('aria-invalid')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Change Password' }));
  expect(await screen.findByText(message)).toBeDefined();
});

test('ignores a second click while it works', async () => {
  const answer = held({ message: '' });
  const { change, server, user } = await openDialog({ changePassword: answer.answer });
  await change();
  await user.click(await screen.findByRole('button', { name: 'Changing...' }));
  expect(server.callsOf('changePassword')).toHaveLength(1);
  answer.release();
});

test('opened again it is empty', async () => {
  const { change, user } = await openDialog({ changePassword: refuse(400, 'auth.wrong_password', 'No') });
  await change();
  await screen.findByRole('alert');
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Change Password' }));
  expect((screen.getByLabelText('Current Password') as HTMLInputElement).value).toBe('');
  expect(screen.queryByRole('alert')).toBeNull();
});
