import { Migration } from '@mikro-orm/migrations';

/**
 * The deliveries of each send become a partition, which is dropped whole when they have been kept long enough. Those of
 * earlier sends share one, and those of a send whose partition could not be made are in `deliveries_other`.
 */
export class Migration20261126123000_delivery_partitions extends Migration {
  override name = 'Migration20261126123000_delivery_partitions';

  override up(): void | Promise<void> {
    this.addSql(`alter table "deliveries" rename to "deliveries_old";`);
    this.addSql(`alter index "deliveries_pkey" rename to "deliveries_old_pkey";`);
    this.addSql(`drop index "deliveries_reader";`);
    this.addSql(`drop index "deliveries_problems";`);
    this.addSql(`alter table "deliveries_old" drop constraint "deliveries_state_check";`);
    // In this order, no column needs padding.
    this.addSql(
      `create table "deliveries" ("send_id" bigint not null, "reader_id" bigint not null, "due_at" timestamptz(3) not null, "ended_at" timestamptz(3) null, "first_due_at" timestamptz(3) null, "attempts" int not null default 0, "answer_id" int null, "state" text not null default 'queued', "problem" varchar(8) null, "failure" varchar(20) null, "answer" text null, constraint "deliveries_state_check" check ("state" in ('queued', 'deferred', 'sending', 'sent', 'failed', 'unknown', 'skipped')), constraint "deliveries_pkey" primary key ("send_id", "reader_id")) partition by list ("send_id");`,
    );
    this.addSql(`create index "deliveries_reader" on "deliveries" ("reader_id");`);
    this.addSql(
      `create index "deliveries_problems" on "deliveries" ("send_id", "problem", "failure", "reader_id") where "problem" is not null;`,
    );
    this.addSql(`create table "deliveries_other" partition of "deliveries" default with (fillfactor = 50);`);
    this.addSql(`do $$
      declare ids text;
      begin
        select string_agg(distinct "send_id"::text, ', ') into ids from "deliveries_old";
        if ids is not null then
          execute 'create table "deliveries_before" partition of "deliveries" for values in (' || ids || ') with (fillfactor = 50)';
          insert into "deliveries" ("send_id", "reader_id", "due_at", "ended_at", "first_due_at", "attempts", "answer_id", "state", "problem", "failure", "answer")
            select "send_id", "reader_id", "due_at", "ended_at", "first_due_at", "attempts", "answer_id", "state", "problem", "failure", "answer" from "deliveries_old";
        end if;
      end $$;`);
    this.addSql(`drop table "deliveries_old";`);
  }
}
