import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { backups } from '../packages/core/src/backup/backups.ts';
import { openProductDatabase } from '../packages/core/src/entities.ts';
import { loadConfig } from '../packages/core/src/platform/settings/load-config.ts';
import type { Wordrise } from '../packages/core/src/product.ts';
import { openWordrise } from '../packages/core/src/wordrise.ts';
import { type DatabaseKind, temporaryDatabaseUrl, temporaryFolder } from './databases.ts';
import { copySqliteTemplate, ownPostgresUrl } from './migrated-database.ts';
import { statement } from './statement.ts';
import { aWord } from './words.ts';

export interface Place {
  folder: string;
  environment: Record<string, string>;
  envFile: string;
  config: ReturnType<typeof loadConfig>;
}

/** A folder and an empty database. */
export async function givenPlace(
  kind: DatabaseKind,
  postgresUrl = () => temporaryDatabaseUrl('postgresql'),
): Promise<Place> {
  const folder = temporaryFolder();
  const DATABASE_URL = kind === 'sqlite' ? `sqlite:${join(folder, 'data/wordrise.db')}` : await postgresUrl();
  const environment = { DATABASE_URL, DATA_DIR: join(folder, 'data'), SESSION_SECRET: 'x'.repeat(32) };
  return { folder, environment, envFile: join(folder, '.env'), config: loadConfig(environment) };
}

/** Opened on this place, and closed when the test ends. */
export async function open({ config }: Place, access: 'create' | 'existing' = 'create'): Promise<Wordrise> {
  const wordrise = await openWordrise(config, { access, bcryptCost: 4 });
  onTestFinished(wordrise.close);
  return wordrise;
}

/** A place with words, a reader who is on the sandbox's list, and an account. */
export async function givenInstallation(kind: DatabaseKind, word = 'hush'): Promise<Place> {
  const place = await givenPlace(kind, ownPostgresUrl);
  if (kind === 'sqlite') {
    mkdirSync(place.config.dataDir, { mode: 0o700 });
    await copySqliteTemplate(join(place.config.dataDir, 'wordrise.db'));
  }
  const wordrise = await openWordrise(place.config, { bcryptCost: 4 });
  await wordrise.accounts.setup({ username: 'owner', password: 'long enough' });
  const { id } = await wordrise.words.add(aWord({ word }));
  const removed = await wordrise.words.add(aWord({ word: 'gone' }));
  await wordrise.words.remove(removed.id);
  const scheduledDate = wordrise.schedule.tomorrowMorning().toISOString();
  await wordrise.schedule.add({ wordId: id, scheduledDate, status: 'pending' });
  const reader = { email: 'reader@example.com', firstName: 'Ada', favoriteWord: undefined };
  await wordrise.readers.signUp(reader, { address: undefined });
  await wordrise.processor.runPass();
  await wordrise.close();
  mkdirSync(join(place.config.dataDir, 'outbox'), { recursive: true });
  writeFileSync(join(place.config.dataDir, 'outbox/one.eml'), `Subject: ${word}\r\n\r\n`);
  return place;
}

export function backUp(place: Place, options = { withSecrets: false }) {
  const { config, environment } = place;
  const source = { config, environment, version: '0.1.0', now: () => new Date('2026-11-22T06:00:00Z') };
  return backups.write(source, join(place.folder, 'backup.tar.gz'), options);
}

export function restore(
  place: Place,
  file: string,
  {
    replace = false,
    now = () => new Date(),
    replacesOriginal = true,
    confirm = async () => true,
  }: {
    replace?: boolean;
    now?: () => Date;
    replacesOriginal?: boolean;
    confirm?: () => Promise<boolean>;
  } = {},
) {
  const { config, envFile } = place;
  const renderSettings = (settings: object) => ({ text: JSON.stringify(settings), leftOut: [] });
  return backups.restore({ config, environment: {}, envFile, renderSettings, now }, file, {
    replace,
    confirm,
    replacesOriginal: async () => replacesOriginal,
  });
}

const tables = ['words', 'scheduled_emails', 'registrations', 'users', 'templates', 'mikro_orm_migrations'];

export async function rowsOf({ config }: Place): Promise<object[][]> {
  const database = await openProductDatabase(config.database, 'read');
  try {
    return await Promise.all(
      tables.map((table) => database.read(statement<object>(`select * from ${table} order by 1`))),
    );
  } finally {
    await database.close();
  }
}

export const outboxOf = ({ config }: Place) => readFileSync(join(config.dataDir, 'outbox/one.eml'), 'utf8');
