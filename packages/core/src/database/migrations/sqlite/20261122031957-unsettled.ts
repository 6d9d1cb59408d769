import { Migration } from '@mikro-orm/migrations';

export class Migration20261122031957_unsettled extends Migration {
  override name = 'Migration20261122031957_unsettled';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`cancelled_sends\` (\`id\` integer not null primary key autoincrement, \`message_id\` text not null, \`settled_at\` datetime not null);`,
    );

    this.addSql(
      `create table \`provider_rests\` (\`name\` text not null primary key, \`until\` datetime not null);`,
    );

    this.addSql(
      `create table \`removed_readers\` (\`id\` integer not null primary key autoincrement, \`email\` text not null, \`subscriber_id\` text null, \`settled_at\` datetime not null);`,
    );

    this.addSql(`alter table \`registrations\` add column \`attempted_at\` datetime null;`);
    // Those may have been attempted already, and the provider may have some of them.
    this.addSql(`update registrations set attempted_at = created_at where handover = 'waiting';`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists \`cancelled_sends\`;`);
    this.addSql(`drop table if exists \`provider_rests\`;`);
    this.addSql(`drop table if exists \`removed_readers\`;`);

    this.addSql(`alter table \`registrations\` drop column \`attempted_at\`;`);
  }
}
