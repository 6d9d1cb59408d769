import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packTar, type TarHeader, unpackTar } from 'modern-tar';
import { describe, expect, test } from 'vitest';
import {
  backUp,
  givenInstallation,
  givenPlace,
  open,
  outboxOf,
  restore,
  rowsOf,
} from '../../../../test/backups.ts';
import { databaseKinds, temporaryFolder } from '../../../../test/databases.ts';
import { loadFrozen } from '../../../../test/frozen-schemas.ts';
import { hurry } from '../../../../test/hurry.ts';
import { statement } from '../../../../test/statement.ts';
import { aWord } from '../../../../test/words.ts';
import { openProductDatabase } from '../entities.ts';
import { openWordrise } from '../wordrise.ts';
import { backups } from './backups.ts';

describe.each(databaseKinds)('on %s', (kind) => {
  test('everything is restored into an empty place', async () => {
    const source = await givenInstallation(kind);
    const before = await rowsOf(source);
    const { file, manifest } = await backUp(source);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(source.folder).toSorted()).toEqual(['backup.tar.gz', 'data']);
    expect(manifest.omitted).toEqual(['DATABASE_URL', 'SESSION_SECRET']);

    const target = await givenPlace(kind);
    const restored = await restore(target, file);
    expect(restored).toMatchObject({ replaces: [], wroteSettings: true, applied: [] });
    expect(await rowsOf(target)).toEqual(before);
    expect(outboxOf(target)).toBe('Subject: hush\r\n\r\n');
    expect(readFileSync(target.envFile, 'utf8')).not.toContain('x'.repeat(32));
    const wordrise = await open(target, 'existing');
    expect(await wordrise.accounts.logIn({ username: 'owner', password: 'long enough' })).toMatchObject({
      id: 1,
    });
    expect(await (await wordrise.mail.sandbox())?.outbox.list({ limit: 1 })).toBeDefined();
    // An id that was used once is not used again.
    expect((await wordrise.words.add(aWord({ word: 'new' }))).id).toBe(3);
    expect(await rowsOf(source)).toEqual(before);
  });

  test('an outbox of hundreds of emails is restored', async () => {
    const source = await givenInstallation(kind);
    const files = Array.from({ length: 300 }, (_, nth) => `reader-${nth}.eml`);
    for (const name of files) writeFileSync(join(source.config.dataDir, 'outbox', name), name);
    const { file } = await backUp(source);
    const target = await givenPlace(kind);
    await restore(target, file);
    expect(readdirSync(join(target.config.dataDir, 'outbox')).toSorted()).toEqual(
      [...files, 'one.eml'].toSorted(),
    );
  });

  test('a backup written while words are added contains all words up to one moment', async () => {
    const source = await givenInstallation(kind);
    const wordrise = await open(source);
    let added = 0;
    let isWriting = true;
    const writer = (async () => {
      while (isWriting) {
        await wordrise.words.add(aWord({ word: `word ${added}` }));
        added += 1;
        // SQLite answers immediately: give others a turn.
        await setImmediate();
      }
    })();
    await expect.poll(() => added).toBeGreaterThan(3);
    const [least, { file }, most] = [added, await backUp(source), added];
    isWriting = false;
    await writer;
    expect(most).toBeGreaterThan(least);
    const target = await givenPlace(kind);
    await restore(target, file);
    const [words = []] = (await rowsOf(target)) as { word: string }[][];
    const numbers = words.flatMap(({ word }) => /^word (\d+)$/.exec(word)?.[1] ?? []).map(Number);
    expect(numbers).toEqual(numbers.map((_, at) => at));
    expect(numbers.length).toBeGreaterThanOrEqual(least);
    expect(numbers.length).toBeLessThanOrEqual(most + 1);
  });

  test('a backup of a newer schema is refused, and leaves nothing', async () => {
    const source = await givenInstallation(kind);
    const database = await openProductDatabase(source.config.database);
    await database
      .em()
      .execute("insert into mikro_orm_migrations (name) values ('Migration29990101000000_later')");
    await database.close();
    await expect(backUp(source)).rejects.toMatchObject({ code: 'database.newer' });
    const { file } = await backUp(await givenInstallation(kind));
    const target = await givenPlace(kind);
    const changed = await withManifest(file, (text) =>
      text.replace(/"migrations": \[/, '"migrations": ["Migration29990101000000_later",'),
    );
    await expect(restore(target, changed)).rejects.toMatchObject({
      code: kind === 'sqlite' ? 'backup.unusable' : 'database.newer',
    });
    expect(readdirSync(target.folder)).toEqual([]);
  });

  test('an installation is replaced only on request, and while nothing uses it', async () => {
    const { file } = await backUp(await givenInstallation(kind, 'new'));
    const target = await givenInstallation(kind, 'old');
    const before = await rowsOf(target);
    await expect(restore(target, file)).rejects.toMatchObject({ code: 'backup.refused' });
    const wordrise = await openWordrise(target.config);
    await wordrise.words.list({ page: 1, limit: 10, letter: '', search: '' });
    hurry();
    await expect(restore(target, file, { replace: true })).rejects.toThrow(
      'Another program is using the database',
    );
    expect(await rowsOf(target)).toEqual(before);
    await wordrise.close();
    await restore(target, file, { replace: true });
    expect((await rowsOf(target))[0]).toMatchObject([{ word: 'new' }]);
  });

  test('an installation whose server starts while the owner is asked stays as it is', async () => {
    const { file } = await backUp(await givenInstallation(kind, 'new'));
    const target = await givenInstallation(kind, 'old');
    const before = await rowsOf(target);
    const confirm = async () => {
      const wordrise = await open(target);
      await wordrise.words.list({ page: 1, limit: 10, letter: '', search: '' });
      hurry();
      return true;
    };
    await expect(restore(target, file, { replace: true, confirm })).rejects.toThrow(
      'Another program is using the database',
    );
    expect(await rowsOf(target)).toEqual(before);
    expect(
      readdirSync(target.folder, { recursive: true }).filter((path) => `${path}`.includes('restoring')),
    ).toEqual([]);
  });
});

/** The same archive with another manifest of the same length of blocks. */
async function withManifest(file: string, change: (text: string) => string): Promise<string> {
  const { unpack, packFolder } = await import('./archive.ts');
  const folder = temporaryFolder();
  await unpack(file, folder);
  const manifest = join(folder, 'manifest.json');
  writeFileSync(manifest, change(readFileSync(manifest, 'utf8')));
  const changed = `${file}.changed`;
  await packFolder(folder, changed);
  return changed;
}

test('a database behind a link is replaced where it is', async () => {
  const source = await givenInstallation('sqlite', 'hush');
  const target = await givenInstallation('sqlite', 'quiet');
  const { file } = await backUp(source);
  const [link, real] = [join(target.config.dataDir, 'wordrise.db'), join(temporaryFolder(), 'real.db')];
  renameSync(link, real);
  symlinkSync(real, link);
  await restore(target, file, { replace: true });
  expect(readlinkSync(link)).toBe(real);
  expect(await rowsOf(target)).toEqual(await rowsOf(source));
});

test.each(databaseKinds)('sessions and counted attempts do not come back (%s)', async (kind) => {
  const source = await givenInstallation(kind);
  const database = await openProductDatabase(source.config.database);
  const run = (sql: string, values: unknown[] = []) => database.em().execute(sql, values, 'run');
  await run("insert into sessions (sid, sess, expire, user_id) values ('stolen', '{}', ?, 1)", [
    new Date('2099-01-01T00:00:00Z'),
  ]);
  await run("insert into rate_limits (key, points) values ('login:owner', 9)");
  await database.close();
  const target = await givenPlace(kind);
  await restore(target, (await backUp(source)).file);
  const restored = await openProductDatabase(target.config.database, 'read');
  expect(await restored.read(statement('select * from sessions'))).toEqual([]);
  expect(await restored.read(statement('select * from rate_limits'))).toEqual([]);
  await restored.close();
});

/** The entries of an archive, changed: manifest and name, size and bytes of each file. */
async function repack(
  file: string,
  change: (entries: { header: TarHeader; body: Buffer }[]) => { header: TarHeader; body: Buffer }[],
): Promise<string> {
  const entries = await unpackTar(gunzipSync(readFileSync(file)));
  const bodies = entries.map(({ header, data }) => ({ header, body: Buffer.from(data ?? []) }));
  const changed = `${file}.repacked`;
  writeFileSync(changed, gzipSync(await packTar(change(bodies))));
  return changed;
}

const aFile = (name: string, body: Buffer): { header: TarHeader; body: Buffer } => ({
  header: { name, size: body.length, type: 'file', mode: 0o600, mtime: new Date(0) },
  body,
});

test.each(databaseKinds)('every file in an archive is readable only for its owner (%s)', async (kind) => {
  const { file } = await backUp(await givenInstallation(kind), { withSecrets: true });
  const entries = await unpackTar(gunzipSync(readFileSync(file)));
  expect(entries[0]?.header.name).toBe('manifest.json');
  for (const { header } of entries) {
    expect(header.mode, header.name).toBe(header.type === 'directory' ? 0o700 : 0o600);
  }
});

test.each(['first', 'last'])(
  'an archive that would fill the disk is refused: a file that comes %s',
  async (at) => {
    const { file } = await backUp(await givenInstallation('sqlite'));
    const bomb = aFile('bomb', Buffer.alloc(100_000_000));
    const packed = await repack(file, (entries) =>
      at === 'first' ? [bomb, ...entries] : [...entries, bomb],
    );
    expect(statSync(packed).size).toBeLessThan(1_000_000);
    const folder = temporaryFolder();
    const { unpack } = await import('./archive.ts');
    await expect(unpack(packed, folder)).rejects.toThrow('bomb does not belong to it');
    expect(readdirSync(folder)).not.toContain('bomb');
    const target = await givenPlace('sqlite');
    await expect(restore(target, packed)).rejects.toMatchObject({ code: 'backup.unusable' });
    expect(readdirSync(target.folder)).toEqual([]);
  },
);

test.each([
  [
    'a file that is larger than listed',
    (text: string) => text.replace(/"size": \d+/, '"size": 1'),
    'backup.unusable',
  ],
  [
    'more than the disk holds',
    (text: string) => text.replace(/"size": \d+/, '"size": 9e15'),
    'backup.refused',
  ],
])('an archive with %s is refused before it is written', async (_what, change, code) => {
  const { file } = await backUp(await givenInstallation('sqlite'));
  const changed = await repack(file, ([first, ...others]) => [
    aFile('manifest.json', Buffer.from(change(String(first?.body)))),
    ...others,
  ]);
  const folder = temporaryFolder();
  const { unpack } = await import('./archive.ts');
  await expect(unpack(changed, folder)).rejects.toMatchObject({ code });
  expect(readdirSync(folder).filter((name) => name.endsWith('.db'))).toEqual([]);
});

test('only settings of Wordrise are restored', async () => {
  const { file } = await backUp(await givenInstallation('sqlite'));
  const settings = {
    PRODUCT_NAME: 'Mornings',
    NODE_OPTIONS: '--require=/tmp/evil.js',
    LD_PRELOAD: '/tmp/evil.so',
  };
  const body = Buffer.from(JSON.stringify(settings));
  const sha256 = createHash('sha256').update(body).digest('hex');
  const changed = await repack(file, (entries) =>
    entries.map((entry) => {
      if (entry.header.name === 'settings.json') return aFile('settings.json', body);
      if (entry.header.name !== 'manifest.json') return entry;
      const manifest = JSON.parse(String(entry.body));
      manifest.files['settings.json'] = { size: body.length, sha256 };
      return aFile('manifest.json', Buffer.from(JSON.stringify(manifest)));
    }),
  );
  const target = await givenPlace('sqlite');
  expect(await restore(target, changed)).toMatchObject({ leftOut: ['NODE_OPTIONS', 'LD_PRELOAD'] });
  const written = readFileSync(target.envFile, 'utf8');
  expect(JSON.parse(written)).toMatchObject({ PRODUCT_NAME: 'Mornings' });
  expect(written).not.toContain('evil');
});

test.each([
  ['a cut archive', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['a changed byte', (bytes: Buffer) => changedByte(bytes)],
  ['a file of another kind', () => Buffer.from('not an archive')],
  ['an archive without a manifest', () => gzipSync(Buffer.alloc(1024))],
])('%s is refused, and nothing is left', async (_what, damage) => {
  const { file } = await backUp(await givenInstallation('sqlite'));
  writeFileSync(file, damage(readFileSync(file)));
  const target = await givenPlace('sqlite');
  await expect(restore(target, file)).rejects.toMatchObject({ code: 'backup.unusable' });
  await expect(backups.examine(target.config, file, { replace: false })).rejects.toMatchObject({
    code: 'backup.unusable',
  });
  expect(readdirSync(target.folder)).toEqual([]);
});

/** Changes one byte in the middle of the database. */
function changedByte(bytes: Buffer): Buffer {
  const tar = gunzipSync(bytes);
  const at = tar.indexOf('owner');
  tar[at] = (tar[at] ?? 0) ^ 1;
  return gzipSync(tar);
}

test('an older backup is restored and brought up to date', async () => {
  const source = await givenPlace('sqlite');
  mkdirSync(source.config.dataDir);
  await loadFrozen('0.0.0', 'sqlite', join(source.config.dataDir, 'wordrise.db'));
  const { file, manifest } = await backUp(source);
  const target = await givenPlace('sqlite');
  const restored = await restore(target, file);
  expect(restored?.applied.length).toBeGreaterThan(0);
  const wordrise = await open(target, 'existing');
  expect(await wordrise.database.pendingMigrations()).toEqual([]);
  expect((await wordrise.words.list({ page: 1, limit: 50, letter: '', search: '' })).total).toBe(11);
  expect(manifest.database.migrations).toHaveLength(1);
});

test('a backup from before the first release is refused with the way to move', async () => {
  const { file } = await backUp(await givenInstallation('postgresql'));
  const early = await withManifest(file, (text) =>
    text.replace(/"migrations": \[[^\]]*\]/, '"migrations": ["Migration20261122105000_mailbox_readings"]'),
  );
  await expect(restore(await givenPlace('postgresql'), early)).rejects.toThrow(
    /^The backup is from before the first release .*wordrise signups export/,
  );
});

test('secrets are in the backup only on request', async () => {
  const source = await givenInstallation('sqlite');
  writeFileSync(join(source.config.dataDir, 'session-secret'), 's'.repeat(64));
  const without = await backUp(source);
  const read = () => gunzipSync(readFileSync(without.file)).toString('latin1');
  expect(read()).not.toContain('x'.repeat(32));
  expect(read()).not.toContain('s'.repeat(64));
  const { file } = await backUp(source, { withSecrets: true });
  const target = await givenPlace('sqlite');
  await restore(target, file);
  expect(readFileSync(target.envFile, 'utf8')).toContain('x'.repeat(32));
  expect(readFileSync(join(target.config.dataDir, 'session-secret'), 'utf8')).toBe('s'.repeat(64));
  // The data stays where the restore put it.
  expect(JSON.parse(readFileSync(target.envFile, 'utf8'))).toMatchObject(target.environment);
});

test('an existing .env is kept', async () => {
  const { file } = await backUp(await givenInstallation('sqlite'));
  const target = await givenPlace('sqlite');
  writeFileSync(target.envFile, 'PRODUCT_NAME=Mine\n');
  expect(await restore(target, file)).toMatchObject({ wroteSettings: false });
  expect(readFileSync(target.envFile, 'utf8')).toBe('PRODUCT_NAME=Mine\n');
});

test('a folder keeps its newest dated backups and every other file', async () => {
  const folder = temporaryFolder();
  const now = new Date('2026-11-22T06:00:00.123Z');
  const days = ['01', '02', '03', '04'].map((day) => backups.datedName(new Date(`2026-11-${day}T06:00:00Z`)));
  const others = ['wordrise-notes.tar.gz', 'wordrise.db', 'wordrise-20261101T060000Z.tar.gz.mine'];
  for (const name of [...days, ...others]) appendFileSync(join(folder, name), '');
  expect(backups.datedName(now)).toBe('wordrise-20261122T060000Z.tar.gz');
  const all = readdirSync(folder).toSorted();
  expect(await backups.rotate(folder, { keep: 3, now, dryRun: true })).toEqual(days.slice(0, 1));
  expect(readdirSync(folder).toSorted()).toEqual(all);
  expect(await backups.rotate(folder, { keep: 3, now, dryRun: false })).toEqual(days.slice(0, 1));
  expect(readdirSync(folder).toSorted()).toEqual(all.filter((name) => name !== days[0]));
});
