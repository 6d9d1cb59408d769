import { Migration } from '@mikro-orm/migrations';

export class Migration20261122063556_alerts extends Migration {
  override name = 'Migration20261122063556_alerts';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "alerts" ("key" varchar(100) not null, "kind" varchar(30) not null, "body" text not null, "email_id" int null, "created_at" timestamptz(3) not null, "not_before" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "forget_at" timestamptz(3) not null, "attempts" int not null default 0, "lease_until" timestamptz(3) null, "failure" text null, "sent_at" timestamptz(3) null, primary key ("key"));`,
    );
    this.addSql(`create index "alerts_forget_at" on "alerts" ("forget_at");`);
    this.addSql(`create index "alerts_unsent" on "alerts" ("not_before") where "sent_at" is null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "alerts" cascade;`);
  }
}
