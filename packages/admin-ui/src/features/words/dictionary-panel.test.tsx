import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import {
  answering,
  bar,
  entries,
  failed,
  found,
  lookup,
  openPanel,
  wordList,
} from '../../testing/dictionary-panel.tsx';
import { json, refuse, unreachable } from '../../testing/fake-server.ts';

beforeEach(() => sessionStorage.clear());

test.each([
  { why: 'nothing', lines: [] },
  { why: 'blank lines', lines: ['', '   ', '\t'] },
])('with $why entered it says so, and requests nothing', async ({ lines }) => {
  const { process, list, server } = await openPanel();
  await process(...lines);
  expect(await screen.findByText('No Words Entered')).toBeDefined();
  expect(screen.getByText('Please enter at least one word to process')).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(list));
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
  expect(panel.getByText('Commas work too. Up to 500 at a time.')).toBeDefined();
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

test.each([
  { why: 'commas', lines: ['one, two words,three'] },
  { why: 'semicolons and a repeated word', lines: ['one; two words', 'three;one'] },
])('$why separate words too', async ({ lines }) => {
  const { process, server, enter, panel } = await openPanel({
    lookUpWords: answering(found('one'), found('two words'), found('three')),
  });
  await enter(...lines);
  expect(panel.getByText('3 words to look up.')).toBeDefined();
  await process(...lines);
  await screen.findByText('Processed 3 words');
  expect(server.callsOf('lookUpWords')[0]?.body).toEqual({ words: ['one', 'two words', 'three'] });
});

test.each([
  {
    why: 'some',
    results: [found('one'), failed('tow')],
    title: 'Processed 2 words',
    said: '1 found, 1 not found.',
  },
  {
    why: 'all',
    results: [failed('tow')],
    title: 'Processed 1 word',
    said: 'None was found. The list says why.',
  },
])('when $why were not found, the toast says so and is no success', async ({ results, title, said }) => {
  const { process } = await openPanel({ lookUpWords: answering(...results) });
  await process(...results.map(({ word }) => word));
  expect((await screen.findByText(title)).closest('[data-tone]')?.getAttribute('data-tone')).toBe('warn');
  expect(screen.getByText(said)).toBeDefined();
});

test('the bar moves as results come in, and found words leave the list', async () => {
  const stream = lookup();
  const { process, list, panel } = await openPanel({ lookUpWords: stream.answer });
  await process('one', 'tow', 'three');
  expect(bar().getAttribute('aria-valuenow')).toBe('0');
  expect(bar().getAttribute('aria-valuemax')).toBe('3');
  expect(panel.getByRole('button', { name: 'Looking up...' })).toBeDefined();

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
  await press('Look up');
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
  await press('Looking up...');
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
