import { screen, waitFor, within } from '@testing-library/react';
import type { LookupResult, WordInput } from '@wordrise/core/contract';
import { beforeEach, expect, test } from 'vitest';
import { defined } from '../../testing/defined.ts';
import { type Answers, held, json, refuse, unreachable } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

beforeEach(() => sessionStorage.clear());

function found(word: string, fields: Partial<WordInput> = {}): LookupResult {
  return {
    word,
    success: true,
    phoneticPronunciation: `/${word}/`,
    partOfSpeech: 'noun',
    definition: `What ${word} means.`,
    etymology: `Where ${word} comes from.`,
    example1: `A first ${word}.`,
    example2: `A second ${word}.`,
    conversationTip: `Say ${word}.`,
    source: 'wordnet',
    ...fields,
  };
}
const failed = (word: string, error = `No entry for “${word}”.`): LookupResult => ({
  word,
  success: false,
  error,
});

/** A lookup whose answer arrives when the test says so. */
function lookup() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  writer.closed.catch(() => {});
  return {
    answer: () => new Response(readable, { headers: { 'Content-Type': 'application/x-ndjson' } }),
    /** One result arrives. */
    send: (result: LookupResult) => writer.write(new TextEncoder().encode(`${JSON.stringify(result)}\n`)),
    end: () => writer.close(),
    /** The connection breaks. */
    cut: () => writer.abort(new TypeError('network error')),
    closed: writer.closed,
  };
}
/** A lookup that answers all at once. */
function answering(...results: LookupResult[]) {
  return () =>
    new Response(results.map((result) => `${JSON.stringify(result)}\n`).join(''), {
      headers: { 'Content-Type': 'application/x-ndjson' },
    });
}

const region = 'Words from the dictionary';

async function openPanel(answers: Answers = {}) {
  const app = renderApp({
    path: '/admin/words?panel=dictionary',
    answers: { listWords: { words: [], total: 0, hasMore: false }, ...answers },
  });
  const panel = within(await screen.findByRole('region', { name: region }));
  const list = panel.getByLabelText('Words, one per line') as HTMLTextAreaElement;
  async function enter(...lines: string[]) {
    await app.user.click(list);
    await app.user.clear(list);
    if (lines.length > 0) await app.user.paste(lines.join('\n'));
  }
  const press = (name: string | RegExp) => app.user.click(panel.getByRole('button', { name }));
  async function process(...lines: string[]) {
    await enter(...lines);
    await press('Process words');
  }
  return { ...app, panel, list, enter, press, process };
}

const results = () => within(screen.getByRole('region', { name: 'Looked-up words' }));
async function entries() {
  await screen.findByRole('region', { name: 'Looked-up words' });
  return results()
    .getAllByRole('listitem')
    .filter((item) => item.parentElement?.closest('li') === null);
}
const bar = () => screen.getByRole('progressbar', { name: 'Words processed' });
/** Queried each time: the panel may have been remounted, as after a login. */
const wordList = () => screen.getByLabelText('Words, one per line') as HTMLTextAreaElement;

test.each([
  { why: 'nothing', lines: [] },
  { why: 'blank lines', lines: ['', '   ', '\t'] },
])('with $why entered it says so, and requests nothing', async ({ lines }) => {
  const { process, list, server } = await openPanel();
  await process(...lines);
  expect(await screen.findByText('No Words Entered')).toBeDefined();
  expect(screen.getByText('Please enter at least one word to process')).toBeDefined();
  expect(document.activeElement).toBe(list);
  expect(server.callsOf('lookUpWords')).toEqual([]);
});

test.each([
  {
    why: 'too many words',
    lines: Array.from({ length: 501 }, (_, n) => `word${n}`),
    message: 'At most 500 words can be looked up at a time',
  },
  {
    why: 'a word that is too long',
    lines: ['fine', 'x'.repeat(101)],
    message: '“xxxxxxxxxxxxxxxxxxxx…”: Word must be at most 100 characters',
  },
])('$why: shown at the field, nothing requested', async ({ lines, message }) => {
  const { process, panel, server, enter } = await openPanel();
  await process(...lines);
  expect(panel.getByText(message)).toBeDefined();
  expect(server.callsOf('lookUpWords')).toEqual([]);
  await enter('fine');
  expect(panel.queryByText(message)).toBeNull();
});

test('says how many words are entered, not counting blank lines', async () => {
  const { enter, panel } = await openPanel();
  expect(panel.getByText('Up to 500 at a time.')).toBeDefined();
  await enter(' one ', '', 'two');
  expect(panel.getByText('2 words to look up.')).toBeDefined();
});

test('asks for the words line by line, trimmed, as a stream', async () => {
  const { process, server } = await openPanel({ lookUpWords: answering(found('one'), found('two words')) });
  await process('  one', '', 'two words  ', '   ');
  expect(await screen.findByText('Processed 2 words')).toBeDefined();
  const [call] = server.callsOf('lookUpWords');
  expect(call?.body).toEqual({ words: ['one', 'two words'] });
  expect(call?.headers.get('Accept')).toBe('application/x-ndjson');
});

test('the bar moves as results come in, and found words leave the list', async () => {
  const stream = lookup();
  const { process, list, panel } = await openPanel({ lookUpWords: stream.answer });
  await process('one', 'tow', 'three');
  expect(bar().getAttribute('aria-valuenow')).toBe('0');
  expect(bar().getAttribute('aria-valuemax')).toBe('3');
  expect(panel.getByRole('button', { name: 'Processing...' })).toBeDefined();

  await stream.send(found('one'));
  await waitFor(() => expect(bar().getAttribute('aria-valuenow')).toBe('1'));
  expect(list.value).toBe('tow\nthree');
  await stream.send(failed('tow'));
  await waitFor(() => expect(bar().getAttribute('aria-valuetext')).toBe('2 of 3'));
  await stream.send(found('three'));
  await stream.end();
  expect(await screen.findByText('Processed 3 words')).toBeDefined();
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(list.value).toBe('tow');
  expect(panel.getByText('2 found · 1 failed')).toBeDefined();
});

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
  expect(server.callsOf('saveLookedUpWords')[0]?.body).toEqual({ wordData: [one, two] });
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
  await press('Save 0 words');
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
    why: 'refuses',
    lookUpWords: refuse(429, 'dictionary.quota', 'The day’s queries are used up.'),
    said: 'The day’s queries are used up.',
  },
  {
    why: 'cannot be reached',
    lookUpWords: unreachable,
    said: 'The server could not be reached. Check the connection and try again.',
  },
  { why: 'refuses without a message', lookUpWords: () => json({}, 500), said: 'Failed to process words' },
  { why: 'answers nonsense', lookUpWords: () => json({ words: 1 }), said: /answer could not be read/ },
])('when the server $why: “Failed to process words”, and the list stays', async ({ lookUpWords, said }) => {
  const { process, list } = await openPanel({ lookUpWords });
  await process('one', 'two');
  expect(await screen.findByText('Failed to process words')).toBeDefined();
  expect(screen.getByText(said)).toBeDefined();
  expect(list.value).toBe('one\ntwo');
});

test('when the lookup is interrupted, its results are kept and the rest can be processed', async () => {
  const stream = lookup();
  const { process, press, list, panel, server } = await openPanel({ lookUpWords: stream.answer });
  await process('one', 'two', 'three');
  await stream.send(found('one'));
  await stream.send({ word: '', success: false, error: 'The lookup was interrupted. Please try again.' });
  expect(await screen.findByText('Failed to process words')).toBeDefined();
  expect(screen.getByText('The lookup was interrupted. Please try again.')).toBeDefined();
  expect(panel.getByText(/Stopped after 1 of 3 words/)).toBeDefined();
  expect(await entries()).toHaveLength(1);
  expect(list.value).toBe('two\nthree');

  server.answer({ lookUpWords: answering(found('two'), found('three')) });
  await press('Process words');
  expect(await screen.findByText('Processed 2 words')).toBeDefined();
  expect(panel.getByText('3 found')).toBeDefined();
  expect(panel.queryByText(/^Stopped/)).toBeNull();
});

test.each([
  { why: 'the connection breaks', how: 'cut', said: /could not be reached/ },
  { why: 'the answer ends early', how: 'end', said: 'The answer ended after 1 of 2 words.' },
] as const)('$why: “Failed to process words”, and the results are kept', async ({ how, said }) => {
  const stream = lookup();
  const { process, list } = await openPanel({ lookUpWords: stream.answer });
  await process('one', 'two');
  await stream.send(found('one'));
  await waitFor(() => expect(bar().getAttribute('aria-valuenow')).toBe('1'));
  await stream[how]();
  expect(await screen.findByText('Failed to process words')).toBeDefined();
  expect(screen.getByText(said)).toBeDefined();
  expect(list.value).toBe('two');
});

test('can be stopped: the connection is closed, and the remaining words can be processed', async () => {
  const stream = lookup();
  const { process, press, list, panel } = await openPanel({ lookUpWords: stream.answer });
  await process('one', 'two');
  await stream.send(found('one'));
  await waitFor(() => expect(bar().getAttribute('aria-valuenow')).toBe('1'));
  await press('Stop');
  expect(await panel.findByText(/Stopped after 1 of 2 words/)).toBeDefined();
  expect(list.value).toBe('two');
  expect(screen.queryByText('Failed to process words')).toBeNull();
  expect(screen.queryByText(/^Processed/)).toBeNull();
  await expect(stream.closed).rejects.toBeUndefined();
});

test('while busy: the list is fixed, nothing can be saved, and a second click is ignored', async () => {
  const stream = lookup();
  const { process, list, panel, press, server } = await openPanel({ lookUpWords: stream.answer });
  await process('one', 'two');
  await stream.send(found('one'));
  await entries();
  expect(list.readOnly).toBe(true);
  expect(panel.getByRole('button', { name: 'Save 1 word' })).toHaveProperty('disabled', true);
  await press('Processing...');
  expect(server.callsOf('lookUpWords')).toHaveLength(1);
  await stream.send(found('two'));
  await stream.end();
});

test('closing the panel stops the lookup and keeps its results', async () => {
  const stream = lookup();
  const { process, user } = await openPanel({ lookUpWords: stream.answer });
  await process('one', 'two');
  await stream.send(found('one'));
  await entries();
  await user.click(screen.getByRole('button', { name: 'From dictionary' }));
  await expect(stream.closed).rejects.toBeUndefined();
  await user.click(screen.getByRole('button', { name: 'From dictionary' }));
  expect(await entries()).toHaveLength(1);
  expect(wordList().value).toBe('two');
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
