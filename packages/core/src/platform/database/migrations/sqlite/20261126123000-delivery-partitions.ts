import { Migration } from '@mikro-orm/migrations';

/** Only PostgreSQL has partitions. Each migration of one kind of database has one of the other. */
export class Migration20261126123000_delivery_partitions extends Migration {
  override name = 'Migration20261126123000_delivery_partitions';

  override up(): void | Promise<void> {
    this.addSql('select 1;');
  }
}
