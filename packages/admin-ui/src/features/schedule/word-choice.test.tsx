import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Call, held, refuse } from '../../testing/fake-server.ts';
import { fixDate } from '../../testing/fix-date.ts';
import { firstPage, letter, openForm, searchBox, words } from '../../testing/schedule-form.tsx';

// In New York it is still the last of November.
fixDate('2026-12-01T03:00:00Z');

test('lists unused words with their definitions, twenty at a time', async () => {
  const { user, card, asked, server } = await openForm();
  const list = within(await card.findByRole('list'));
  expect(list.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'petrichorThe smell of rain on dry ground.Select',
    'halcyonCalm and peaceful.Select',
  ]);
  expect(card.getByText('45 unused words available')).toBeDefined();
  expect(card.getByText('Page 1 of 3')).toBeDefined();
  expect((card.getByRole('button', { name: 'Previous' }) as HTMLButtonElement).disabled).toBe(true);
  expect(asked()).toEqual([{ page: '1', limit: '20' }]);

  await user.click(card.getByRole('button', { name: 'Next' }));
  expect(await card.findByText('Page 2 of 3')).toBeDefined();
  server.answer({ listUnusedWords: { words, total: 45, hasMore: false } });
  await user.click(card.getByRole('button', { name: 'Next' }));
  expect(await card.findByText('Page 3 of 3')).toBeDefined();
  expect((card.getByRole('button', { name: 'Next' }) as HTMLButtonElement).disabled).toBe(true);
  await user.click(card.getByRole('button', { name: 'Previous' }));
  expect(await card.findByText('Page 2 of 3')).toBeDefined();
  expect(asked()).toHaveLength(3);
});

test('a letter clears the search, a search clears the letter, and both go to page 1', async () => {
  const { user, card, asked } = await openForm();
  await user.click(await card.findByRole('button', { name: 'Next' }));
  await card.findByText('Page 2 of 3');

  await user.click(letter('P'));
  await waitFor(() => expect(asked().at(-1)).toEqual({ page: '1', limit: '20', letter: 'p' }));
  expect(await card.findByText('Page 1 of 3')).toBeDefined();
  expect(letter('P').getAttribute('aria-pressed')).toBe('true');

  await user.click(card.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(asked().at(-1)).toEqual({ page: '2', limit: '20', letter: 'p' }));
  await user.type(searchBox(), 'rain{Enter}');
  await waitFor(() => expect(asked().at(-1)).toEqual({ page: '1', limit: '20', search: 'rain' }));
  expect(letter('P').getAttribute('aria-pressed')).toBe('false');
  expect(letter('All').getAttribute('aria-pressed')).toBe('true');

  await user.click(letter('H'));
  await waitFor(() => expect(asked().at(-1)).toEqual({ page: '1', limit: '20', letter: 'h' }));
  expect(searchBox().value).toBe('');
});

test('All clears search and letter', async () => {
  const { user, asked } = await openForm();
  await user.type(searchBox(), 'rain{Enter}');
  await waitFor(() => expect(asked().at(-1)).toEqual({ page: '1', limit: '20', search: 'rain' }));
  await user.click(letter('All'));
  expect(searchBox().value).toBe('');
  // The first page comes from the cache.
  expect(await screen.findByText('45 unused words available')).toBeDefined();
});

test('says when nothing matches, and shows everything again', async () => {
  const { user, card, server } = await openForm();
  server.answer({ listUnusedWords: { words: [], total: 0, hasMore: false } });
  await user.click(letter('X'));
  expect(await card.findByText('No unused word starts with X.')).toBeDefined();
  expect(card.queryByText(/unused words available/)).toBeNull();
  await user.click(card.getByRole('button', { name: 'Show all unused words' }));
  expect(await card.findByText('45 unused words available')).toBeDefined();
});

test('says when every word has been used, and where to add more', async () => {
  const { card } = await openForm({ listUnusedWords: { words: [], total: 0, hasMore: false } });
  expect(await card.findByText('No unused words')).toBeDefined();
  expect(card.getByRole('link', { name: 'Add words' }).getAttribute('href')).toBe('/admin/words?panel=add');
});

test('shows that words are loading, and that fetching them failed', async () => {
  const answer = held(firstPage);
  const { card, user, server } = await openForm({ listUnusedWords: answer.answer });
  expect(card.getByText('Loading unused words')).toBeDefined();
  answer.release();
  await card.findByText('petrichor');

  server.answer({ listUnusedWords: refuse(503, 'database.unreachable', 'Away.') });
  await user.click(letter('P'));
  expect(await card.findByText('Failed to fetch unused words')).toBeDefined();
  server.answer({ listUnusedWords: firstPage });
  await user.click(card.getByRole('button', { name: 'Try again' }));
  expect(await card.findByText('petrichor')).toBeDefined();
});

test('goes to the last page when the requested one no longer exists', async () => {
  const { user, card, server, asked } = await openForm();
  await card.findByText('Page 1 of 3');
  server.answer({
    listUnusedWords: ({ search }: Call) =>
      search.get('page') === '1'
        ? { words, total: 2, hasMore: false }
        : { words: [], total: 2, hasMore: false },
  });
  await user.click(card.getByRole('button', { name: 'Next' }));
  expect(await card.findByText('Page 1 of 1')).toBeDefined();
  expect(asked().length).toBeGreaterThan(1);
});
