import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { scheduleItem, word } from '../../testing/builders.ts';
import { defined } from '../../testing/defined.ts';
import { type Answers, held, refuse, unreachable } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

beforeEach(() => sessionStorage.clear());

const petrichor = word({
  word: 'petrichor',
  phoneticPronunciation: '/ˈpɛtrɪkɔː/',
  partOfSpeech: 'noun',
  definition: 'The smell of rain on dry ground.',
  usedCount: 3,
  source: 'starter',
});
const solace = word({ word: 'solace', source: 'wordnet' });
const two = { words: [petrichor, solace], total: 2, hasMore: false };

function openWords({ path = '/admin/words', ...answers }: Answers & { path?: string } = {}) {
  return renderApp({ path, answers: { listWords: two, ...answers } });
}

const list = () => screen.getByRole('region', { name: 'Word list' });
const toggle = (name: string) => screen.findByRole('button', { name, expanded: false });
const panel = (name: string) => screen.queryByRole('region', { name });

test('shows each word as a dictionary does, with its source and how often it was sent', async () => {
  openWords();
  await screen.findByRole('heading', { name: 'petrichor' });
  const cards = within(list()).getAllByRole('listitem');
  expect(cards).toHaveLength(2);
  const card = within(defined(cards[0]));
  expect(card.getByRole('heading', { name: 'petrichor' })).toBeDefined();
  expect(card.getByText('/ˈpɛtrɪkɔː/')).toBeDefined();
  expect(card.getByText('noun').tagName).toBe('EM');
  expect(card.getByText('The smell of rain on dry ground.')).toBeDefined();
  expect(card.getByText('Sent 3 times')).toBeDefined();
  expect(card.getByText('Starter word')).toBeDefined();
  expect(within(defined(cards[1])).getByText('Not sent yet')).toBeDefined();
  expect(within(defined(cards[1])).getByText('WordNet')).toBeDefined();
});

const noCounts = { all: 0, unused: 0, waiting: 0, sent: 0, work: 0, unchecked: 0 };

test('says what the check found in a word, and in the form each finding leads to its field', async () => {
  const message = 'The definition uses the word “solace” itself. Explain it in other words.';
  const flawed = { ...solace, findings: ['definition.circular', 'word.too_easy'] as const };
  const { user, server } = openWords({
    listWords: {
      words: [petrichor, { ...flawed, findings: [...flawed.findings] }],
      total: 2,
      hasMore: false,
    },
    previewWord: {
      subject: 'Wordrise: solace',
      html: '<p>solace</p>',
      findings: [
        { code: 'definition.circular', field: 'definition', message },
        {
          code: 'text.repeated_word',
          field: 'etymology',
          message: 'Etymology says “the” twice.',
          fix: { label: 'Remove the second “the”', text: 'From the Latin.' },
        },
      ],
    },
  });
  expect(await screen.findByText('Circular definition +1')).toBeDefined();
  await user.click(await toggle('Edit solace'));
  const form = within(await screen.findByRole('region', { name: 'Edit “solace”' }));
  expect(await form.findByText(message)).toBeDefined();
  expect(form.getByText('Wordrise: solace')).toBeDefined();
  await user.click(form.getByRole('button', { name: 'Remove the second “the”' }));
  expect(form.getByLabelText<HTMLInputElement>('Etymology').value).toBe('From the Latin.');
  await user.click(form.getByRole('button', { name: 'Go to Definition' }));
  expect(document.activeElement).toBe(form.getByLabelText('Definition'));
  await user.type(form.getByLabelText('Definition'), ' Comfort.');
  await waitFor(() =>
    expect(server.callsOf('previewWord').at(-1)?.body).toMatchObject({
      id: solace.id,
      word: 'solace',
      definition: 'A definition. Comfort.',
      etymology: 'From the Latin.',
    }),
  );
});

test('filters by state with counts, from the first page, in the URL', async () => {
  const { user, server, place } = openWords({
    path: '/admin/words?page=2',
    countWords: { ...noCounts, all: 1170, unused: 150, waiting: 14, sent: 6, work: 3 },
  });
  const states = within(await screen.findByRole('group', { name: 'Filter by state' }));
  await waitFor(() =>
    expect(states.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'All words1,170',
      'Unused150',
      'Waiting14',
      'Sent6',
      'Needs work3',
    ]),
  );
  await user.click(states.getByRole('button', { name: /^Needs work/ }));
  expect(place()).toBe('/admin/words?state=work');
  await waitFor(() => expect(server.callsOf('listWords').at(-1)?.search.get('state')).toBe('work'));
  expect(states.getByRole('button', { name: /^Needs work/ }).getAttribute('aria-pressed')).toBe('true');
  await user.click(states.getByRole('button', { name: /^All words/ }));
  expect(place()).toBe('/admin/words');
});

test('while imported words are being checked it says how many, and then the list shows what was found', async () => {
  const { server } = openWords({ countWords: { ...noCounts, unchecked: 1200 } });
  expect(await screen.findByText('1,200 words still to be checked.')).toBeDefined();
  server.answer({ countWords: { ...noCounts, work: 2 } });
  await waitFor(() => expect(screen.queryByText(/still to be checked/)).toBeNull());
  await waitFor(() => expect(server.callsOf('listWords')).toHaveLength(2));
});

test('an empty state says what it would have', async () => {
  openWords({ path: '/admin/words?state=work', listWords: { words: [], total: 0, hasMore: false } });
  expect(await screen.findByText('No word needs work: the check found nothing to fix.')).toBeDefined();
});

test('arrow keys move from word to word, Enter opens one, and Escape closes it', async () => {
  const { user, place } = openWords();
  const [first, second] = [await toggle('Edit petrichor'), await toggle('Edit solace')];
  expect([first.tabIndex, second.tabIndex]).toEqual([0, -1]);
  first.focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(second);
  expect([first.tabIndex, second.tabIndex]).toEqual([-1, 0]);
  await user.keyboard('{Home}{End}{ArrowUp}{ArrowDown}{Enter}');
  expect(place()).toBe(`/admin/words?panel=edit-${solace.id}`);
  await waitFor(() => expect(panel('Edit “solace”')?.contains(document.activeElement)).toBe(true));
  await user.keyboard('{Escape}');
  expect(place()).toBe('/admin/words');
  await waitFor(() => expect(document.activeElement).toBe(second));
});

test('Escape asks before typed text is lost, and then only closes the question', async () => {
  const { user, place } = openWords();
  await user.click(await toggle('Edit solace'));
  await user.type(await screen.findByLabelText('Definition'), ' More.');
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).toBeDefined();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(place()).toBe(`/admin/words?panel=edit-${solace.id}`);
});

test('a link opens the form of a word that is not on the page', async () => {
  const far = word({ word: 'zephyr' });
  const { server } = openWords({ path: `/admin/words?panel=edit-${far.id}`, getWord: far });
  expect(await screen.findByRole('region', { name: 'Edit “zephyr”' })).toBeDefined();
  expect(server.callsOf('getWord').map(({ path }) => path)).toEqual([`/api/admin/words/${far.id}`]);
});

test('links back to the dashboard, and to the CSV file', async () => {
  openWords();
  const back = await screen.findByRole('link', { name: 'Back to Dashboard' });
  expect(back.getAttribute('href')).toBe('/admin');
  const download = screen.getByRole('link', { name: 'Download CSV' });
  expect(download.getAttribute('href')).toBe('/api/admin/words/export');
  expect(download.hasAttribute('download')).toBe(true);
});

test('asks for the first fifty', async () => {
  const { server } = openWords();
  await screen.findByRole('heading', { name: 'petrichor' });
  expect(String(server.callsOf('listWords')[0]?.search)).toBe('page=1&limit=50');
});

test('pages: says what is shown, and Next is disabled when there is no more', async () => {
  const pages: Record<string, string[]> = { '1': ['a', 'b'], '2': ['c'] };
  const { user, server, place } = openWords({
    listWords: ({ search }) => {
      const page = search.get('page') ?? '';
      const words = Array.from({ length: page === '1' ? 50 : 1 }, () =>
        word({ word: pages[page]?.[0] ?? '' }),
      );
      return { words, total: 51, hasMore: page === '1' };
    },
  });
  const next = await screen.findByRole('button', { name: 'Next' });
  const previous = screen.getByRole('button', { name: 'Previous' });
  expect(screen.getByText('Showing 1 to 50 of 51 words')).toBeDefined();
  expect(previous).toHaveProperty('disabled', true);
  expect(next).toHaveProperty('disabled', false);

  await user.click(next);
  expect(await screen.findByText('Showing 51 to 51 of 51 words')).toBeDefined();
  expect(place()).toBe('/admin/words?page=2');
  expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true);
  await waitFor(() => expect(document.activeElement).toBe(list()));

  await user.click(screen.getByRole('button', { name: 'Previous' }));
  expect(await screen.findByText('Showing 1 to 50 of 51 words')).toBeDefined();
  expect(place()).toBe('/admin/words');
  // The first page came from the cache.
  expect(server.callsOf('listWords')).toHaveLength(2);
});

test('while the next page loads, the previous one stays with its own numbers', async () => {
  const answer = held({ words: [word()], total: 51, hasMore: false });
  const { user, server } = openWords({
    listWords: { words: Array.from({ length: 50 }, () => word()), total: 51, hasMore: true },
  });
  await user.click(
    await screen.findByRole('button', { name: 'Next' }).then((next) => {
      server.answer({ listWords: answer.answer });
      return next;
    }),
  );
  expect(list().getAttribute('aria-busy')).toBe('true');
  expect(screen.getByText('Showing 1 to 50 of 51 words')).toBeDefined();
  answer.release();
  expect(await screen.findByText('Showing 51 to 51 of 51 words')).toBeDefined();
});

test('a page past the end redirects to the last one', async () => {
  const { place } = openWords({
    path: '/admin/words?page=9',
    listWords: ({ search }) =>
      search.get('page') === '2'
        ? { words: [solace], total: 51, hasMore: false }
        : { words: [], total: 51, hasMore: false },
  });
  expect(await screen.findByText('Showing 51 to 51 of 51 words')).toBeDefined();
  expect(place()).toBe('/admin/words?page=2');
});

test('searches once typing pauses, from the first page, and keeps the search in the URL', async () => {
  const { server, place } = openWords({ path: '/admin/words?page=2' });
  const search = await screen.findByRole('searchbox', { name: 'Search words' });
  // At once: between two keys, a slow machine would pause.
  for (const value of ['r', 'ra', 'rai', 'rain']) fireEvent.change(search, { target: { value } });
  await waitFor(() => expect(place()).toBe('/admin/words?search=rain'));
  const asked = () => server.callsOf('listWords').map((call) => call.search.get('search'));
  await waitFor(() => expect(asked().at(-1)).toBe('rain'));
  expect(asked()).not.toContain('rai');
});

test('filters by letter, from the first page; All clears the filter', async () => {
  const { user, server, place } = openWords({ path: '/admin/words?page=2' });
  const letters = within(await screen.findByRole('group', { name: 'Filter by first letter' }));
  expect(letters.getAllByRole('button')).toHaveLength(27);
  await user.click(letters.getByRole('button', { name: 'P' }));
  expect(place()).toBe('/admin/words?letter=p');
  await waitFor(() => expect(server.callsOf('listWords').at(-1)?.search.get('letter')).toBe('p'));
  expect(letters.getByRole('button', { name: 'P' }).getAttribute('aria-pressed')).toBe('true');

  await user.click(letters.getByRole('button', { name: 'All' }));
  expect(place()).toBe('/admin/words');
});

test('restores search and letter from the URL', async () => {
  const { server } = openWords({ path: '/admin/words?search=rain&letter=p' });
  expect(await screen.findByDisplayValue('rain')).toBeDefined();
  expect(screen.getByRole('button', { name: 'P' }).getAttribute('aria-pressed')).toBe('true');
  await waitFor(() =>
    expect(String(server.callsOf('listWords')[0]?.search)).toContain('search=rain&letter=p'),
  );
});

const none = { words: [], total: 0, hasMore: false };

test('an empty library explains itself, and its button opens the form', async () => {
  const { user } = openWords({ listWords: none });
  expect(await screen.findByText('No words found')).toBeDefined();
  expect(screen.queryByText(/^Showing/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add the first word' }));
  expect(panel('Add a word')).not.toBeNull();
});

test('a search without results names the search, and can show all words again', async () => {
  const { user, place } = openWords({ path: '/admin/words?search=qqq&letter=x', listWords: none });
  expect(await screen.findByText('No words found')).toBeDefined();
  expect(screen.getByText('No word starts with X and has “qqq” in the word or definition.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Show all words' }));
  expect(place()).toBe('/admin/words');
  expect(screen.getByRole('searchbox')).toHaveProperty('value', '');
});

test('loading: skeletons of the cards', async () => {
  const answer = held(two);
  openWords({ listWords: answer.answer });
  expect(await screen.findByText('Loading words')).toBeDefined();
  answer.release();
  expect(await screen.findByRole('heading', { name: 'petrichor' })).toBeDefined();
  expect(screen.queryByText('Loading words')).toBeNull();
});

test.each([
  {
    why: 'the server fails',
    listWords: refuse(503, 'database.unreachable', 'The database does not answer.'),
  },
  { why: 'the server cannot be reached', listWords: unreachable },
])('when $why it says so, and trying again works', async ({ listWords }) => {
  const { user, server } = openWords({ listWords });
  expect(await screen.findByText('Failed to fetch words')).toBeDefined();
  server.answer({ listWords: two });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'petrichor' })).toBeDefined();
  expect(screen.queryByText('Failed to fetch words')).toBeNull();
});

const panels = [
  { button: 'Add word', title: 'Add a word' },
  { button: 'From dictionary', title: 'Words from the dictionary' },
  { button: 'Upload CSV', title: 'Upload words' },
  { button: 'Edit petrichor', title: 'Edit “petrichor”' },
];

test.each(panels)(
  '“$button” opens its panel, takes the focus there, and closes it again',
  async ({ button, title }) => {
    const { user, place } = openWords();
    await user.click(await toggle(button));
    // The larger panels load from separate files.
    await waitFor(() => expect(panel(title)?.contains(document.activeElement)).toBe(true));
    expect(place()).toContain('panel=');
    await user.click(screen.getByRole('button', { name: button, expanded: true }));
    expect(panel(title)).toBeNull();
    expect(place()).toBe('/admin/words');
  },
);

test.each(panels)('“$button” closes any other open panel', async ({ button, title }) => {
  const { user } = openWords();
  for (const other of panels.filter((one) => one.button !== button)) {
    await user.click(await toggle(other.button));
    await waitFor(() => expect(panel(other.title)).not.toBeNull());
    await user.click(await toggle(button));
    await waitFor(() => expect(panel(title)).not.toBeNull());
    expect(panel(other.title)).toBeNull();
    await user.click(screen.getByRole('button', { name: button, expanded: true }));
  }
});

test.each(panels)('the close button closes “$title”, and the focus returns', async ({ button, title }) => {
  const { user } = openWords();
  await user.click(await toggle(button));
  await user.click(await screen.findByRole('button', { name: 'Close panel' }));
  expect(panel(title)).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: button })));
});

test('the form of a word stays open while the list changes', async () => {
  const { user, server } = openWords();
  await user.click(await toggle('Edit petrichor'));
  server.answer({ listWords: { words: [solace], total: 1, hasMore: false } });
  await user.click(screen.getByRole('button', { name: 'S' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'petrichor' })).toBeNull());
  expect(panel('Edit “petrichor”')).not.toBeNull();
});

test('the back button closes a panel', async () => {
  const { user, router } = openWords();
  await user.click(await toggle('Add word'));
  await router.navigate(-1);
  await waitFor(() => expect(panel('Add a word')).toBeNull());
});

test('a saved word updates its scheduled email at once, and both can be undone', async () => {
  const halcyon = word({ word: 'halcyon', goesOut: '2026-11-24T12:00:00.000Z' });
  const older = { id: 7, wordId: halcyon.id, word: 'halcyon', scheduledDate: '2026-11-24T12:00:00.000Z' };
  const { user, server } = renderApp({
    path: '/admin/words',
    answers: {
      listWords: { words: [halcyon], total: 1, hasMore: false },
      editWord: { ...halcyon, olderEmails: [older] },
      updateEmail: scheduleItem({ id: 7 }).scheduled_emails,
    },
  });
  expect(await screen.findByText('Goes out Tue, Nov 24')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Edit halcyon' }));
  const tip = await screen.findByLabelText(/Conversation tip/);
  expect(screen.getAllByText('Goes out Tue, Nov 24')).toHaveLength(2);
  await user.clear(tip);
  await user.type(tip, 'A better tip.');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('The email for Tue, Nov 24 has the new text.')).toBeDefined();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(server.callsOf('updateEmail').map(({ path }) => path)).toEqual(['/api/admin/schedule/7/update']);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('“halcyon” has its old text again')).toBeDefined();
  expect(server.callsOf('editWord').map(({ body }) => body)).toMatchObject([
    { conversationTip: 'A better tip.', replaces: { conversationTip: 'A tip.' } },
    { conversationTip: 'A tip.', replaces: { conversationTip: 'A better tip.' } },
  ]);
  expect(server.callsOf('updateEmail')).toHaveLength(2);
});

test('an email that cannot be updated keeps its text, and the word is saved all the same', async () => {
  const halcyon = word({ word: 'halcyon' });
  const older = { id: 7, wordId: halcyon.id, word: 'halcyon', scheduledDate: '2026-11-24T12:00:00.000Z' };
  const { user } = renderApp({
    path: `/admin/words?panel=edit-${halcyon.id}`,
    answers: {
      listWords: { words: [halcyon], total: 1, hasMore: false },
      editWord: { ...halcyon, olderEmails: [older] },
      updateEmail: refuse(409, 'schedule.busy', 'It is being sent right now.'),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Word updated successfully!')).toBeDefined();
  expect(
    screen.getByText(/^The email for Tue, Nov 24 keeps the old text: It is being sent right now/),
  ).toBeDefined();
});
