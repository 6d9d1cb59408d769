import { Migration } from '@mikro-orm/migrations';

export class Migration20261122062331_activity_log extends Migration {
  override name = 'Migration20261122062331_activity_log';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`audit_entries\` (\`id\` integer not null primary key autoincrement, \`at\` datetime not null, \`action\` text not null, \`outcome\` text not null, \`via\` text not null, \`account\` text null, \`address\` text null, \`detail\` text null, \`count\` integer not null default 1, \`same_as\` text null);`,
    );
    this.addSql(`create index \`audit_entries_at\` on \`audit_entries\` (\`at\`);`);
    this.addSql(`create unique index \`audit_entries_same_as_unique\` on \`audit_entries\` (\`same_as\`);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists \`audit_entries\`;`);
  }
}
