import type { EntityManager } from '@mikro-orm/sql';
import type { OpenDatabase } from './open-database.ts';

/** Keeps other processes from writing to a table until the transaction ends. SQLite has one writer at a time anyway. */
export async function holdTable(
  { kind }: OpenDatabase,
  em: EntityManager,
  table: 'scheduled_emails' | 'privacy_texts' | 'templates',
): Promise<void> {
  if (kind === 'postgresql') await em.execute(`lock table ${table} in share row exclusive mode`);
}
