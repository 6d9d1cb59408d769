import { screen, within } from '@testing-library/react';
import type { LookupResult, WordInput } from '@wordrise/core/contract';
import type { Answers } from './fake-server.ts';
import { renderApp } from './render-app.tsx';

export function found(word: string, fields: Partial<WordInput> = {}): LookupResult {
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
export const failed = (word: string, error = `No entry for “${word}”.`): LookupResult => ({
  word,
  success: false,
  error,
});

/** A lookup whose answer arrives when the test says so. */
export function lookup() {
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
export function answering(...results: LookupResult[]) {
  return () =>
    new Response(results.map((result) => `${JSON.stringify(result)}\n`).join(''), {
      headers: { 'Content-Type': 'application/x-ndjson' },
    });
}

export const region = 'Words from the dictionary';

export async function openPanel(answers: Answers = {}) {
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
    await press('Look up');
  }
  return { ...app, panel, list, enter, press, process };
}

const results = () => within(screen.getByRole('region', { name: 'Looked-up words' }));
export async function entries() {
  await screen.findByRole('region', { name: 'Looked-up words' });
  return results()
    .getAllByRole('listitem')
    .filter((item) => item.parentElement?.closest('li') === null);
}
export const bar = () => screen.getByRole('progressbar', { name: 'Words looked up' });
/** Queried each time: the panel may have been remounted, as after a login. */
export const wordList = () => screen.getByLabelText('Words, one per line') as HTMLTextAreaElement;
