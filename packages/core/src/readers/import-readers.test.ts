import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import {
  describeImport,
  type ImportReadersOptions,
  importReaders,
  nothingCounted,
  type ReaderImportProgress,
  type RefusedReader,
} from './import-readers.ts';
import { Registration, RemovedReader } from './reader-tables.ts';
import { openSuppressions } from './suppressions.ts';

const now = () => new Date('2026-07-01T12:00:00Z');
const consent = 'Agreed at the book fair.';

describe.each(databaseKinds)('an import of readers on %s', (kind) => {
  async function openImport() {
    const database = await openTestDatabase(kind);
    return {
      database,
      async load(text: string | string[], options: Partial<ImportReadersOptions> = {}) {
        const refused: RefusedReader[] = [];
        const onRefused = (row: RefusedReader) => void refused.push(row);
        const suppressions = openSuppressions(database);
        const deps = { database, now, suppressions, timezone: 'America/New_York' };
        const input = typeof text === 'string' ? [text] : text;
        const counts = await importReaders(deps, input, { consent, onRefused, ...options });
        return { ...counts, refusals: refused.map(({ line, message }) => [line, message]) };
      },
      async states() {
        const rows = await database.em().find(Registration, {}, { orderBy: { id: 'asc' } });
        return Object.fromEntries(rows.map(({ email, status }) => [email.split('@')[0], status]));
      },
      rows: () => database.em().find(Registration, {}, { orderBy: { id: 'asc' } }),
    };
  }

  test('takes the headings of other services, and stores consent, time and source', async () => {
    const { load, rows } = await openImport();
    const text = `\uFEFFFNAME;Email Address;CONFIRM_TIME;List;Notes
Ada; Ada@Example.com ;2025-01-31 07:15:00;Blog;x
"O'Neil ""G""";grace@example.com;2025-01-31;;`;
    expect(await load(text)).toMatchObject({ rows: 2, added: 2, skipped: 0, refused: 0, refusals: [] });
    expect(await rows()).toMatchObject([
      {
        email: 'ada@example.com',
        firstName: 'Ada',
        source: 'Blog',
        consent,
        status: 'waiting',
        createdAt: new Date('2025-01-31T12:15:00Z'),
        ipAddress: null,
      },
      { firstName: `O'Neil "G"`, source: null, createdAt: new Date('2025-01-31T05:00:00Z') },
    ]);
  });

  test('finds the only column with addresses by its content', async () => {
    const { load, rows } = await openImport();
    const file = 'Student;Parent e-mail;Class\nAda;ada@example.com;7b\nLin;none;7b\n';
    const many = Array.from({ length: 600 }, (_, nth) => `Pupil;pupil${nth}@example.com;7c\n`);
    // In pieces: what was read to find the column is not lost.
    expect(await load([file.slice(0, 20), file.slice(20), ...many])).toMatchObject({
      added: 601,
      refused: 1,
      columns: { email: 'Parent e-mail', unused: ['Student', 'Class'] },
    });
    expect((await rows())[0]?.email).toBe('ada@example.com');
  });

  test('finds the only key with addresses in JSON lines', async () => {
    const { load } = await openImport();
    const file = '{"who":"Ada","reach":"ada@example.com"}\n{"who":"Lin","reach":"lin@example.com"}\n';
    expect(await load(file)).toMatchObject({ added: 2, columns: { email: 'reach' } });
  });

  test.each([
    { why: 'two columns with addresses', text: 'who;parent\nada@example.com;eve@example.com\n' },
    { why: 'none', text: 'who;parent\nAda;Eve\n' },
    {
      why: 'one that is to be ignored',
      text: 'who;parent\nAda;eve@example.com\n',
      options: { ignoreColumns: ['Parent'] },
    },
  ])('without a name for it, asks for a column of addresses if there is $why', async ({ text, options }) => {
    const { load, rows } = await openImport();
    await expect(load(text, options)).rejects.toThrow('one of them must be: email');
    expect(await rows()).toEqual([]);
  });

  test('changes no existing or leaving reader, and adds a repeated address once', async () => {
    const { load, rows, database } = await openImport();
    const old = { firstName: 'Old', createdAt: now(), status: 'unsubscribed' as const };
    await database.em().insert(Registration, { ...old, email: 'old@example.com' });
    await database.em().insert(RemovedReader, { email: 'gone@example.com', settledAt: now() });
    const text = ['old', 'gone', 'new', 'NEW'].map((name) => `${name}@example.com,Name\n`).join('');
    const file = `email,first name\n${text}`;
    const expected = { rows: 4, added: 1, skipped: 3, refused: 0 };
    expect(await load(file, { dryRun: true })).toMatchObject(expected);
    expect(await rows()).toHaveLength(1);
    expect(await load(file)).toMatchObject(expected);
    expect(await rows()).toMatchObject([
      { email: 'old@example.com', firstName: 'Old', status: 'unsubscribed', consent: null },
      { email: 'new@example.com' },
    ]);
    expect(await load(file)).toMatchObject({ added: 0, skipped: 4 });
  });

  test.each([{ dryRun: true }, { dryRun: false }])(
    'lets other work run between batches (%o)',
    async (options) => {
      const { load } = await openImport();
      let turns = 0;
      let before = 0;
      let isDone = false;
      const takeTurn = () => {
        turns += 1;
        if (!isDone) setImmediate(takeTurn);
      };
      setImmediate(takeTurn);
      const rows = Array.from({ length: 5000 }, (_, n) => `r${n}@example.com\n`);
      // A turn of the event loop for each of ten batches.
      await load(`email\n${rows.join('')}`, {
        ...options,
        onProgress: () => expect(turns).toBeGreaterThanOrEqual(before++),
      });
      isDone = true;
      expect(before).toBe(10);
    },
  );

  test('is as far as its rows are, not as what was read ahead', async () => {
    const { load } = await openImport();
    const line = (n: number) => `reader-${String(n).padStart(4, '0')}@example.com\n`;
    const header = '\uFEFFemail\n';
    const file = header + Array.from({ length: 1200 }, (_, n) => line(n)).join('');
    const seen: number[] = [];
    await load(file, { onProgress: ({ bytes }) => seen.push(bytes) });
    const bytesOf = (rows: number) => Buffer.byteLength(header) + rows * line(0).length;
    expect(seen).toEqual([bytesOf(500), bytesOf(1000), Buffer.byteLength(file)]);
  });

  test('refuses an invalid row, with its line and the reason, and adds the others', async () => {
    const { load } = await openImport();
    const text = `email,firstName,signedUpAt
nonsense,Ada,
b@example.com,,
c@example.com,Cy,soon
d@example.com,Di,2999-01-01
e@example.com,Ed
f@example.com,Flo,2025-11-30T07:15Z`;
    const time = 'The time of the signup must be a date in the past, such as 2025-11-30 or 2025-11-30 07:15';
    expect(await load(text)).toMatchObject({
      rows: 6,
      added: 2,
      skipped: 0,
      refused: 4,
      refusals: [
        [2, 'Please enter a valid email address'],
        [4, time],
        [5, time],
        [6, 'The row has 2 fields where the header row has 3'],
      ],
    });
  });

  test('that is stopped continues when it is run again, and loses or duplicates nobody', async () => {
    const { load, rows } = await openImport();
    const lines = Array.from({ length: 1800 }, (_, n) => `r${n}@example.com,Name ${n}\n`);
    const file = ['email,firstName\n', ...lines];
    const stopping = new AbortController();
    const stopped = await load(file, {
      signal: stopping.signal,
      onProgress: ({ rows: read }) => read >= 1000 && stopping.abort(),
    });
    expect(stopped).toMatchObject({ rows: 1000, added: 1000 });
    expect(await rows()).toHaveLength(1000);
    expect(await load(file)).toMatchObject({ rows: 1800, added: 800, skipped: 1000 });
    expect(await rows()).toHaveLength(1800);
  });

  test('says who is earlier in the list, however far, also when it is tried first or goes on after a stop', async () => {
    const { load, database } = await openImport();
    const here = { email: 'here@example.com', firstName: 'Here', createdAt: now() };
    await database.em().insert(Registration, { ...here, status: 'subscribed' as const });
    const lines = Array.from({ length: 1200 }, (_, n) => `r${n}@example.com,Name ${n}\n`);
    const file = ['email,firstName\n', 'here@example.com,Here\n', ...lines, ...lines.slice(0, 3)];
    const expected = { rows: 1204, added: 1200, leftOut: { alreadyReader: 1, repeated: 3 } };
    expect(await load(file, { dryRun: true })).toMatchObject(expected);
    let from: ReaderImportProgress | undefined;
    const stopping = new AbortController();
    const alongside = async (_: unknown, progress: ReaderImportProgress) => {
      from = JSON.parse(JSON.stringify(progress));
      if (progress.rows >= 1000) stopping.abort();
    };
    await load(file, { alongside, signal: stopping.signal });
    expect(await load(file, { from })).toMatchObject(expected);
    // All of them were here before it is run again.
    expect(await load(file)).toMatchObject({ added: 0, leftOut: { alreadyReader: 1204, repeated: 0 } });
  });

  test('needs a consent only for people who are added, and stores it only with them', async () => {
    const { load, rows } = await openImport();
    const left = 'email,status\nleft@example.com,unsubscribed\nbounced@example.com,bounced\n';
    const both = `${left}on@example.com,active\n`;
    for (const none of [undefined, ' \n ']) {
      await expect(load(both, { consent: none })).rejects.toMatchObject({
        code: 'input.invalid',
        fields: { consent: ['Say how these people agreed to get the emails'] },
      });
      expect(await rows()).toEqual([]);
      expect(await load(both, { consent: none, dryRun: true })).toMatchObject({ added: 1 });
    }
    const expected = { added: 0, leftOut: { unsubscribed: 1, bounced: 1 } };
    expect(await load(left, { consent: undefined })).toMatchObject(expected);
    expect((await rows()).map((row) => row.consent)).toEqual([null, null]);
    await load('email,status\ngone@example.com,unsubscribed\non@example.com,active\n');
    expect((await rows()).map((row) => row.consent)).toEqual([null, null, null, consent]);
    // What the file itself says about someone is no text of ours.
    await load('email,status,consent\nback@example.com,unsubscribed,At the fair\n');
    expect((await rows()).at(-1)).toMatchObject({ consent: 'At the fair' });
  });

  test('someone who left is on two rows far apart: the second counts as repeated in the check and in the import', async () => {
    const { load } = await openImport();
    const rest = Array.from({ length: 600 }, (_, n) => `r${n}@example.com,unsubscribed\n`).join('');
    const text = `email,status\na@example.com,unsubscribed\n${rest}a@example.com,unsubscribed\n`;
    const expected = { added: 0, leftOut: { unsubscribed: 601, repeated: 1 } };
    expect(await load(text, { dryRun: true })).toMatchObject(expected);
    expect(await load(text)).toMatchObject(expected);
  });

  test('needs an email column', async () => {
    const { load } = await openImport();
    await expect(load('name\nAda\n')).rejects.toThrow('one of them must be: email');
    await expect(load('')).rejects.toMatchObject({ code: 'import.unreadable' });
  });

  const fixtures = new URL('import.fixtures/', import.meta.url);
  const files = readdirSync(fixtures).filter((name) => name.endsWith('.csv'));

  test.each(files)('takes %s as it is: only people on the list are added', async (file) => {
    const { load, states } = await openImport();
    const text = readFileSync(new URL(file, fixtures), 'utf8');
    const planned = await load(text, { dryRun: true });
    expect(await states()).toEqual({});
    const { refusals, ...counts } = await load(text);
    expect({ refusals, ...counts }).toEqual(planned);
    expect(refusals).toEqual([]);
    const names = text.split('\n').flatMap((line) => /(?:^|,)([a-z]+\d)@/.exec(line)?.[1] ?? []);
    expect(counts).toMatchObject({
      rows: names.length,
      added: names.filter((name) => name.startsWith('on')).length,
    });
    const meant: Record<string, string> = { on: 'waiting', left: 'unsubscribed' };
    const stored = names.filter((name) => !name.startsWith('unconfirmed'));
    const wanted = stored.map((name) => {
      const kind = name.replace(/\d/, '');
      return [name, meant[kind] ?? kind];
    });
    expect(await states()).toEqual(Object.fromEntries(wanted));
    const said = Object.entries(counts.leftOut).filter(([, count]) => count > 0);
    const kinds = names.map((name) => name.replace(/\d/, '').replace('left', 'unsubscribed'));
    expect(Object.fromEntries(said)).toEqual(
      Object.fromEntries(
        [...new Set(kinds)]
          .filter((kind) => kind !== 'on')
          .map((kind) => [kind, kinds.filter((one) => one === kind).length]),
      ),
    );
  });

  test('takes the best of several columns, and says which', async () => {
    const { load, rows } = await openImport();
    const text = readFileSync(new URL('mailchimp-subscribed.csv', fixtures), 'utf8');
    const used = {
      email: 'Email Address',
      firstName: 'First Name',
      signedUpAt: 'CONFIRM_TIME',
      timezone: 'TIMEZONE',
      fallbacks: { signedUpAt: ['OPTIN_TIME'] },
      state: [],
    };
    const others = { unused: expect.arrayContaining(['Last Name', 'Address', 'TAGS']) };
    expect((await load(text)).columns).toEqual({ ...used, ...others });
    expect(await rows()).toMatchObject([
      { firstName: 'Ada', createdAt: new Date('2024-03-14T13:14:00Z') },
      // Without a time of confirmation, that of the signup.
      { firstName: '', createdAt: new Date('2018-02-12T15:54:27Z') },
    ]);
    const left = readFileSync(new URL('mailchimp-unsubscribed.csv', fixtures), 'utf8');
    expect((await load(left)).columns).toMatchObject({
      reason: 'UNSUB_REASON_OTHER',
      state: ['UNSUB_TIME'],
    });
    expect((await rows())[2]).toMatchObject({
      status: 'unsubscribed',
      statusAt: new Date('2018-07-23T16:19:27Z'),
      reason: null,
    });
  });

  test('takes what people wrote about why they left, then the reason that they chose', async () => {
    const { load, rows } = await openImport();
    const text = `email,UNSUB_TIME,UNSUB_REASON,UNSUB_REASON_OTHER
a@example.com,2025-01-01,OTHER,Too many emails
b@example.com,2025-01-01,No longer interested,
c@example.com,2025-01-01,NORMAL,
`;
    await load(text);
    expect((await rows()).map(({ reason }) => reason)).toEqual([
      'Too many emails',
      'No longer interested',
      null,
    ]);
  });

  test.each([
    ['Vorname;E-Mail', 'Ada;a@example.com', 'Ada'],
    ['Prénom;Nom;Adresse e-mail', 'Ada;Byron;a@example.com', 'Ada'],
    ['PRENOM;NOM;COURRIEL', 'Ada;Byron;a@example.com', 'Ada'],
    ['Nombre;Apellidos;Correo electrónico', 'María José;Ruiz;a@example.com', 'María José'],
    ['Nome;Cognome;Indirizzo email', 'Ada Maria;Rossi;a@example.com', 'Ada Maria'],
    ['Voornaam;E-mailadres', 'Ada;a@example.com', 'Ada'],
    ['Förnamn;E-postadress', 'Ada;a@example.com', 'Ada'],
    ['Imię;Nazwisko;Adres e-mail', 'Ada;Nowak;a@example.com', 'Ada'],
    ['Name;Vorname;E-Mail-Adresse', 'Müller;Ada;a@example.com', 'Ada'],
    ['Name;Vorname;E-Mail-Adresse', 'Müller;;a@example.com', ''],
    ['name;email', 'Tom García;a@example.com', 'Tom'],
    ['Full Name;email', 'Tom García;a@example.com', 'Tom'],
    ['name;last_name;email', 'Mary Ann;Lee;a@example.com', 'Mary Ann'],
    ['first name;email', 'Mary Ann;a@example.com', 'Mary Ann'],
    ['name;email', 'Lee, Ann;a@example.com', 'Ann'],
    ['name;email', 'Ann Lee, Jr.;a@example.com', 'Ann'],
    ['name;email', 'Lee, Ann, PhD;a@example.com', 'Ann'],
    ['email', 'Ann Lee <a@example.com>', 'Ann'],
    ['email;first name', '"Lee, Ann" <a@example.com>;Annie', 'Annie'],
    ['email', 'mailto:a@example.com', ''],
  ])('reads the first name of %s', async (header, row, firstName) => {
    const { load, rows } = await openImport();
    // A file with quotation marks in the middle of a cell would need more of them.
    const text = `${header}\n${row.startsWith('"') ? `"${row.split(';')[0]?.replaceAll('"', '""')}";Annie` : row}\n`;
    expect(await load(text)).toMatchObject({ added: 1, refusals: [] });
    expect(await rows()).toMatchObject([{ email: 'a@example.com', firstName }]);
  });

  test('says which columns with values were not used, and that the first part of a name is', async () => {
    const { load } = await openImport();
    const text = 'name;email;Spalte;Leer;line\nTom García;a@example.com;x;;3\n';
    expect((await load(text)).columns).toEqual({
      email: 'email',
      firstName: 'name',
      firstNameIsPart: true,
      state: [],
      unused: ['Spalte'],
    });
  });

  test('refuses a cell with two addresses as a whole', async () => {
    const { load } = await openImport();
    expect(await load('email\na@example.com b@example.com\n')).toMatchObject({ added: 0, refused: 1 });
  });

  test('stores internationalized domains as mail servers know them', async () => {
    const { load, rows } = await openImport();
    const text = 'email\numl@Bücher.test\numl@xn--bcher-kva.test\njürgen@example.com\n';
    expect(await load(text)).toMatchObject({
      added: 1,
      leftOut: { repeated: 1 },
      refusals: [[4, expect.stringContaining('letters other than a to z before the @ are not supported')]],
    });
    expect((await rows()).map(({ email }) => email)).toEqual(['uml@xn--bcher-kva.test']);
  });

  test('reads the times that Go writes', async () => {
    const { load, rows } = await openImport();
    await load(readFileSync(new URL('listmonk.csv', fixtures), 'utf8'));
    const times = (await rows())
      .filter(({ email }) => email.startsWith('on'))
      .map(({ createdAt }) => createdAt.toISOString().slice(0, 19));
    expect(times).toEqual(Array.from({ length: 3 }, () => '2024-01-02T15:04:05'));
  });

  test.each([
    { column: 'Abo-Status', values: ['ja', 'nein'] },
    { column: 'Active subscriber', values: ['x', 'y'] },
    { column: 'state', values: ['ME', 'TX'] },
    { column: 'status', values: ['active', 'snoozed'] },
    { column: 'bounced', values: ['maybe', 'no'] },
    { column: 'Remark', values: ['', 'Unsubscribed'] },
  ])('asks what the column $column means, and imports nobody until then', async ({ column, values }) => {
    const { load, states } = await openImport();
    const text = `email,${column}\non@example.com,${values[0]}\noff@example.com,${values[1]}\n`;
    for (const dryRun of [true, false]) {
      const loading = load(text, { dryRun });
      await expect(loading).rejects.toMatchObject({ code: 'import.unclear' });
      await expect(loading).rejects.toThrow(`“${column}”`);
      await expect(loading).rejects.toThrow(`--ignore-column "${column}"`);
      await expect(loading).rejects.toThrow(`“${values[1]}”`);
    }
    expect(await states()).toEqual({});
    const answer = { statusColumns: [column], subscribedValues: values.slice(0, 1).filter(Boolean) };
    if (values[0]) {
      expect(await load(text, answer)).toMatchObject({ added: 1, leftOut: { unsubscribed: 1 } });
      expect(await states()).toEqual({ on: 'waiting', off: 'unsubscribed' });
    } else {
      expect(await load(text, { ignoreColumns: [column] })).toMatchObject({ added: 2 });
    }
  });

  test('refuses an answer about a column that is not there, and a row without a status', async () => {
    const { load } = await openImport();
    const text = 'email,status\na@example.com,active\nb@example.com,\n';
    await expect(load(text, { ignoreColumns: ['Stauts'] })).rejects.toMatchObject({ code: 'input.invalid' });
    expect(await load(text)).toMatchObject({
      added: 1,
      refusals: [[3, expect.stringContaining('“status” is empty')]],
    });
  });

  test('reads the same from JSON lines, with values of any type', async () => {
    const { load, states } = await openImport();
    const lines = [
      { id: 7, email: 'on@example.com', subscribed: true, attributes: { plan: 'free' }, note: null },
      { id: 8, email: 'off@example.com', subscribed: false },
      { id: 9, email: 'gone@example.com', subscribed: true, unsubscribed_at: '2025-01-01T00:00:00Z' },
    ];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    expect(await load(text)).toMatchObject({ added: 1, leftOut: { unsubscribed: 2 } });
    expect(await states()).toEqual({ on: 'waiting', off: 'unsubscribed', gone: 'unsubscribed' });
    await expect(load('{"email":"a@example.com","mailStatus":"x"}\n')).rejects.toMatchObject({
      code: 'import.unclear',
    });
  });

  test('someone on two rows of a file stays out if one of them says so, wherever it stands', async () => {
    const { load, states } = await openImport();
    const rest = Array.from({ length: 600 }, (_, n) => `r${n}@example.com,active,\n`).join('');
    const text = `email,status,unsubscribed_at
a@example.com,active,
A@Example.com,unsubscribed,2025-01-01
b@example.com,active,
${rest}b@example.com,blocklisted,\n`;
    const expected = { added: 601, takenOff: 1, leftOut: { unsubscribed: 2, repeated: 1 } };
    expect(await load(text, { dryRun: true })).toMatchObject(expected);
    expect(await load(text)).toMatchObject(expected);
    expect(await states()).toMatchObject({ a: 'unsubscribed', b: 'unsubscribed', r0: 'waiting' });
  });

  test('takes readers off the list who had left elsewhere, but not those who joined here since', async () => {
    const { load, states, database } = await openImport();
    const here = {
      firstName: 'X',
      status: 'subscribed' as const,
      createdAt: new Date('2026-03-01T00:00:00Z'),
    };
    const em = database.em();
    await em.insert(Registration, { ...here, email: 'imported@example.com', consent, subscriberId: '17' });
    await em.insert(Registration, { ...here, email: 'signedup@example.com' });
    await em.insert(Registration, { ...here, email: 'undated@example.com' });
    await em.insert(Registration, { ...here, email: 'later@example.com' });
    await em.insert(RemovedReader, { email: 'imported@example.com', settledAt: now() });
    const text = `email,unsubscribed_at,status
imported@example.com,2025-01-01,unsubscribed
signedup@example.com,2025-01-01,unsubscribed
undated@example.com,,unsubscribed
later@example.com,2026-05-01,unsubscribed
`;
    const expected = { added: 0, takenOff: 2, leftOut: { unsubscribed: 2, alreadyReader: 2 } };
    expect(await load(text, { dryRun: true })).toMatchObject(expected);
    expect(await load(text)).toMatchObject(expected);
    expect(await states()).toEqual({
      imported: 'unsubscribed',
      later: 'unsubscribed',
      signedup: 'subscribed',
      undated: 'subscribed',
    });
    // The next pass takes them off a list that the provider keeps.
    const leaving = await database.em().find(RemovedReader, {}, { orderBy: { email: 'asc' } });
    expect(leaving).toMatchObject([
      { email: 'imported@example.com', subscriberId: '17' },
      { email: 'later@example.com' },
    ]);
  });

  test('brings back only someone who agreed again since, as the owner states', async () => {
    const { load, states, database } = await openImport();
    const left = {
      firstName: 'X',
      createdAt: new Date('2026-01-01T00:00:00Z'),
      statusAt: new Date('2026-03-01T00:00:00Z'),
    };
    for (const status of ['unsubscribed', 'bounced', 'complained', 'unconfirmed'] as const) {
      await database.em().insert(Registration, { ...left, email: `${status}@example.com`, status });
    }
    const people = ['unsubscribed', 'bounced', 'complained', 'unconfirmed'];
    const file = (columns: string, values: string) =>
      `email,${columns}\n${people.map((name) => `${name}@example.com,${values}\n`).join('')}`;
    for (const text of [
      file('name', 'X'),
      file('status,created_at,CONFIRM_TIME', 'active,2026-06-01,2026-06-01'),
      file('status,confirmedAt', 'subscribed,2026-06-01'),
      file('consentAt', '2026-06-01'),
      file('status,consentAt', 'subscribed,2026-02-01'),
      file('status,consentAt', 'unsubscribed,2026-06-01'),
    ]) {
      await load(text);
      expect(await states()).toEqual(Object.fromEntries(people.map((name) => [name, name])));
    }
    expect(await load(file('status,consentAt', 'subscribed,2026-06-01'))).toMatchObject({
      added: 3,
      broughtBack: 3,
      leftOut: { unconfirmedHere: 1 },
    });
    expect(await states()).toMatchObject({ unsubscribed: 'waiting', unconfirmed: 'unconfirmed' });
  });
});

test.each([
  { counts: { added: 1200 }, detail: '1,200 added' },
  { counts: {}, detail: '0 added' },
  {
    counts: { added: 3, takenOff: 1, leftOut: { unsubscribed: 4, bounced: 1, complained: 1, repeated: 9 } },
    detail: '3 added, 6 stored as having left, 1 of them taken off the list',
  },
  { counts: { remembered: 2 }, detail: '2 removed elsewhere remembered' },
])('the activity log says “$detail”', ({ counts, detail }) => {
  const before = nothingCounted();
  const leftOut = { ...before.leftOut, ...counts.leftOut };
  expect(describeImport({ ...before, ...counts, leftOut })).toBe(detail);
});
