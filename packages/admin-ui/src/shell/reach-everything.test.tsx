import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { aReader, word } from '../testing/builders.ts';
import type { Answers } from '../testing/fake-server.ts';
import { renderApp } from '../testing/render-app.tsx';

beforeEach(() => localStorage.clear());

const petrichor = word({ word: 'petrichor', definition: 'The smell of rain.' });
const reader = aReader({ id: 7, email: 'petra@example.com', firstName: 'Petra', source: null });

async function openAdmin(answers: Answers = {}) {
  const app = renderApp({
    path: '/admin/words',
    answers: {
      listWords: { words: [petrichor], total: 1, hasMore: false },
      searchWords: { words: [petrichor] },
      listSignups: { readers: [reader], total: 1, hasMore: false },
      ...answers,
    },
  });
  await screen.findByRole('heading', { name: 'petrichor' });
  return app;
}

async function openPalette(answers?: Answers) {
  const app = await openAdmin(answers);
  await app.user.keyboard('{Control>}k{/Control}');
  const palette = within(await screen.findByRole('dialog', { name: 'Search everything' }));
  const field = palette.getByRole('combobox');
  const chosen = () =>
    document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
  return { ...app, palette, field, chosen };
}

test('Ctrl+K opens a search in which the arrow keys choose a page and Enter goes there', async () => {
  const { user, palette, field, chosen, place } = await openPalette();
  expect(document.activeElement).toBe(field);
  expect(chosen()).toBe('Dashboard');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(chosen()).toBe('Schedule');
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
  expect(chosen()).toBe('Logout');
  await user.keyboard('sett');
  expect(palette.getAllByRole('option').map(({ textContent }) => textContent)).toContain('Settings');
  expect(chosen()).toBe('Settings');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(place()).toBe('/admin/settings'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('finds words and readers', async () => {
  const { user, palette, server, place } = await openPalette();
  await user.keyboard('petr');
  const words = within(await palette.findByRole('group', { name: 'Words' }));
  expect(words.getByRole('option').textContent).toBe('petrichorThe smell of rain.');
  const readers = within(await palette.findByRole('group', { name: 'Readers' }));
  expect(server.callsOf('searchWords').map(({ search }) => search.get('q'))).toEqual(['petr']);
  await user.click(readers.getByRole('option'));
  await waitFor(() => expect(place()).toBe('/admin/readers/reader?id=7'));
});

test('a word opens its form', async () => {
  const { user, palette, place } = await openPalette();
  await user.keyboard('petr');
  await palette.findByRole('group', { name: 'Words' });
  await user.keyboard('{Enter}');
  expect(place()).toBe(`/admin/words?panel=edit-${petrichor.id}`);
});

test('says when nothing is found, and Escape closes it', async () => {
  const none = { total: 0, hasMore: false };
  const { user, palette } = await openPalette({
    searchWords: { words: [] },
    listSignups: { readers: [], ...none },
  });
  await user.keyboard('qqq');
  expect(await palette.findByText('Nothing has “qqq” in its name.')).toBeDefined();
  expect(palette.queryByRole('option')).toBeNull();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('g and a letter go to a page, n starts a word, / searches the page, and typing is only typing', async () => {
  const { user, place } = await openAdmin();
  await user.keyboard('/');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  await user.keyboard('gs?n');
  expect(place()).not.toContain('/admin/schedule');
  expect(screen.queryByRole('dialog')).toBeNull();
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('n');
  expect(place()).toContain('panel=add');
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('gr');
  await waitFor(() => expect(place()).toBe('/admin/readers'));
});

test('? lists the keys, and turns single ones off for good', async () => {
  const { user, place } = await openAdmin();
  await user.keyboard('?');
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(dialog.getByText('Go to Schedule')).toBeDefined();
  await user.click(dialog.getByRole('checkbox', { name: /^Single-key shortcuts/ }));
  await user.keyboard('{Escape}gs');
  expect(place()).toBe('/admin/words');
  expect(localStorage.getItem('wordrise.shortcuts')).toBe('off');
  await user.keyboard('{Control>}k{/Control}');
  expect(await screen.findByRole('dialog', { name: 'Search everything' })).toBeDefined();
});
