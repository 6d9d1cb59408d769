import { Migration } from '@mikro-orm/migrations';

export class Migration20261126121101_readers_words extends Migration {
  override name = 'Migration20261126121101_readers_words';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`dismissed_suggestions\` (\`key\` text not null primary key, \`word\` text not null, \`dismissed_at\` datetime not null);`,
    );

    this.addSql(`alter table \`registrations\` add column \`credit_agreed_at\` datetime null;`);

    this.addSql(`alter table \`words\` add column \`suggested_by\` text not null default '';`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists \`dismissed_suggestions\`;`);

    this.addSql(`alter table \`registrations\` drop column \`credit_agreed_at\`;`);

    this.addSql(`alter table \`words\` drop column \`suggested_by\`;`);
  }
}
