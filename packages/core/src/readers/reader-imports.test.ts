import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type DatabaseKind, databaseKinds } from '../../../../test/databases.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import type { ReaderImportView } from '../contract/reader-imports.ts';
import { AuditEntry, openAudit } from '../owner/audit.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { openReaderImports } from './reader-imports.ts';
import { ReaderImportJob, ReaderImportPiece, Registration } from './reader-tables.ts';
import { openSuppressions } from './suppressions.ts';

const consent = 'Pupils of class 7b, asked by their teacher.';
const actor = { via: 'web', account: 'admin' } as const;
const answers = { uses: {}, subscribedValues: [] };

/** A process that imports. */
function openProcess(database: OpenDatabase, now = () => new Date('2026-07-01T12:00:00Z')) {
  const audit = openAudit({ database, now, keepAddressDays: 30 });
  const suppressions = openSuppressions(database);
  const deps = { database, now, suppressions, timezone: 'America/New_York', audit, onChange() {} };
  const imports = openReaderImports(deps);
  onTestFinished(() => imports.stop());
  return imports;
}
type Imports = ReturnType<typeof openProcess>;

async function until(
  imports: Imports,
  id: number,
  state: ReaderImportView['state'],
): Promise<ReaderImportView> {
  return expect
    .poll(() => imports.get(id), { timeout: 30_000 })
    .toMatchObject({ state })
    .then(() => imports.get(id));
}

async function checked(imports: Imports, text: string, as: 'file' | 'list' = 'file') {
  const { id } = await imports.upload([text], { as, name: as === 'file' ? 'class.csv' : undefined });
  return until(imports, id, 'checked');
}

const rows = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => `r${from + n}@example.com,Reader ${from + n}\n`).join('');

describe.each(databaseKinds)('imports of uploaded files on %s', (kind: DatabaseKind) => {
  test('a check says what would happen, and writes no reader', async () => {
    const database = await openTestDatabase(kind);
    const imports = openProcess(database);
    const createdAt = new Date('2026-01-01T00:00:00Z');
    const left = { firstName: '', createdAt, email: 'left@example.com', status: 'unsubscribed' as const };
    await database.em().insert(Registration, left);
    const view = await checked(
      imports,
      'Email,First Name,Note\nada@example.com,Ada,x\nleft@example.com,,\nnonsense,,y\nada@example.com,Ada,\n',
    );
    expect(view).toMatchObject({
      state: 'checked',
      name: 'class.csv',
      counts: { rows: 4, added: 1, skipped: 2, refused: 1, leftOut: { leftHere: 1, repeated: 1 } },
      examples: { added: ['ada@example.com'], leftHere: ['left@example.com'] },
      refused: [{ line: 4, value: 'nonsense', message: 'Please enter a valid email address' }],
      columns: [
        { name: 'Email', use: 'email', samples: ['ada@example.com', 'left@example.com', 'nonsense'] },
        { name: 'First Name', use: 'firstName', samples: ['Ada'] },
        { name: 'Note', use: 'none', samples: ['x', 'y'] },
      ],
      question: null,
      problem: null,
      hasFile: true,
    });
    expect(await database.em().count(Registration)).toBe(1);
  });

  test('a second column for the same thing counts where the first one is empty, also after a change', async () => {
    const database = await openTestDatabase(kind);
    const imports = openProcess(database);
    const file =
      'email,OPTIN_TIME,CONFIRM_TIME,Nick\nada@example.com,2024-01-02 08:00:00,,Ada\neve@example.com,2024-01-02 08:00:00,2024-01-03 08:00:00,Eve\n';
    const view = await checked(imports, file);
    const times = [
      { name: 'OPTIN_TIME', use: 'signedUpAt', fallbackFor: 'CONFIRM_TIME' },
      { name: 'CONFIRM_TIME', use: 'signedUpAt' },
    ];
    expect(view.columns).toMatchObject([{ name: 'email' }, ...times, { name: 'Nick', use: 'none' }]);
    // The admin area sends what all columns are used for.
    const uses = Object.fromEntries(view.columns.map(({ name, use }) => [name, use]));
    await imports.check(view.id, { ...answers, uses: { ...uses, Nick: 'firstName' } });
    const again = await until(imports, view.id, 'checked');
    expect(again.columns).toMatchObject([{ name: 'email' }, ...times, { name: 'Nick', use: 'firstName' }]);
    await imports.start(view.id, { consent }, actor);
    await until(imports, view.id, 'done');
    const rows = await database.em().find(Registration, {}, { orderBy: { email: 'asc' } });
    expect(rows.map(({ createdAt }) => createdAt.toISOString())).toEqual([
      '2024-01-02T13:00:00.000Z',
      '2024-01-03T13:00:00.000Z',
    ]);
  });

  test('the owner changes what columns are used for', async () => {
    const database = await openTestDatabase(kind);
    const imports = openProcess(database);
    const file = 'Work,Email,Nickname,Member\nada@work.example,ada@example.com,Ada,gold\n';
    const view = await checked(imports, file);
    expect(view.examples).toEqual({ added: ['ada@example.com'] });
    await imports.check(view.id, { ...answers, uses: { Work: 'email', Nickname: 'firstName' } });
    const again = await until(imports, view.id, 'checked');
    expect(again.examples).toEqual({ added: ['ada@work.example'] });
    expect(again.columns.map(({ use }) => use)).toEqual(['email', 'none', 'firstName', 'none']);
    await imports.start(view.id, { consent }, actor);
    await until(imports, view.id, 'done');
    expect(await database.em().find(Registration, {})).toMatchObject([
      { email: 'ada@work.example', firstName: 'Ada', consent, status: 'waiting' },
    ]);
    // It is noted after the import is done.
    const entry = { action: 'reader.import', account: 'admin', detail: '1 added' };
    await expect.poll(() => database.em().find(AuditEntry, {})).toMatchObject([entry]);
  });

  test('a second column that the owner chooses comes first, and the other counts where it is empty', async () => {
    const database = await openTestDatabase(kind);
    const imports = openProcess(database);
    const file = 'Email,Work\nada@example.com,ada@work.example\neve@example.com,\n';
    const view = await checked(imports, file);
    await imports.check(view.id, { ...answers, uses: { Email: 'email', Work: 'email' } });
    const again = await until(imports, view.id, 'checked');
    expect(again.examples).toEqual({ added: ['ada@work.example', 'eve@example.com'] });
    expect(again.columns).toMatchObject([
      { name: 'Email', use: 'email', fallbackFor: 'Work' },
      { name: 'Work', use: 'email' },
    ]);
  });

  test('a file without a column for addresses can be imported once the owner names it', async () => {
    const database = await openTestDatabase(kind);
    const imports = openProcess(database);
    const view = await checked(imports, 'who;parent\nada@example.com;eve@example.com\n');
    expect(view).toMatchObject({
      problem: expect.stringContaining('one of them must be: email'),
      columns: [
        { name: 'who', use: 'none', samples: ['ada@example.com'] },
        { name: 'parent', use: 'none', samples: ['eve@example.com'] },
      ],
    });
    await expect(imports.start(view.id, { consent }, actor)).rejects.toMatchObject({
      code: 'import.started',
    });
    await imports.check(view.id, { ...answers, uses: { who: 'email' } });
    expect(await until(imports, view.id, 'checked')).toMatchObject({ problem: null, counts: { added: 1 } });
  });

  test('the only column with addresses is found by its content, and the owner can name another one', async () => {
    const database = await openTestDatabase(kind);
    const imports = openProcess(database);
    const file = 'Student;Parent e-mail;Class\nAda Miller;ada@example.com;7b\nLin Chen;none;7b\n';
    const view = await checked(imports, file);
    expect(view).toMatchObject({ problem: null, counts: { added: 1, refused: 1 } });
    expect(view.columns.map(({ use }) => use)).toEqual(['none', 'email', 'none']);
    await imports.check(view.id, { ...answers, uses: { Student: 'email' } });
    expect(await until(imports, view.id, 'checked')).toMatchObject({ counts: { added: 0, refused: 2 } });
    await imports.check(view.id, { ...answers, uses: { 'Parent e-mail': 'email', Student: 'firstName' } });
    await until(imports, view.id, 'checked');
    await imports.start(view.id, { consent }, actor);
    await until(imports, view.id, 'done');
    expect(await database.em().find(Registration, {})).toMatchObject([
      { email: 'ada@example.com', firstName: 'Ada Miller' },
    ]);
  });

  test('a column that is not clear is a question, and nothing is imported before it is answered', async () => {
    const database = await openTestDatabase(kind);
    const imports = openProcess(database);
    const file = 'email,status\nada@example.com,ja\ngrace@example.com,nein\n';
    const view = await checked(imports, file);
    expect(view.question).toEqual({ column: 'status', values: ['ja', 'nein'] });
    await expect(imports.start(view.id, { consent }, actor)).rejects.toMatchObject({
      code: 'import.started',
    });
    await imports.check(view.id, { ...answers, subscribedValues: ['ja'] });
    expect(await until(imports, view.id, 'checked')).toMatchObject({
      question: null,
      counts: { added: 1, leftOut: { unsubscribed: 1 } },
    });
  });

  test('a consent is needed only if someone is added', async () => {
    const database = await openTestDatabase(kind);
    const imports = openProcess(database);
    const adding = await checked(imports, 'ada@example.com', 'list');
    await expect(imports.start(adding.id, {}, actor)).rejects.toMatchObject({
      code: 'input.invalid',
      fields: { consent: ['Say how these people agreed to get the emails'] },
    });
    const leaving = await checked(imports, 'email,status\nleft@example.com,unsubscribed\n');
    await imports.start(leaving.id, {}, actor);
    expect(await until(imports, leaving.id, 'done')).toMatchObject({ consent: null });
    expect(await database.em().find(Registration, {})).toMatchObject([
      { email: 'left@example.com', status: 'unsubscribed', consent: null },
    ]);
    const entry = { action: 'reader.import', detail: '1 stored as having left' };
    await expect.poll(() => database.em().find(AuditEntry, {})).toMatchObject([entry]);
  });

  test('a file is deleted once it is imported, unless rows of it were refused', async () => {
    const database = await openTestDatabase(kind);
    const imports = openProcess(database);
    const good = await checked(imports, 'ada@example.com', 'list');
    await imports.start(good.id, { consent }, actor);
    expect(await until(imports, good.id, 'done')).toMatchObject({ hasFile: false, counts: { added: 1 } });
    expect(await database.em().count(ReaderImportPiece)).toBe(0);
    const bad = await checked(imports, '\uFEFFemail;Name\nb@example.com;B\nnonsense;"C, D"\n');
    await imports.start(bad.id, { consent }, actor);
    expect(await until(imports, bad.id, 'done')).toMatchObject({ hasFile: true });
    const csv = (await Array.fromAsync(await imports.refused(bad.id))).join('');
    expect(csv).toBe('\uFEFFemail;Name;line;error\nnonsense;"C, D";3;Please enter a valid email address\n');
    await imports.remove(bad.id);
    await expect(imports.get(bad.id)).rejects.toMatchObject({ code: 'import.not_found' });
    expect(await database.em().count(ReaderImportPiece)).toBe(0);
  });

  test('an import that was cut off is continued by another process, with counts of all', async () => {
    const database = await openTestDatabase(kind);
    const first = openProcess(database);
    const { id } = await checked(first, `email,name\n${rows(4000)}nonsense,\n`);
    // The process ends as if it were killed: its lease stays, and the batch that was being stored is lost.
    const batches = { left: 3 };
    const dying: OpenDatabase = {
      ...database,
      writeTogether: (work, options) =>
        database.writeTogether(async (run, insert) => {
          const result = await work(run, insert);
          if (Array.isArray(result) || batches.left-- > 0) return result;
          throw new Error('killed');
        }, options),
    };
    await first.stop();
    const killed = openProcess(dying);
    await killed.start(id, { consent }, actor);
    await expect.poll(() => batches.left, { timeout: 30_000 }).toBeLessThan(0);
    await killed.stop();
    await database.em().nativeUpdate(ReaderImportJob, { id }, { leaseUntil: null });
    expect(await first.get(id)).toMatchObject({ state: 'importing', counts: { added: 1500 } });
    expect(await database.em().count(Registration)).toBe(1500);
    const next = openProcess(database);
    next.keepRunning();
    expect(await until(next, id, 'done')).toMatchObject({
      counts: { rows: 4001, added: 4000, skipped: 0, refused: 1 },
      refused: [{ line: 4002, value: 'nonsense' }],
    });
    expect(await database.em().count(Registration)).toBe(4000);
  });

  test('an import that was stopped says how far it got, and can be continued', async () => {
    const database = await openTestDatabase(kind);
    const imports = openProcess(database);
    const { id } = await checked(imports, `email,name\n${rows(6000)}`);
    await imports.start(id, { consent }, actor);
    await expect
      .poll(async () => (await imports.get(id)).counts.added, { timeout: 30_000 })
      .toBeGreaterThan(0);
    // It may just have ended by itself.
    const { counts, state } = await imports.stopImport(id);
    expect(['stopped', 'done']).toContain(state);
    expect(await database.em().count(Registration)).toBe(counts.added);
    if (state === 'stopped') await imports.start(id, { consent }, actor);
    expect(await until(imports, id, 'done')).toMatchObject({ counts: { added: 6000, skipped: 0 } });
  });

  test('two processes never work on the same import', async () => {
    const database = await openTestDatabase(kind);
    const [one, other] = [openProcess(database), openProcess(database)];
    one.keepRunning();
    other.keepRunning();
    const { id } = await checked(one, `email,name\n${rows(3000)}`);
    await Promise.all([one.start(id, { consent }, actor), other.get(id)]);
    expect(await until(other, id, 'done')).toMatchObject({ counts: { rows: 3000, added: 3000, skipped: 0 } });
  });

  test('a database that does not answer while imports are looked for is no import that failed', async () => {
    const database = await openTestDatabase(kind);
    const error = new Error('Connection terminated due to connection timeout');
    const imports = openProcess({ ...database, read: () => Promise.reject(error) });
    const [onFailed, onUnseen] = [vi.fn(), vi.fn()];
    imports.keepRunning({ onFailed, onUnseen });
    await expect.poll(() => onUnseen.mock.calls).toEqual([[error]]);
    expect(onFailed).not.toHaveBeenCalled();
  });
});
