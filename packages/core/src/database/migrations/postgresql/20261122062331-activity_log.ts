import { Migration } from '@mikro-orm/migrations';

export class Migration20261122062331_activity_log extends Migration {
  override name = 'Migration20261122062331_activity_log';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "audit_entries" ("id" serial primary key, "at" timestamptz(3) not null, "action" varchar(40) not null, "outcome" varchar(10) not null, "via" varchar(10) not null, "account" varchar(100) null, "address" varchar(64) null, "detail" varchar(200) null, "count" int not null default 1, "same_as" varchar(300) null);`,
    );
    this.addSql(`create index "audit_entries_at" on "audit_entries" ("at");`);
    this.addSql(
      `alter table "audit_entries" add constraint "audit_entries_same_as_unique" unique ("same_as");`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "audit_entries" cascade;`);
  }
}
