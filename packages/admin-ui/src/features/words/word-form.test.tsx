import { screen, waitFor, within } from '@testing-library/react';
import { requiredFields, wordFields, wordFieldTable } from '@wordrise/core/contract';
import { beforeEach, expect, test } from 'vitest';
import { aQuotation, word } from '../../testing/builders.ts';
import { type Answers, held, json, refuse, unreachable } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

beforeEach(() => sessionStorage.clear());

const petrichor = word({ word: 'petrichor', definition: 'The smell of rain.' });
const entry = {
  word: 'solace',
  phoneticPronunciation: '/ˈsɒlɪs/',
  partOfSpeech: 'noun',
  definition: 'Comfort in sorrow.',
  etymology: 'From Latin.',
  example1: 'She found solace in music.',
  example2: 'A solace to all.',
  conversationTip: 'Say where you find it.',
};

function openForm(answers: Answers, path: string) {
  const list = { words: [petrichor], total: 1, hasMore: false };
  return renderApp({ path, answers: { listWords: list, ...answers } });
}
async function openAdd(answers: Answers = {}) {
  const app = openForm(answers, '/admin/words?panel=add');
  const form = within(await screen.findByRole('region', { name: 'Add a word' }));
  async function fill(fields: Partial<typeof entry> = {}) {
    for (const [name, text] of Object.entries({ ...entry, ...fields })) {
      const field = form.getByLabelText(wordFieldTable[name as keyof typeof entry].label);
      await app.user.clear(field);
      if (text !== '') {
        await app.user.click(field);
        await app.user.paste(text);
      }
    }
  }
  return { ...app, form, fill, submit: () => app.user.click(form.getByRole('button', { name: /^Add/ })) };
}
async function openEdit(answers: Answers = {}) {
  const app = openForm(answers, `/admin/words?panel=edit-${petrichor.id}`);
  const form = within(await screen.findByRole('region', { name: 'Edit “petrichor”' }));
  return { ...app, form, submit: () => app.user.click(form.getByRole('button', { name: /^Sav/ })) };
}
const closed = (name: string) => waitFor(() => expect(screen.queryByRole('region', { name })).toBeNull());

test('an empty form: a message at every field, the first has the focus, nothing sent', async () => {
  const { form, submit, server } = await openAdd();
  await submit();
  for (const name of requiredFields) {
    const field = form.getByLabelText(wordFieldTable[name].label);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(form.getByText(`${wordFieldTable[name].label} is required`)).toBeDefined();
  }
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Word')));
  expect(server.callsOf('addWord')).toEqual([]);
});

test.each([
  { field: 'word', text: 'x'.repeat(101), message: 'Word must be at most 100 characters' },
  { field: 'partOfSpeech', text: 'x'.repeat(51), message: 'Part of speech must be at most 50 characters' },
  { field: 'definition', text: '   ', message: 'Definition is required' },
])('an invalid $field is shown at its field: $message', async ({ field, text, message }) => {
  const { fill, submit, form, server } = await openAdd();
  await fill({ [field]: text });
  await submit();
  expect(form.getByText(message)).toBeDefined();
  expect(form.getAllByText(/required|at most/)).toHaveLength(1);
  expect(server.callsOf('addWord')).toEqual([]);
});

test('adds a word: sends its fields, says so, closes, and the lists are fetched again', async () => {
  const { fill, submit, server } = await openAdd({ addWord: word(entry) });
  await fill({ word: '  solace ' });
  await submit();
  expect(await screen.findByText('Word added successfully!')).toBeDefined();
  await closed('Add a word');
  expect(server.callsOf('addWord')[0]?.body).toEqual({
    ...Object.fromEntries(wordFields.map((name) => [name, ''])),
    ...entry,
  });
  await waitFor(() => expect(server.callsOf('listWords')).toHaveLength(2));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add word' })));
});

test('a quotation opens on demand, and stays open at a field that it lacks', async () => {
  const { fill, submit, form, server, user } = await openAdd();
  const group = form.getByText('Quotation', { selector: 'summary' }).closest('details');
  expect(group?.open).toBe(false);
  await fill();
  await user.click(form.getByText('Quotation', { selector: 'summary' }));
  await user.type(form.getByLabelText('Quotation (optional)'), 'No solace came.');
  await user.type(form.getByLabelText('Quotation link (optional)'), 'ftp://x');
  group?.removeAttribute('open');
  await submit();
  expect(await form.findByText('Quotation link must be an address that starts with https://')).toBeDefined();
  await user.clear(form.getByLabelText('Quotation link (optional)'));
  await submit();
  expect(form.getByText('Quotation author is required with a quotation')).toBeDefined();
  await waitFor(() =>
    expect(document.activeElement).toBe(form.getByLabelText('Quotation author (optional)')),
  );
  expect(group?.open).toBe(true);
  expect(server.callsOf('addWord')).toEqual([]);
});

test('a word with a quotation shows it', async () => {
  const quoted = word({ ...petrichor, ...aQuotation });
  const { form } = await openEdit({ listWords: { words: [quoted], total: 1, hasMore: false } });
  expect(form.getByText('Quotation', { selector: 'summary' }).closest('details')?.open).toBe(true);
});

test('edits a word: the form starts with it, and saves the changes', async () => {
  const { form, submit, server, user } = await openEdit({ editWord: petrichor });
  for (const name of wordFields) {
    const { label, required } = wordFieldTable[name];
    expect(form.getByLabelText(required ? label : `${label} (optional)`)).toHaveProperty(
      'value',
      petrichor[name],
    );
  }
  await user.type(form.getByLabelText('Definition'), ' Dry ground.');
  await submit();
  expect(await screen.findByText('Word updated successfully!')).toBeDefined();
  await closed('Edit “petrichor”');
  const [call] = server.callsOf('editWord');
  expect(call?.path).toBe(`/api/admin/words/${petrichor.id}`);
  expect(call?.body).toMatchObject({ word: 'petrichor', definition: 'The smell of rain. Dry ground.' });
  expect(Object.keys(call?.body as object).toSorted()).toEqual([...wordFields, 'replaces'].toSorted());
  expect(call?.body).toMatchObject({ replaces: { word: 'petrichor', definition: 'The smell of rain.' } });
  await waitFor(() => expect(server.callsOf('listWords')).toHaveLength(2));
});

test('a word that exists: shown at its field, which gets the focus', async () => {
  const addWord = refuse(409, 'word.exists', '“solace” is already in the library.', {
    word: ['This word is already in the library'],
  });
  const { fill, submit, form } = await openAdd({ addWord });
  await fill();
  await submit();
  expect(await form.findByText('This word is already in the library')).toBeDefined();
  // The reason is at the field, and nowhere else.
  await waitFor(() =>
    expect(document.querySelector('[data-toasts]')?.textContent).toBe('Failed to add word'),
  );
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Word')));
});

test('a word that exists is reported when its spelling is left, not while it is typed', async () => {
  const { user, form, server } = await openAdd({
    previewWord: ({ body }) =>
      json({
        subject: 'x',
        html: '',
        findings: [],
        ...(/^lull$/i.test((body as { word: string }).word) && { existing: { id: 7, word: 'lull' } }),
      }),
  });
  const word = form.getByLabelText('Word');
  await user.type(word, 'Lull');
  await waitFor(() => expect(server.callsOf('previewWord').length).toBeGreaterThan(0));
  expect(form.queryByText('This word is already in the library')).toBeNull();
  await user.tab();
  expect(await form.findByText('This word is already in the library')).toBeDefined();
  await user.type(word, 'aby');
  await user.tab();
  await waitFor(() => expect(form.queryByText('This word is already in the library')).toBeNull());
});

test('a new word: what is missing is named when it is saved, and a word that exists only at its field', async () => {
  const missing = 'Pronunciation is missing. Fill it in.';
  const again = 'The library also has “lull”. Remove “Lull” or the other one.';
  const alike = '“calm” has nearly the same definition. Say what sets this word apart.';
  const findings = [
    { code: 'field.missing', field: 'phoneticPronunciation', message: missing },
    { code: 'word.duplicate', field: 'word', message: again },
    { code: 'definition.duplicate', field: 'definition', message: alike },
  ];
  const answers = {
    previewWord: { subject: 'x', html: '', findings, existing: { id: 7, word: 'lull' } } as never,
  };
  const { user, form } = await openAdd(answers);
  await user.type(form.getByLabelText('Word'), 'Lull');
  expect(await form.findByText(alike)).toBeDefined();
  expect(form.queryByText(missing)).toBeNull();
  expect(form.queryByText(again)).toBeNull();
});

test('an email that cannot be shown says which field is wrong', async () => {
  const fields = { pin: ['Pinned to must be a date such as 12-31'] };
  const { user, form } = await openAdd({ previewWord: refuse(400, 'input.invalid', 'Invalid.', fields) });
  await user.type(form.getByLabelText('Word'), 'Lull');
  const email = within(await form.findByRole('region', { name: 'The email with this text' }));
  expect(
    await email.findByText(
      'It appears here again as soon as this is fixed: Pinned to must be a date such as 12-31.',
    ),
  ).toBeDefined();
});

const reachable = 'The server could not be reached. Check the connection and try again.';

test.each([
  {
    why: 'refuses',
    answer: refuse(503, 'database.unreachable', 'The database does not answer.'),
    said: 'The database does not answer.',
  },
  { why: 'cannot be reached', answer: unreachable, said: reachable },
])('when the server $why, the text stays and it can be tried again', async ({ answer, said }) => {
  const { fill, submit, form, server } = await openAdd({ addWord: answer });
  await fill();
  await submit();
  expect(await screen.findByText('Failed to add word')).toBeDefined();
  expect(screen.getByText(said)).toBeDefined();
  expect(form.getByLabelText('Definition')).toHaveProperty('value', entry.definition);
  server.answer({ addWord: word(entry) });
  await submit();
  expect(await screen.findByText('Word added successfully!')).toBeDefined();
});

test('a failed update says so, without a reason if there is none', async () => {
  const { submit } = await openEdit({ editWord: () => json({}, 500) });
  await submit();
  expect(await screen.findByText('Failed to update word')).toBeDefined();
  expect(screen.getByRole('region', { name: 'Edit “petrichor”' })).toBeDefined();
});

test('a word that someone else removed: says so, and the list is fetched again', async () => {
  const { submit, server } = await openEdit({
    editWord: refuse(404, 'word.not_found', 'This word is no longer in the library.'),
  });
  await submit();
  expect(await screen.findByText('This word is no longer in the library.')).toBeDefined();
  await waitFor(() => expect(server.callsOf('listWords')).toHaveLength(2));
});

test('ignores a second click while it works', async () => {
  const answer = held(word(entry));
  const { fill, submit, server, form } = await openAdd({ addWord: answer.answer });
  await fill();
  await submit();
  expect(await form.findByRole('button', { name: 'Adding...' })).toBeDefined();
  await submit();
  expect(server.callsOf('addWord')).toHaveLength(1);
  answer.release();
});

test('typed text survives another panel, until it is discarded', async () => {
  const { form, user } = await openEdit();
  await user.type(form.getByLabelText('Definition'), ' More.');
  await user.click(screen.getByRole('button', { name: 'Add word' }));
  await user.click(screen.getByRole('button', { name: 'Edit petrichor' }));
  expect(screen.getByLabelText('Definition')).toHaveProperty('value', 'The smell of rain. More.');

  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(screen.getByLabelText('Definition')).toHaveProperty('value', 'The smell of rain. More.');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit petrichor' })),
  );
  await user.click(screen.getByRole('button', { name: 'Edit petrichor' }));
  expect(screen.getByLabelText('Definition')).toHaveProperty('value', 'The smell of rain.');
});

test.each(['Close panel', 'Edit petrichor'])(
  '“%s” asks before typed text is lost, as Cancel does',
  async (button) => {
    const { form, user } = await openEdit();
    await user.type(form.getByLabelText('Definition'), ' More.');
    await user.click(screen.getByRole('button', { name: button }));
    const dialog = () => within(screen.getByRole('alertdialog', { name: 'Discard your changes?' }));
    await user.click(dialog().getByRole('button', { name: 'Keep editing' }));
    expect(screen.getByLabelText('Definition')).toHaveProperty('value', 'The smell of rain. More.');
    await user.click(screen.getByRole('button', { name: button }));
    await user.click(dialog().getByRole('button', { name: 'Discard changes' }));
    await closed('Edit “petrichor”');
    expect(sessionStorage).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Edit petrichor' }));
    expect(screen.getByLabelText('Definition')).toHaveProperty('value', 'The smell of rain.');
  },
);

test('a word changed in another tab: only the fields edited here are replaced', async () => {
  const { form, user, server, submit } = await openEdit({ editWord: petrichor });
  await user.type(form.getByLabelText('Conversation tip'), ' In the rain.');
  const words = [{ ...petrichor, definition: 'From the other tab.' }];
  server.answer({ listWords: { words, total: 1, hasMore: false } });
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() =>
    expect(form.getByLabelText('Definition')).toHaveProperty('value', 'From the other tab.'),
  );
  await submit();
  await closed('Edit “petrichor”');
  expect(server.callsOf('editWord')[0]?.body).toMatchObject({
    definition: 'From the other tab.',
    conversationTip: `${petrichor.conversationTip} In the rain.`,
  });
});

/** Someone else has saved another definition; the form's own text is typed over the older one. */
async function savedElsewhere(theirs: Partial<typeof entry>) {
  const fields = Object.fromEntries(Object.entries(theirs).map(([field, text]) => [field, [text]]));
  const app = await openEdit({ editWord: refuse(409, 'word.changed', 'It was changed.', fields) });
  await app.user.type(app.form.getByLabelText('Definition'), ' Mine.');
  const list = { words: [{ ...petrichor, ...theirs }], total: 1, hasMore: false };
  app.server.answer({ listWords: list });
  return { ...app, bodies: () => app.server.callsOf('editWord').map(({ body }) => body) };
}
const title = '“petrichor” was changed while you were editing';

test('a field that someone else changed too is replaced only by another click', async () => {
  const { submit, user, server, bodies, form } = await savedElsewhere({ definition: 'Theirs.' });
  await submit();
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  expect(dialog.getByText('Saved: Theirs.')).toBeDefined();
  expect(dialog.getByText('Yours: The smell of rain. Mine.')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Keep editing' }));
  expect(form.getByLabelText('Definition')).toHaveProperty('value', 'The smell of rain. Mine.');
  await submit();
  await screen.findByRole('dialog', { name: title });
  server.answer({ editWord: petrichor });
  await user.click(screen.getByRole('button', { name: 'Replace it with mine' }));
  await closed('Edit “petrichor”');
  expect(bodies()).toMatchObject([
    { definition: 'The smell of rain. Mine.', replaces: { definition: 'The smell of rain.' } },
    { definition: 'The smell of rain. Mine.', replaces: { definition: 'The smell of rain.' } },
    { definition: 'The smell of rain. Mine.', replaces: { definition: 'Theirs.' } },
  ]);
  expect(screen.queryByText('Failed to update word')).toBeNull();
});

test('the text that someone else saved is loaded instead, and the next edit is based on it', async () => {
  const { submit, user, server, bodies, form } = await savedElsewhere({ definition: 'Theirs.' });
  await submit();
  await user.click(await screen.findByRole('button', { name: 'Use the saved text' }));
  await waitFor(() => expect(form.getByLabelText('Definition')).toHaveProperty('value', 'Theirs.'));
  expect(sessionStorage).toHaveLength(0);
  server.answer({ editWord: petrichor });
  await user.type(form.getByLabelText('Definition'), ' More.');
  await submit();
  await closed('Edit “petrichor”');
  expect(bodies()[1]).toMatchObject({ definition: 'Theirs. More.', replaces: { definition: 'Theirs.' } });
});

test('changes to different fields are both kept, without a question', async () => {
  const { submit, server, bodies } = await savedElsewhere({ etymology: 'Theirs.' });
  const refusal = refuse(409, 'word.changed', 'It was changed.', { etymology: ['Theirs.'] });
  server.answer({
    editWord: () => (bodies().length < 2 ? refusal() : json(petrichor)),
  });
  await submit();
  await closed('Edit “petrichor”');
  expect(bodies()).toHaveLength(2);
  expect(bodies()[1]).toMatchObject({
    definition: 'The smell of rain. Mine.',
    etymology: 'Theirs.',
    replaces: { etymology: 'Theirs.' },
  });
});

test('a field edited before another tab changed it still counts as a conflict', async () => {
  const { form, submit, bodies } = await savedElsewhere({ definition: 'Theirs.' });
  window.dispatchEvent(new Event('visibilitychange'));
  await screen.findByText('Theirs.');
  expect(form.getByLabelText('Definition')).toHaveProperty('value', 'The smell of rain. Mine.');
  await submit();
  await screen.findByRole('dialog', { name: title });
  expect(bodies()[0]).toMatchObject({ replaces: { definition: 'The smell of rain.' } });
});

test('the browser asks before a half-written word is closed', async () => {
  const leaves = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const { form, user } = await openEdit();
  expect(leaves()).toBe(true);
  await user.type(form.getByLabelText('Definition'), ' More.');
  expect(leaves()).toBe(false);
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(leaves()).toBe(true);
});

test('a link to another page asks before it leaves a half-written word; without one nothing asks', async () => {
  const { form, user, place } = await openAdd();
  const away = screen.getByRole('link', { name: 'Back to Dashboard' });
  await user.type(form.getByLabelText('Word'), 'sol');
  await user.click(away);
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
  await user.click(dialog.getByRole('button', { name: 'Stay here' }));
  expect(place()).toBe('/admin/words?panel=add');
  expect(form.getByLabelText('Word')).toHaveProperty('value', 'sol');
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  await closed('Add a word');
  await user.click(screen.getByRole('button', { name: 'Add word' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await closed('Add a word');
  await user.click(away);
  await waitFor(() => expect(place()).toBe('/admin'));
});

test('a session that ends in the middle of a word: after signing in again the word is still there', async () => {
  const { fill, submit, server, user, place } = await openAdd({
    addWord: refuse(401, 'auth.required', 'Please sign in first.'),
  });
  await fill();
  server.answer({ currentUser: refuse(401, 'auth.required', 'Please sign in first.') });
  await submit();
  await user.type(await screen.findByLabelText('Username'), 'admin');
  await user.type(screen.getByLabelText('Password'), 'secret');
  server.answer({
    currentUser: { id: 1, username: 'admin' },
    login: { user: { id: 1, username: 'admin' } },
    addWord: word(entry),
  });
  await user.click(screen.getByRole('button', { name: 'Sign In' }));

  const form = within(await screen.findByRole('region', { name: 'Add a word' }));
  expect(place()).toBe('/admin/words?panel=add');
  expect(form.getByLabelText('Definition')).toHaveProperty('value', entry.definition);
  await user.click(form.getByRole('button', { name: 'Add word' }));
  expect(await screen.findByText('Word added successfully!')).toBeDefined();
  await closed('Add a word');
  expect(sessionStorage).toHaveLength(0);
});

test('an example that the dictionary did not have says that readers do not see it', async () => {
  const words = [word({ word: 'petrichor', example1: 'Example not available' })];
  renderApp({
    path: `/admin/words?panel=edit-${words[0]?.id}`,
    answers: { listWords: { words, total: 1, hasMore: false } },
  });
  expect(await screen.findAllByText('Readers do not see this. Write your own example.')).toHaveLength(1);
});

test('links to the dictionary', async () => {
  const { user, form } = await openAdd();
  await user.click(form.getByRole('button', { name: 'Let the dictionary fill them in' }));
  expect(await screen.findByRole('region', { name: 'Words from the dictionary' })).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Add a word' })).toBeNull();
});
