import { Migration } from '@mikro-orm/migrations';

export class Migration20261126113809_words_aloud extends Migration {
  override name = 'Migration20261126113809_words_aloud';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "recordings" ("word_id" int not null, "file" varchar(64) not null, "bytes" int not null, "seconds" double precision not null, "created_at" timestamptz(3) not null, "content" text not null, primary key ("word_id"));`,
    );
    this.addSql(`create index "recordings_by_file" on "recordings" ("file");`);

    this.addSql(`alter table "words" add "voice" varchar(50) not null default '';`);

    this.addSql(
      `alter table "recordings" add constraint "recordings_word_id_foreign" foreign key ("word_id") references "words" ("id") on update cascade on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "recordings" cascade;`);

    this.addSql(`alter table "words" drop column "voice";`);
  }
}
