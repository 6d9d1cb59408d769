import { Migration } from '@mikro-orm/migrations';

export class Migration20261123154213_reader_imports extends Migration {
  override name = 'Migration20261123154213_reader_imports';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "reader_imports" ("id" serial primary key, "state" text not null, "name" varchar(200) null, "bytes" bigint not null default '0', "bytes_read" bigint not null default '0', "pieces" int not null default 0, "answers" text not null, "result" text null, "consent" text null, "account" varchar(100) null, "created_at" timestamptz(3) not null, "started_at" timestamptz(3) null, "ended_at" timestamptz(3) null, "lease_token" varchar(36) null, "lease_until" timestamptz(3) null);`,
    );

    this.addSql(
      `create table "reader_import_pieces" ("import_id" int not null, "nth" int not null, "content" text not null, primary key ("import_id", "nth"));`,
    );

    this.addSql(
      `alter table "reader_imports" add constraint "reader_imports_state_check" check ("state" in ('uploading', 'checking', 'checked', 'importing', 'done', 'stopped', 'failed'));`,
    );
  }
}
