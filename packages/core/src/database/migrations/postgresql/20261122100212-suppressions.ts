import { Migration } from '@mikro-orm/migrations';

export class Migration20261122100212_suppressions extends Migration {
  override name = 'Migration20261122100212_suppressions';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "suppressions" ("hash" varchar(64) not null, "reason" text not null, "since" timestamptz(3) not null, primary key ("hash"));`,
    );

    this.addSql(
      `create table "suppression_keys" ("id" int not null, "key" varchar(64) not null, primary key ("id"));`,
    );

    this.addSql(
      `alter table "suppressions" add constraint "suppressions_reason_check" check ("reason" in ('unsubscribed', 'bounced', 'complained', 'removed'));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "suppressions" cascade;`);
    this.addSql(`drop table if exists "suppression_keys" cascade;`);
  }
}
