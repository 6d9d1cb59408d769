import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { word } from '../../testing/builders.ts';
import { type Answers, held, refuse, unreachable } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { first } from '../../testing/schedule-page.tsx';

const petrichor = word({ word: 'petrichor' });
const solace = word({ word: 'solace', usedCount: 1 });
const two = { words: [petrichor, solace], total: 2, hasMore: false };

async function ask(name: string, answers: Answers = {}) {
  const app = renderApp({ path: '/admin/words', answers: { listWords: two, ...answers } });
  await app.user.click(await screen.findByRole('button', { name: `Remove ${name}` }));
  const dialog = within(await screen.findByRole('alertdialog', { name: `Remove “${name}”?` }));
  return { ...app, dialog, confirm: () => app.user.click(dialog.getByRole('button', { name: /^Remov/ })) };
}
const closed = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());

test('names what will be lost, and keeps it by default', async () => {
  const { dialog, user, server } = await ask('petrichor');
  expect(
    dialog.getByText(/Its definition, etymology, examples and conversation tip will be lost/),
  ).toBeDefined();
  expect(dialog.getByText(/No reader has had this word yet/)).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Keep it' })));
  await user.click(dialog.getByRole('button', { name: 'Keep it' }));
  await closed();
  expect(server.callsOf('removeWord')).toEqual([]);
});

test('says that the record of sent emails stays', async () => {
  const { dialog } = await ask('solace');
  expect(dialog.getByText(/Sent once; that record stays/)).toBeDefined();
});

test('a word that waits to be sent is not offered for removal: its morning gets another word', async () => {
  const halcyon = word({ word: 'halcyon', goesOut: '2026-12-02T12:00:00.000Z' });
  const { user, server } = renderApp({
    path: '/admin/words',
    answers: {
      listWords: { words: [halcyon], total: 1, hasMore: false },
      listProviderSends: [{ ...first, wordId: halcyon.id, messageName: 'halcyon' }],
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Remove halcyon' }));
  const waiting = within(await screen.findByRole('dialog', { name: '“halcyon” goes out Wed, Dec 2' }));
  expect(waiting.queryByRole('button', { name: 'Remove word' })).toBeNull();
  await user.click(waiting.getByRole('link', { name: 'Replace it' }));

  const replacing = await screen.findByRole('dialog', { name: 'Which word instead of “halcyon”?' });
  await user.click(within(replacing).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('heading', { name: 'Schedule' })).toBeDefined();
  expect(server.callsOf('removeWord')).toEqual([]);
});

test('removes it, says so, and the list is fetched again', async () => {
  const { confirm, server } = await ask('petrichor', { removeWord: { message: 'The word was removed.' } });
  server.answer({ listWords: { words: [solace], total: 1, hasMore: false } });
  await confirm();
  expect(await screen.findByText('“petrichor” was removed')).toBeDefined();
  await closed();
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'petrichor' })).toBeNull());
  expect(server.callsOf('removeWord')[0]?.path).toBe(`/api/admin/words/${petrichor.id}`);
});

test.each([
  {
    why: 'an email for it is pending',
    removeWord: refuse(409, 'word.waiting', 'An email for “petrichor” waits to be sent. Cancel it first.'),
    said: 'An email for “petrichor” waits to be sent. Cancel it first.',
  },
  {
    why: 'the server cannot be reached',
    removeWord: unreachable,
    said: 'The server could not be reached. Check the connection and try again.',
  },
])('when $why the word stays, with the reason', async ({ removeWord, said }) => {
  const { confirm } = await ask('petrichor', { removeWord });
  await confirm();
  expect(await screen.findByText('“petrichor” was not removed')).toBeDefined();
  expect(screen.getByText(said)).toBeDefined();
  await closed();
  expect(screen.getByRole('heading', { name: 'petrichor' })).toBeDefined();
});

test('ignores a second click while it works', async () => {
  const answer = held({ message: '' });
  const { confirm, dialog, server } = await ask('petrichor', { removeWord: answer.answer });
  await confirm();
  expect(await dialog.findByRole('button', { name: 'Removing...' })).toBeDefined();
  await confirm();
  expect(server.callsOf('removeWord')).toHaveLength(1);
  answer.release();
  await closed();
});
