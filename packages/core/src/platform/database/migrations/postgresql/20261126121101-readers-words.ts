import { Migration } from '@mikro-orm/migrations';

export class Migration20261126121101_readers_words extends Migration {
  override name = 'Migration20261126121101_readers_words';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "dismissed_suggestions" ("key" varchar(100) not null, "word" varchar(100) not null, "dismissed_at" timestamptz(3) not null, primary key ("key"));`,
    );

    this.addSql(`alter table "registrations" add "credit_agreed_at" timestamptz(3) null;`);

    this.addSql(`alter table "words" add "suggested_by" varchar(100) not null default '';`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "dismissed_suggestions" cascade;`);

    this.addSql(`alter table "registrations" drop column "credit_agreed_at";`);

    this.addSql(`alter table "words" drop column "suggested_by";`);
  }
}
