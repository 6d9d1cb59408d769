import { Migration } from '@mikro-orm/migrations';

export class Migration20261122105000_mailbox_readings extends Migration {
  override name = 'Migration20261122105000_mailbox_readings';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`mailbox_readings\` (\`name\` text not null primary key, \`uid_validity\` text null, \`last_uid\` text null, \`lease_until\` datetime null);`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists \`mailbox_readings\`;`);
  }
}
