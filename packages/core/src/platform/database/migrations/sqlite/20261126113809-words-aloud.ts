import { Migration } from '@mikro-orm/migrations';

export class Migration20261126113809_words_aloud extends Migration {
  override name = 'Migration20261126113809_words_aloud';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`recordings\` (\`word_id\` integer not null primary key, \`file\` text not null, \`bytes\` integer not null, \`seconds\` double not null, \`created_at\` datetime not null, \`content\` text not null, constraint \`recordings_word_id_foreign\` foreign key (\`word_id\`) references \`words\` (\`id\`) on update cascade on delete cascade);`,
    );
    this.addSql(`create index \`recordings_by_file\` on \`recordings\` (\`file\`);`);

    this.addSql(`alter table \`words\` add column \`voice\` text not null default '';`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists \`recordings\`;`);

    this.addSql(`alter table \`words\` drop column \`voice\`;`);
  }
}
