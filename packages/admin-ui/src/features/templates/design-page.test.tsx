import { screen, waitFor } from '@testing-library/react';
import { defaultDesign } from '@wordrise/core/contract';
import { beforeEach, expect, test } from 'vitest';
import { held, refuse } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

beforeEach(() => sessionStorage.clear());

const view = { design: defaultDesign, logo: null, isOwnHtml: false };

test('a save says which email it updates, and keeps what is typed meanwhile', async () => {
  const saved = { ...view, design: { ...defaultDesign, signOff: 'Yours' } };
  const olderEmails = [1, 2].map((id) => {
    return { id, wordId: id, word: `word${id}`, scheduledDate: '2026-12-01T12:00:00.000Z' };
  });
  const update = held({ status: 'scheduled' });
  const { user, server } = renderApp({
    path: '/admin/templates/design',
    answers: {
      getDesign: view,
      previewDesign: refuse(503, 'database.unreachable', 'Away.'),
      saveDesign: { ...saved, olderEmails },
      updateEmail: update.answer,
    },
  });
  const signOff = await screen.findByLabelText<HTMLTextAreaElement>(/^Sign-off/);
  await user.type(signOff, 'Yours');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByRole('button', { name: 'Updating email 1 of 2...' })).toBeDefined();
  await user.type(signOff, ', Ada');
  server.answer({ getDesign: saved });
  update.release();
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save Changes' });
  expect(signOff.value).toBe('Yours, Ada');
  expect(save.disabled).toBe(false);
  await user.click(save);
  await waitFor(() => expect(server.callsOf('saveDesign')).toHaveLength(2));
  expect(server.callsOf('saveDesign')[1]?.body).toMatchObject({
    design: { signOff: 'Yours, Ada' },
    replaces: { signOff: 'Yours' },
  });
});

test('the button below the reasons can only be named while they are shown', async () => {
  const { user } = renderApp({
    path: '/admin/templates/design',
    answers: { getDesign: view, previewDesign: refuse(503, 'database.unreachable', 'Away.') },
  });
  const button = await screen.findByLabelText<HTMLInputElement>('Button below the reasons');
  expect(button.disabled).toBe(false);
  await user.click(screen.getByRole('checkbox', { name: /with its four reasons/ }));
  expect(button.disabled).toBe(true);
});
