import { Migration } from '@mikro-orm/migrations';

export class Migration20261126153008_warm_up extends Migration {
  override name = 'Migration20261126153008_warm_up';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "smtp_warm_ups" ("name" varchar(20) not null, "first_day" varchar(10) not null, primary key ("name"));`,
    );

    this.addSql(
      `alter table "smtp_sends" add "warm_up_day" varchar(10) null, add "warm_up_amount" int null, add "warm_up_most" int null, add "held_since" timestamptz(3) null, add "held_id" bigint null, add "held" int not null default 0, add "is_rest_sent" boolean not null default false;`,
    );
    this.addSql(
      `create index "smtp_sends_warm_up" on "smtp_sends" ("warm_up_day") where "warm_up_day" is not null;`,
    );
  }
}
