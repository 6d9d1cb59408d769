import { screen, waitFor, within } from '@testing-library/react';
import type { LookupResult, WordInput } from '@wordrise/core/contract';
import { beforeEach, expect, test } from 'vitest';
import { defined } from '../../testing/defined.ts';
import {
  answering,
  entries,
  failed,
  found,
  openPanel,
  region,
  wordList,
} from '../../testing/dictionary-panel.tsx';
import { held, refuse, unreachable } from '../../testing/fake-server.ts';

beforeEach(() => sessionStorage.clear());

test('shows found words as a dictionary does, and failed words with their error and a mark', async () => {
  const { process } = await openPanel({
    lookUpWords: answering(found('one'), failed('recieve', 'No entry for “recieve”. Did you mean receive?')),
  });
  await process('one', 'recieve');
  const [good, bad] = await entries();
  for (const text of ['one', 'Found', '/one/', 'noun', 'What one means.', 'A first one.', 'A second one.']) {
    expect(within(defined(good)).getByText(text)).toBeDefined();
  }
  expect(good?.textContent).toContain('Where one comes from.');
  expect(good?.textContent).toContain('Say one.');
  expect(within(defined(bad)).getByText('recieve')).toBeDefined();
  expect(within(defined(bad)).getByText('Failed')).toBeDefined();
  expect(within(defined(bad)).getByText('No entry for “recieve”. Did you mean receive?')).toBeDefined();
  expect(within(defined(bad)).queryByRole('button')).toBeNull();
});

test('another meaning is chosen, and what was edited in the first one comes back with it', async () => {
  const meanings = ['The first meaning.', 'The second meaning.'].map((definition) => {
    const { success: _success, ...fields } = found('one', { definition });
    return fields as WordInput;
  });
  const { process, user, press, server } = await openPanel({
    lookUpWords: answering({ ...found('one', meanings[0]), senses: meanings } as LookupResult, found('two')),
    saveLookedUpWords: { message: 'Saved 2 words', saved: 2, skipped: 0 },
  });
  await process('one', 'two');
  const [entry, other] = await entries();
  const one = within(defined(entry));
  expect(within(defined(other)).queryByRole('combobox')).toBeNull();
  const meaning = one.getByRole('combobox', { name: 'Meaning of one' });
  await user.click(one.getByRole('button', { name: 'Edit one' }));
  await user.type(one.getByLabelText(/^Definition/), ' Edited.');
  await user.selectOptions(meaning, '2. noun: The second meaning.');
  expect(one.getByLabelText(/^Definition/)).toHaveProperty('value', 'The second meaning.');
  await user.selectOptions(meaning, '1. noun: The first meaning. Edited.');
  expect(one.getByLabelText(/^Definition/)).toHaveProperty('value', 'The first meaning. Edited.');
  await user.selectOptions(meaning, '2. noun: The second meaning.');
  await press('Save 2 words');
  await waitFor(() => expect(server.callsOf('saveLookedUpWords')).toHaveLength(1));
  const { wordData } = defined(server.callsOf('saveLookedUpWords')[0]).body as { wordData: WordInput[] };
  expect(wordData.map(({ definition }) => definition)).toEqual(['The second meaning.', 'What two means.']);
});

test('cited forms of an etymology are in italics, and in its field between asterisks', async () => {
  const { process, user } = await openPanel({
    lookUpWords: answering(found('one', { etymology: 'From Latin *unus*.' })),
  });
  await process('one');
  const [entry] = await entries();
  expect(within(defined(entry)).getByText('unus').tagName).toBe('EM');
  expect(entry?.textContent).toContain('From Latin unus.');
  await user.click(within(defined(entry)).getByRole('button', { name: 'Edit one' }));
  expect(within(defined(entry)).getByLabelText(/^Etymology/)).toHaveProperty('value', 'From Latin *unus*.');
});

test('“Example not available” is hidden, in the entry and in its fields, and saved as it is', async () => {
  const { process, user, press, server } = await openPanel({
    lookUpWords: answering(found('one', { example2: 'Example not available' })),
    saveLookedUpWords: { message: 'Saved 1 word', saved: 1, skipped: 0 },
  });
  await process('one');
  const [entry] = await entries();
  expect(entry?.textContent).not.toContain('Example not available');
  await user.click(within(defined(entry)).getByRole('button', { name: 'Edit one' }));
  expect(within(defined(entry)).getByLabelText(/^Example 1/)).toHaveProperty('value', 'A first one.');
  expect(within(defined(entry)).getByLabelText(/^Example 2/)).toHaveProperty('value', '');
  await user.clear(within(defined(entry)).getByLabelText(/^Example 1/));
  await press('Save 1 word');
  await waitFor(() => expect(server.callsOf('saveLookedUpWords')).toHaveLength(1));
  expect(server.callsOf('saveLookedUpWords')[0]?.body).toMatchObject({
    wordData: [{ example1: 'Example not available', example2: 'Example not available' }],
  });
});

test('saves what was found, says what the server says, and closes', async () => {
  const { process, press, server } = await openPanel({
    lookUpWords: answering(found('one'), found('two')),
    saveLookedUpWords: { message: 'Saved 1 word; 1 already in the library', saved: 1, skipped: 1 },
  });
  await process('one', 'two');
  await entries();
  await press('Save 2 words');
  expect(await screen.findByText('Saved 1 word; 1 already in the library')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('region', { name: region })).toBeNull());
  const { success, ...one } = found('one');
  const { success: _, ...two } = found('two');
  expect(server.callsOf('saveLookedUpWords')[0]?.body).toMatchObject({ wordData: [one, two] });
  await waitFor(() => expect(server.callsOf('listWords')).toHaveLength(2));
  expect(sessionStorage).toHaveLength(0);
});

test('after saving, failed words stay to be fixed', async () => {
  const { process, press, panel, list } = await openPanel({
    lookUpWords: answering(found('one'), failed('tow')),
    saveLookedUpWords: { message: 'Saved 1 word', saved: 1, skipped: 0 },
  });
  await process('one', 'tow');
  await entries();
  await press('Save 1 word');
  expect(await screen.findByText('Saved 1 word')).toBeDefined();
  await waitFor(async () => expect(await entries()).toHaveLength(1));
  expect(panel.getByText('0 found · 1 failed')).toBeDefined();
  expect(list.value).toBe('tow');
});

test('with nothing found there is nothing to save', async () => {
  const { process, press, server } = await openPanel({ lookUpWords: answering(failed('tow')) });
  await process('tow');
  await entries();
  await press('Save words');
  expect(await screen.findByText('No Words to Save')).toBeDefined();
  expect(screen.getByText('No successfully processed words found.')).toBeDefined();
  expect(server.callsOf('saveLookedUpWords')).toEqual([]);
});

test('a found word can be changed before it is saved', async () => {
  const { process, press, user, server } = await openPanel({
    lookUpWords: answering(found('one')),
    saveLookedUpWords: { message: 'Saved 1 word', saved: 1, skipped: 0 },
  });
  await process('one');
  const [entry] = await entries();
  await user.click(within(defined(entry)).getByRole('button', { name: 'Edit one' }));
  const definition = within(defined(entry)).getByLabelText('Definition');
  await user.clear(definition);
  expect(within(defined(entry)).getByText('Definition is required')).toBeDefined();
  expect(screen.getByText('1 found · 1 not ready')).toBeDefined();
  await user.type(definition, 'Mine.');
  await user.click(within(defined(entry)).getByRole('button', { name: 'Done with one' }));
  expect(within(defined(entry)).getByText('Mine.')).toBeDefined();
  await press('Save 1 word');
  await waitFor(() => expect(server.callsOf('saveLookedUpWords')).toHaveLength(1));
  expect(server.callsOf('saveLookedUpWords')[0]?.body).toMatchObject({ wordData: [{ definition: 'Mine.' }] });
});

test('an incomplete word shows its fields, and is saved once it is complete', async () => {
  const { process, press, user, panel, server } = await openPanel({
    lookUpWords: answering(found('one'), found('two', { phoneticPronunciation: '' })),
    saveLookedUpWords: { message: 'Saved 1 word', saved: 1, skipped: 0 },
  });
  await process('one', 'two');
  await entries();
  expect(panel.getByText('Pronunciation is required')).toBeDefined();
  expect(panel.getByText('2 found · 1 not ready')).toBeDefined();
  await press('Save 1 word');
  await waitFor(async () => expect(await entries()).toHaveLength(1));
  await user.type(panel.getByLabelText('Pronunciation'), '/tuː/');
  await press('Save 1 word');
  await waitFor(() => expect(server.callsOf('saveLookedUpWords')).toHaveLength(2));
  expect(server.callsOf('saveLookedUpWords')[1]?.body).toMatchObject({
    wordData: [{ word: 'two', phoneticPronunciation: '/tuː/' }],
  });
});

test('a word can be left out and put back', async () => {
  const { process, press, panel, server } = await openPanel({
    lookUpWords: answering(found('one'), found('two')),
    saveLookedUpWords: { message: 'Saved 1 word', saved: 1, skipped: 0 },
  });
  await process('one', 'two');
  await entries();
  await press('Leave out one');
  expect(panel.getByText('2 found · 1 left out')).toBeDefined();
  await press('Leave out one');
  expect(panel.getByRole('button', { name: 'Save 2 words' })).toBeDefined();
  await press('Leave out two');
  await press('Save 1 word');
  await waitFor(() => expect(screen.queryByRole('region', { name: region })).toBeNull());
  expect(server.callsOf('saveLookedUpWords')[0]?.body).toMatchObject({ wordData: [{ word: 'one' }] });
});

test.each([
  {
    why: 'the server says why',
    answer: refuse(413, 'request.too_large', 'The words are too large.'),
    said: 'The words are too large.',
  },
  { why: 'the server cannot be reached', answer: unreachable, said: /could not be reached/ },
])('saving fails and $why: “Failed to save words”, and nothing is lost', async ({ answer, said }) => {
  const { process, press, server } = await openPanel({
    lookUpWords: answering(found('one')),
    saveLookedUpWords: answer,
  });
  await process('one');
  await entries();
  await press('Save 1 word');
  expect(await screen.findByText('Failed to save words')).toBeDefined();
  expect(screen.getByText(said)).toBeDefined();
  expect(await entries()).toHaveLength(1);
  server.answer({ saveLookedUpWords: { message: 'Saved 1 word', saved: 1, skipped: 0 } });
  await press('Save 1 word');
  expect(await screen.findByText('Saved 1 word')).toBeDefined();
});

test('ignores a second click while it saves', async () => {
  const answer = held({ message: 'Saved 1 word', saved: 1, skipped: 0 });
  const { process, press, panel, server } = await openPanel({
    lookUpWords: answering(found('one')),
    saveLookedUpWords: answer.answer,
  });
  await process('one');
  await entries();
  await press('Save 1 word');
  expect(await panel.findByRole('button', { name: 'Saving...' })).toBeDefined();
  await press('Saving...');
  expect(server.callsOf('saveLookedUpWords')).toHaveLength(1);
  answer.release();
  expect(await screen.findByText('Saved 1 word')).toBeDefined();
});

test('discarding all asks first, and empties the panel', async () => {
  const { process, press, user } = await openPanel({ lookUpWords: answering(found('one'), failed('tow')) });
  await process('one', 'tow');
  await entries();
  await press('Discard all');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Discard 2 words?' }));
  await user.click(dialog.getByRole('button', { name: 'Keep it' }));
  expect(await entries()).toHaveLength(2);
  await press('Discard all');
  const again = await screen.findByRole('alertdialog');
  await user.click(within(again).getByRole('button', { name: 'Discard all' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Looked-up words' })).toBeNull());
  expect(wordList().value).toBe('');
  expect(sessionStorage).toHaveLength(0);
});

test('a session that ends before saving: after signing in again the results are still there', async () => {
  const out = refuse(401, 'auth.required', 'Please sign in first.');
  const { process, press, server, user } = await openPanel({
    lookUpWords: answering(found('one')),
    saveLookedUpWords: out,
  });
  await process('one');
  await entries();
  server.answer({ currentUser: out });
  await press('Save 1 word');
  await user.type(await screen.findByLabelText('Username'), 'admin');
  await user.type(screen.getByLabelText('Password'), 'secret');
  server.answer({
    currentUser: { id: 1, username: 'admin' },
    login: { user: { id: 1, username: 'admin' } },
  });
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(await entries()).toHaveLength(1);
});

test('a word that is in the library already is marked, and not saved', async () => {
  const { process, press, server } = await openPanel({
    lookUpWords: answering({ ...found('lull'), inLibrary: true } as LookupResult, found('hush')),
    saveLookedUpWords: { message: 'Saved 1 word', saved: 1, skipped: 0 },
  });
  await process('lull', 'hush');
  const [lull] = await entries();
  expect(lull?.textContent).toContain('Already in the library');
  expect(await screen.findByText('2 found · 1 already in the library')).toBeDefined();
  await press('Save 1 word');
  await waitFor(() => expect(server.callsOf('saveLookedUpWords')).toHaveLength(1));
  expect(server.callsOf('saveLookedUpWords')[0]?.body).toMatchObject({ wordData: [{ word: 'hush' }] });
});

test('a word that the dictionary does not know but the library has is no failure', async () => {
  const known = { ...failed('petrichor'), inLibrary: true } as LookupResult;
  const { process, list } = await openPanel({ lookUpWords: answering(known, found('hush')) });
  await process('petrichor', 'hush');
  const [petrichor] = await entries();
  expect(petrichor?.textContent).toContain('Already in the library');
  expect(petrichor?.textContent).not.toContain('Failed');
  expect(await screen.findByText('1 found · 1 already in the library')).toBeDefined();
  expect(list.value).toBe('');
});
