import { Migration } from '@mikro-orm/migrations';

export class Migration20261122035525_privacy_text extends Migration {
  override name = 'Migration20261122035525_privacy_text';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`privacy_texts\` (\`id\` integer not null primary key autoincrement, \`content\` text null, \`created_at\` datetime not null);`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists \`privacy_texts\`;`);
  }
}
