import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ImportReport } from '@wordrise/core/contract';
import { expect, test } from 'vitest';
import { type Answers, type FakeServer, held, refuse, unreachable } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const csv = new File(['word,definition\nsolace,Comfort\n'], 'words.csv', { type: 'text/csv' });

function report(fields: Partial<ImportReport> = {}): ImportReport {
  const counts = { added: 0, updated: 0, skipped: 0, refused: 0 };
  return { message: 'Added 0 words.', ...counts, errors: [], ignoredColumns: [], ...fields };
}

async function openPanel(answers: Answers = {}) {
  const app = renderApp({
    path: '/admin/words?panel=upload',
    answers: { listWords: { words: [], total: 0, hasMore: false }, ...answers },
  });
  const panel = within(await screen.findByRole('region', { name: 'Upload words' }));
  const choose = (file = csv) => app.user.upload(panel.getByLabelText('CSV file'), file);
  const press = (name: string | RegExp) => app.user.click(panel.getByRole('button', { name }));
  return { ...app, panel, choose, press };
}
const uploads = (server: FakeServer) => server.callsOf('uploadWords').map(({ search }) => String(search));
const closed = () => waitFor(() => expect(screen.queryByRole('region', { name: 'Upload words' })).toBeNull());
const figures = () =>
  within(screen.getByRole('list', { name: 'What the file does' })).getAllByRole('listitem');
const said = () => figures().map(({ textContent }) => textContent);

test('before a file is chosen it describes the format, and requests nothing', async () => {
  const { panel, server } = await openPanel();
  expect(panel.getByText(/word, phoneticPronunciation, partOfSpeech/)).toBeDefined();
  expect(panel.queryByRole('button', { name: /^Import/ })).toBeNull();
  expect(server.callsOf('uploadWords')).toEqual([]);
});

test('adds the second pack without a file, says what was there already, and is then gone', async () => {
  const { press, panel, server } = await openPanel({
    countStarters: { missing: 365 },
    addStarters: report({ added: 365, skipped: 1 }),
  });
  await panel.findByRole('button', { name: 'Add 365 built-in words' });
  server.answer({ countStarters: { missing: 0 } });
  await press('Add 365 built-in words');
  expect(await screen.findByText('365 words were added')).toBeDefined();
  expect(screen.getByText('1 was in the library already and stays as it is.')).toBeDefined();
  await waitFor(() => expect(panel.queryByRole('button', { name: /built-in/ })).toBeNull());
  expect(panel.queryByText(/A second pack/)).toBeNull();
});

test('a library that has the second pack is not offered it', async () => {
  const { panel, server } = await openPanel({ countStarters: { missing: 0 } });
  await waitFor(() => expect(server.callsOf('countStarters')).toHaveLength(1));
  expect(panel.queryByText(/A second pack/)).toBeNull();
});

test('previews an import before anything changes', async () => {
  const { choose, server, panel } = await openPanel({
    uploadWords: report({
      added: 1200,
      skipped: 3,
      refused: 2,
      errors: [
        { line: 4, word: 'sonder', message: 'Definition is required' },
        { line: 9, word: '', message: 'Word is required' },
      ],
    }),
  });
  await choose();
  expect(await panel.findByText('to be added')).toBeDefined();
  expect(said()).toEqual(['1,200 to be added', '0 to be changed', '3 skipped', '2 refused']);
  const rows = within(panel.getByRole('table')).getAllByRole('row').slice(1);
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['4', 'sonder', 'Definition is required'],
    ['9', '–', 'Word is required'],
  ]);
  expect(panel.getByText('words.csv')).toBeDefined();
  expect(uploads(server)).toEqual(['onConflict=skip&dryRun=true']);
  const [call] = server.callsOf('uploadWords');
  expect(call?.headers.get('Content-Type')).toBe('text/csv');
  expect(call?.body).toBe(csv);
});

test('says how many refused rows are not listed', async () => {
  const errors = [{ line: 2, word: 'x', message: 'No.' }];
  const { choose, panel } = await openPanel({ uploadWords: report({ refused: 1500, errors }) });
  await choose();
  expect(await panel.findByText(/and 1,499 more rows/)).toBeDefined();
});

test('names the columns that would be ignored', async () => {
  const ignoredColumns = [
    { name: 'teasr', nearest: 'teaser' },
    { name: 'id', nearest: null },
  ];
  const { choose, panel } = await openPanel({ uploadWords: report({ added: 1, ignoredColumns }) });
  await choose();
  expect(await panel.findByText('The column “teasr” is ignored. Did you mean “teaser”?')).toBeDefined();
  expect(panel.getByText('The column “id” is ignored.')).toBeDefined();
});

test('says that it is checking until the preview is there', async () => {
  const answer = held(report({ added: 1 }));
  const { choose, panel } = await openPanel({ uploadWords: answer.answer });
  await choose();
  expect(await panel.findByText('Checking words.csv')).toBeDefined();
  expect(panel.queryByRole('button', { name: /^Import/ })).toBeNull();
  answer.release();
  expect(await panel.findByRole('button', { name: 'Import 1 word' })).toBeDefined();
});

test('words that exist are skipped or updated, and the preview says which', async () => {
  const { choose, panel, user, server } = await openPanel({
    uploadWords: ({ search }) =>
      search.get('onConflict') === 'update'
        ? report({ added: 1, updated: 2 })
        : report({ added: 1, skipped: 2 }),
  });
  await choose();
  expect(await panel.findByRole('button', { name: 'Import 1 word' })).toBeDefined();
  expect(panel.getByRole('radio', { name: /Skip them/ })).toHaveProperty('checked', true);
  await user.click(panel.getByRole('radio', { name: /Update them/ }));
  expect(await panel.findByRole('button', { name: 'Import 3 words' })).toBeDefined();
  expect(said()).toEqual(['1 to be added', '2 to be changed', '0 skipped', '0 refused']);
  expect(uploads(server)).toEqual(['onConflict=skip&dryRun=true', 'onConflict=update&dryRun=true']);
});

test('imports with the choice made, says what was done, closes, and the list is fetched again', async () => {
  const { choose, panel, user, server, press } = await openPanel({ uploadWords: report({ added: 2 }) });
  await choose();
  await user.click(await panel.findByRole('radio', { name: /Update them/ }));
  await panel.findByRole('button', { name: 'Import 2 words' });
  server.answer({ uploadWords: report({ added: 2, message: 'Added 2 words.' }) });
  await press('Import 2 words');
  expect(await screen.findByText('Added 2 words.')).toBeDefined();
  await closed();
  expect(uploads(server).at(-1)).toBe('onConflict=update');
  expect(server.callsOf('uploadWords').at(-1)?.body).toBe(csv);
  await waitFor(() => expect(server.callsOf('listWords')).toHaveLength(2));
});

test('when rows were refused the panel stays and lists them', async () => {
  const refused = { refused: 1, errors: [{ line: 3, word: 'sonder', message: 'Definition is required' }] };
  const { choose, panel, press, server } = await openPanel({ uploadWords: report({ added: 1, ...refused }) });
  await choose();
  await panel.findByRole('button', { name: 'Import 1 word' });
  const message = 'Added 1 word; 1 row was refused.';
  server.answer({ uploadWords: report({ added: 1, message, ...refused }) });
  await press('Import 1 word');
  const done = within(await screen.findByRole('region', { name: 'Upload words' }));
  expect(await done.findByText(message)).toBeDefined();
  expect(said()).toEqual(['1 added', '0 changed', '0 skipped', '1 refused']);
  expect(done.getByText('Definition is required')).toBeDefined();
  await press('Upload another file');
  expect(await screen.findByText('Choose a CSV file')).toBeDefined();
});

test.each([
  { why: 'the file has no rows', fields: {} },
  { why: 'every word of the file is already in the library', fields: { skipped: 4 } },
  { why: 'every row was refused', fields: { refused: 4 } },
  { why: 'every row is skipped or refused', fields: { skipped: 1, refused: 4 } },
])('there is nothing to import: $why', async ({ why, fields }) => {
  const { choose, panel } = await openPanel({ uploadWords: report(fields) });
  await choose();
  expect(await panel.findByText(`There is nothing to import: ${why}.`)).toBeDefined();
  expect(panel.queryByRole('button', { name: /^Import/ })).toBeNull();
});

test.each([
  {
    why: 'cannot be read',
    uploadWords: refuse(400, 'import.unreadable', 'The header row lacks a column: definition.'),
    message: /The header row lacks a column: definition\./,
  },
  { why: 'does not reach the server', uploadWords: unreachable, message: /could not be reached/ },
])('a file that $why: the reason, and another try', async ({ uploadWords, message }) => {
  const { choose, panel, press, server } = await openPanel({ uploadWords });
  await choose();
  const alert = await panel.findByRole('alert');
  expect(alert.textContent).toMatch(message);
  expect(panel.queryByRole('button', { name: /^Import/ })).toBeNull();
  server.answer({ uploadWords: report({ added: 1 }) });
  await press('Check again');
  expect(await panel.findByRole('button', { name: 'Import 1 word' })).toBeDefined();
  expect(panel.queryByRole('alert')).toBeNull();
});

test('an import that fails says so, and can be tried again', async () => {
  const { choose, panel, press, server } = await openPanel({ uploadWords: report({ added: 1 }) });
  await choose();
  await panel.findByRole('button', { name: 'Import 1 word' });
  server.answer({ uploadWords: refuse(503, 'database.unreachable', 'The database does not answer.') });
  await press('Import 1 word');
  expect((await panel.findByRole('alert')).textContent).toBe(
    'The import failedThe database does not answer.',
  );
  server.answer({ uploadWords: report({ added: 1, message: 'Added 1 word.' }) });
  await press('Import 1 word');
  expect(await screen.findByText('Added 1 word.')).toBeDefined();
});

test('ignores a second click while it imports', async () => {
  const { choose, panel, press, server } = await openPanel({ uploadWords: report({ added: 1 }) });
  await choose();
  await panel.findByRole('button', { name: 'Import 1 word' });
  const answer = held(report({ added: 1 }));
  server.answer({ uploadWords: answer.answer });
  await press('Import 1 word');
  await press('Importing...');
  expect(uploads(server)).toEqual(['onConflict=skip&dryRun=true', 'onConflict=skip']);
  answer.release();
  await closed();
});

test('another file, also of the same name, is another preview', async () => {
  const { choose, panel, server } = await openPanel({ uploadWords: report({ added: 1 }) });
  await choose();
  await panel.findByRole('button', { name: 'Import 1 word' });
  server.answer({ uploadWords: report({ added: 5 }) });
  await choose(new File(['other'], 'words.csv', { type: 'text/csv' }));
  expect(await panel.findByRole('button', { name: 'Import 5 words' })).toBeDefined();
});

test('a file can be dropped', async () => {
  const { panel } = await openPanel({ uploadWords: report({ added: 1 }) });
  const place = panel.getByText('or drop it here');
  fireEvent.dragOver(place);
  fireEvent.drop(place, { dataTransfer: { files: [csv] } });
  expect(await panel.findByRole('button', { name: 'Import 1 word' })).toBeDefined();
});

test('Cancel closes it and imports nothing', async () => {
  const { choose, panel, press, server } = await openPanel({ uploadWords: report({ added: 1 }) });
  await choose();
  await panel.findByRole('button', { name: 'Import 1 word' });
  await press('Cancel');
  await closed();
  expect(uploads(server)).toEqual(['onConflict=skip&dryRun=true']);
});
