import { screen, waitFor, within } from '@testing-library/react';
import type { ReaderImportView } from '@wordrise/core/contract';
import { expect, test } from 'vitest';
import { overview } from '../../testing/builders.ts';
import { type Answers, emailFacts, refuse, runningSystem } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const noneLeftOut = {
  unsubscribed: 0,
  bounced: 0,
  complained: 0,
  unconfirmed: 0,
  leftHere: 0,
  unconfirmedHere: 0,
  alreadyReader: 0,
  removed: 0,
  repeated: 0,
};
const counts = {
  rows: 0,
  added: 0,
  skipped: 0,
  refused: 0,
  leftOut: noneLeftOut,
  takenOff: 0,
  broughtBack: 0,
  remembered: 0,
};
const anImport = (fields: Partial<ReaderImportView> = {}): ReaderImportView => ({
  id: 7,
  state: 'checked',
  name: 'class.csv',
  bytes: 1000,
  bytesRead: 1000,
  columns: [
    { name: 'Mail', use: 'email', samples: ['ada@example.com'] },
    { name: 'Work', use: 'none', samples: ['ada@work.example'] },
  ],
  counts: {
    ...counts,
    rows: 6,
    added: 3,
    skipped: 2,
    refused: 1,
    leftOut: { ...noneLeftOut, leftHere: 1, alreadyReader: 1 },
  },
  examples: { added: ['ada@example.com', 'bo@example.com'], leftHere: ['left@example.com'] },
  refused: [{ line: 4, value: 'nonsense', message: 'Please enter a valid email address' }],
  question: null,
  problem: null,
  consent: null,
  hasFile: true,
  createdAt: '2026-12-01T12:00:00.000Z',
  startedAt: null,
  endedAt: null,
  ...fields,
});

function openImport(answers: Answers = {}, path = '/admin/readers/import?id=7') {
  return renderApp({
    path,
    answers: {
      overview: overview(),
      listReaderImports: { imports: [] },
      getReaderImport: anImport(),
      ...answers,
    },
  });
}

test('pasted addresses are uploaded, and their check is shown', async () => {
  const { user, server, place } = openImport(
    { uploadReaders: anImport({ name: null }) },
    '/admin/readers/import',
  );
  await user.type(await screen.findByRole('textbox', { name: 'Addresses' }), 'ada@example.com');
  await user.click(screen.getByRole('button', { name: 'Check the addresses' }));
  await waitFor(() => expect(place()).toBe('/admin/readers/import?id=7'));
  const [call] = server.callsOf('uploadReaders');
  expect(call).toMatchObject({ body: 'ada@example.com' });
  expect(Object.fromEntries(call?.search ?? [])).toEqual({ as: 'list' });
  expect(call?.headers.get('Content-Type')).toBe('text/csv');
});

test('a file is uploaded with its name once it is chosen; if that fails, the page says why', async () => {
  const { user, server, place } = openImport(
    { uploadReaders: refuse(413, 'request.too_large', 'The file is too large.') },
    '/admin/readers/import',
  );
  await user.click(await screen.findByRole('button', { name: 'Choose a file' }));
  const file = new File(['mail\nada@example.com\n'], 'class.csv', { type: 'text/csv' });
  await user.upload(screen.getByLabelText('CSV file'), file);
  await screen.findByText('The file is too large.');
  server.answer({ uploadReaders: anImport() });
  await user.upload(screen.getByLabelText('CSV file'), file);
  await waitFor(() => expect(place()).toBe('/admin/readers/import?id=7'));
  expect(server.callsOf('uploadReaders')[1]?.search.get('name')).toBe('class.csv');
});

test('the preview says who is new, known, gone and refused, with examples', async () => {
  openImport();
  const tiles = within(await screen.findByRole('list', { name: 'What the import does' }));
  expect(tiles.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '3 new',
    '1 known already',
    '1 left, stay out',
    '1 refused',
  ]);
  const lines = within(screen.getByRole('region', { name: 'What will happen' })).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    '3 will be addedada@example.com, bo@example.com, …',
    '1 left the list hereleft@example.com',
    '1 on the list here already',
  ]);
  expect(screen.getByRole('table', { name: 'Refused rows' }).textContent).toContain(
    '4nonsensePlease enter a valid email address',
  );
  expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(
    '/api/admin/readers/imports/7/refused',
  );
});

test('who is on the list twice is counted apart from who is known already', async () => {
  const leftOut = { ...noneLeftOut, repeated: 1 };
  openImport({
    getReaderImport: anImport({ counts: { ...counts, rows: 2, added: 1, skipped: 1, leftOut } }),
  });
  const tiles = within(await screen.findByRole('list', { name: 'What the import does' }));
  expect(tiles.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1 new',
    '0 known already',
    '0 left, stay out',
    '0 refused',
    '1 repeated in the list',
  ]);
});

test('above the button stands which columns with values are not used, and below which part of a name is', async () => {
  const columns: ReaderImportView['columns'] = [
    { name: 'Mail', use: 'email', samples: ['ada@example.com'] },
    { name: 'name', use: 'firstName', isPart: true, samples: ['Ada Lovelace'] },
    { name: 'CONFIRM_TIME', use: 'signedUpAt', samples: [] },
    { name: 'OPTIN_TIME', use: 'signedUpAt', fallbackFor: 'CONFIRM_TIME', samples: ['2024-01-02'] },
    { name: 'Spalte', use: 'none', samples: ['x'] },
    { name: 'Empty', use: 'none', samples: [] },
  ];
  openImport({ getReaderImport: anImport({ columns }) });
  const note = await screen.findByText('Not used: “Spalte”.');
  const button = screen.getByRole('button', { name: 'Import 3 readers' });
  expect(note.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  screen.getByText('Ada Lovelace (up to the first space)');
  screen.getByText('2024-01-02 (where “CONFIRM_TIME” is empty)');
});

test('a second column for the same thing is added to the first, and the file is checked again', async () => {
  const { user, server } = openImport({ checkReaderImport: anImport({ state: 'checking', bytesRead: 500 }) });
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Use of the column “Work”' }),
    'Email address',
  );
  expect((await screen.findByRole('progressbar', { name: 'Checked' })).getAttribute('aria-valuenow')).toBe(
    '500',
  );
  expect(server.callsOf('checkReaderImport')[0]?.body).toEqual({
    uses: { Mail: 'email', Work: 'email' },
    subscribedValues: [],
  });
  await screen.findByRole('list', { name: 'What the import does' });
});

test('a column that is not clear is asked about, and nothing can be imported before', async () => {
  const question = { column: 'Abo', values: ['ja', 'nein'] };
  const { user, server } = openImport({
    getReaderImport: anImport({ question }),
    checkReaderImport: anImport(),
  });
  await user.click(await screen.findByRole('checkbox', { name: 'ja' }));
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Use these values' }));
  expect(server.callsOf('checkReaderImport')[0]?.body).toEqual({
    uses: { Mail: 'email', Work: 'none', Abo: 'status' },
    subscribedValues: ['ja'],
  });
  await screen.findByRole('button', { name: 'Import 3 readers' });
});

test('the import needs to know how they agreed; then it runs at the server and is followed', async () => {
  const importing = anImport({
    state: 'importing',
    consent: 'Asked.',
    bytesRead: 10,
    counts: { ...counts, added: 1 },
  });
  const { user, server } = openImport({ startReaderImport: importing });
  await user.click(await screen.findByRole('button', { name: 'Import 3 readers' }));
  await screen.findByText('Say how these people agreed to get the emails');
  expect(server.callsOf('startReaderImport')).toHaveLength(0);
  server.answer({ getReaderImport: importing });
  await user.type(screen.getByRole('textbox', { name: /How did these people agree/ }), 'Asked.');
  await user.click(screen.getByRole('button', { name: 'Import 3 readers' }));
  await screen.findByText('1 reader added so far.');
  expect(server.callsOf('startReaderImport')[0]?.body).toEqual({ consent: 'Asked.' });
  server.answer({ getReaderImport: anImport({ state: 'done' }) });
  await screen.findByText('3 readers added');
  expect(screen.getByText('They join the list within five minutes.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Show the readers' })).toBeDefined();
});

test('a file of people who left adds nobody, so that nothing is asked about their consent', async () => {
  const left = anImport({
    counts: {
      ...counts,
      added: 0,
      leftOut: { ...counts.leftOut, unsubscribed: 400, bounced: 0, complained: 0 },
    },
  });
  const { user, server } = openImport({
    getReaderImport: left,
    startReaderImport: { ...left, state: 'done' },
  });
  await user.click(await screen.findByRole('button', { name: 'Note 400 who left' }));
  await screen.findByText('400 noted as having left');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(server.callsOf('startReaderImport')[0]?.body).toEqual({});
});

test('an import that was stopped can be continued', async () => {
  const stopped = anImport({ state: 'stopped', consent: 'Asked.' });
  const { user, server } = openImport({
    getReaderImport: stopped,
    startReaderImport: anImport({ state: 'done', consent: 'Asked.' }),
  });
  await screen.findByText('Stopped after 3 readers');
  await user.click(screen.getByRole('button', { name: 'Continue the import' }));
  await screen.findByText('3 readers added');
  expect(server.callsOf('startReaderImport')[0]?.body).toEqual({});
});

test('where the list is kept here, imported readers are on it at once', async () => {
  openImport({
    getReaderImport: anImport({ state: 'done' }),
    system: { ...runningSystem, ...emailFacts.smtp },
  });
  expect(await screen.findByText('They are on the list.')).toBeDefined();
});

test('the list of readers leads to an import that waits', async () => {
  openImport(
    {
      listReaderImports: { imports: [anImport(), anImport({ id: 6, state: 'done' })] },
      listSignups: { readers: [], total: 0, hasMore: false },
    },
    '/admin/readers',
  );
  await screen.findByText(/^class.csv is not imported yet/);
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(
    '/admin/readers/import?id=7',
  );
});

test('the list of readers does not offer a file that cannot be imported', async () => {
  const problem = 'This file is not plain text in UTF-8.';
  const failed = anImport({ id: 8, name: 'excel-1252.csv', columns: [], problem });
  const columns: ReaderImportView['columns'] = [{ name: 'who', use: 'none', samples: ['ada@example.com'] }];
  const choosable = anImport({ id: 9, name: 'who.csv', columns, problem });
  openImport(
    {
      listReaderImports: { imports: [failed, choosable] },
      listSignups: { readers: [], total: 0, hasMore: false },
    },
    '/admin/readers',
  );
  await screen.findByText(/^who.csv is not imported yet/);
  expect(screen.queryByText(/excel-1252/)).toBeNull();
});

test('the list of readers does not offer a file with nothing to import', async () => {
  const counts = {
    ...anImport().counts,
    added: 0,
    leftOut: { ...anImport().counts.leftOut, alreadyReader: 4 },
  };
  const known = anImport({ id: 13, name: 'known.csv', counts });
  openImport(
    {
      listReaderImports: { imports: [anImport(), known] },
      listSignups: { readers: [], total: 0, hasMore: false },
    },
    '/admin/readers',
  );
  await screen.findByText(/^class.csv is not imported yet/);
  expect(screen.queryByText(/known.csv/)).toBeNull();
});

test('the list of readers forgets a file that was chosen again and imported', async () => {
  const again = anImport({ id: 11, state: 'done', createdAt: '2026-11-24T10:00:00.000Z' });
  const before = anImport({ id: 10, createdAt: '2026-11-24T09:00:00.000Z' });
  const another = anImport({ id: 12, name: 'choir.csv', createdAt: '2026-11-24T09:00:00.000Z' });
  openImport(
    {
      listReaderImports: { imports: [another, again, before] },
      listSignups: { readers: [], total: 0, hasMore: false },
    },
    '/admin/readers',
  );
  await screen.findByText(/^choir.csv is not imported yet/);
  expect(screen.queryByText(/^class.csv is not imported yet/)).toBeNull();
});

test('an import that is gone says so', async () => {
  openImport({ getReaderImport: refuse(404, 'import.not_found', 'This import is no longer here.') });
  await screen.findByText('This import is no longer here');
});
