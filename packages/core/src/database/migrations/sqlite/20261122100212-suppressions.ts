import { Migration } from '@mikro-orm/migrations';

export class Migration20261122100212_suppressions extends Migration {
  override name = 'Migration20261122100212_suppressions';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`suppressions\` (\`hash\` text not null primary key, \`reason\` text check (\`reason\` in ('unsubscribed', 'bounced', 'complained', 'removed')) not null, \`since\` datetime not null);`,
    );

    this.addSql(
      `create table \`suppression_keys\` (\`id\` integer not null primary key, \`key\` text not null);`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists \`suppressions\`;`);
    this.addSql(`drop table if exists \`suppression_keys\`;`);
  }
}
