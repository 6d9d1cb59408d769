import { Migration } from '@mikro-orm/migrations';

/**
 * A delivery is identified by its send and reader, and processes claim ranges of readers. What an earlier version was
 * sending may have been sent.
 */
export class Migration20261126114628_delivery_ranges extends Migration {
  override name = 'Migration20261126114628_delivery_ranges';

  override up(): void | Promise<void> {
    this.addSql(`create table "smtp_answers" ("id" serial primary key, "text" varchar(200) not null);`);
    this.addSql(`alter table "smtp_answers" add constraint "smtp_answers_text_unique" unique ("text");`);

    this.addSql(
      `create table "smtp_ranges" ("send_id" bigint not null, "nth" bigint not null, "next_at" timestamptz(3) null, "worker" varchar(32) null, "claimed" text null, "readers" int not null default 0, "sent" int not null default 0, "failed" int not null default 0, "unknown" int not null default 0, primary key ("send_id", "nth")) with (fillfactor = 50);`,
    );

    this.addSql(`alter table "registrations" alter column "id" type bigint;`);
    this.addSql(`alter sequence "registrations_id_seq" as bigint;`);

    this.addSql(
      `alter table "smtp_sends" add "is_prepared" boolean not null default false, add "range_size" int not null default 128;`,
    );
    this.addSql(`alter table "smtp_sends" alter column "prepared_to" type bigint;`);
    this.addSql(
      `update "smtp_sends" set "is_prepared" = true where "status" not in ('pending', 'preparing');`,
    );

    this.addSql(
      `update "smtp_sends" set "unknown" = "unknown" + begun.count from (select "send_id", count(*)::int as count from "deliveries" where "state" = 'sending' group by "send_id") as begun where "id" = begun."send_id";`,
    );
    this.addSql(
      `update "deliveries" set "state" = 'unknown', "answer" = 'No answer was recorded: the process ended.', "ended_at" = now() where "state" = 'sending';`,
    );
    this.addSql(`drop index "deliveries_sending";`);
    this.addSql(`drop index "deliveries_waiting";`);
    this.addSql(`drop index "deliveries_problems";`);
    this.addSql(
      `alter table "deliveries" drop constraint "deliveries_once", drop column "id", drop column "lease_token", add "answer_id" int null, add "problem" varchar(8) null;`,
    );
    this.addSql(
      `update "deliveries" set "problem" = "state" where "state" in ('failed', 'unknown', 'deferred');`,
    );
    this.addSql(`alter table "deliveries" add primary key ("send_id", "reader_id");`);
    this.addSql(
      `create index "deliveries_problems" on "deliveries" ("send_id", "problem", "failure", "reader_id") where "problem" is not null;`,
    );
    this.addSql(
      `insert into "smtp_ranges" ("send_id", "nth", "next_at") select "send_id", "reader_id" / 128, min("due_at") from "deliveries" where "state" in ('queued', 'deferred') group by 1, 2;`,
    );
  }
}
