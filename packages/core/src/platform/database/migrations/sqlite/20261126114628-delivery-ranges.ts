import { Migration } from '@mikro-orm/migrations';

/**
 * A delivery is identified by its send and reader, and processes claim ranges of readers. What an earlier version was
 * sending may have been sent.
 */
export class Migration20261126114628_delivery_ranges extends Migration {
  override name = 'Migration20261126114628_delivery_ranges';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`smtp_answers\` (\`id\` integer not null primary key autoincrement, \`text\` text not null);`,
    );
    this.addSql(`create unique index \`smtp_answers_text_unique\` on \`smtp_answers\` (\`text\`);`);

    this.addSql(
      `create table \`smtp_ranges\` (\`send_id\` integer not null, \`nth\` integer not null, \`next_at\` datetime null, \`worker\` text null, \`claimed\` text null, \`readers\` integer not null default 0, \`sent\` integer not null default 0, \`failed\` integer not null default 0, \`unknown\` integer not null default 0, primary key (\`send_id\`, \`nth\`));`,
    );

    this.addSql(`alter table \`smtp_sends\` add column \`is_prepared\` integer not null default false;`);
    this.addSql(`alter table \`smtp_sends\` add column \`range_size\` integer not null default 128;`);
    this.addSql(
      `update \`smtp_sends\` set \`is_prepared\` = true where \`status\` not in ('pending', 'preparing');`,
    );

    this.addSql(
      `update \`smtp_sends\` set \`unknown\` = \`unknown\` + (select count(*) from \`deliveries\` where \`send_id\` = \`smtp_sends\`.\`id\` and \`state\` = 'sending');`,
    );
    this.addSql(
      `create table \`deliveries_new\` (\`send_id\` integer not null, \`reader_id\` integer not null, \`state\` text check (\`state\` in ('queued', 'deferred', 'sending', 'sent', 'failed', 'unknown', 'skipped')) not null default 'queued', \`due_at\` datetime not null, \`first_due_at\` datetime null, \`attempts\` integer not null default 0, \`failure\` text null, \`answer\` text null, \`answer_id\` integer null, \`problem\` text null, \`ended_at\` datetime null, primary key (\`send_id\`, \`reader_id\`)) without rowid;`,
    );
    this.addSql(
      `insert into \`deliveries_new\` select \`send_id\`, \`reader_id\`, iif(\`state\` = 'sending', 'unknown', \`state\`), \`due_at\`, \`first_due_at\`, \`attempts\`, \`failure\`, iif(\`state\` = 'sending', 'No answer was recorded: the process ended.', \`answer\`), null, case when \`state\` = 'sending' then 'unknown' when \`state\` in ('failed', 'unknown', 'deferred') then \`state\` end, iif(\`state\` = 'sending', unixepoch() * 1000, \`ended_at\`) from \`deliveries\` order by \`send_id\`, \`reader_id\`;`,
    );
    this.addSql(`drop table \`deliveries\`;`);
    this.addSql(`alter table \`deliveries_new\` rename to \`deliveries\`;`);
    this.addSql(`create index \`deliveries_reader\` on \`deliveries\` (\`reader_id\`);`);
    this.addSql(
      `create index \`deliveries_problems\` on \`deliveries\` (\`send_id\`, \`problem\`, \`failure\`, \`reader_id\`) where \`problem\` is not null;`,
    );
    this.addSql(
      `insert into \`smtp_ranges\` (\`send_id\`, \`nth\`, \`next_at\`) select \`send_id\`, \`reader_id\` / 128, min(\`due_at\`) from \`deliveries\` where \`state\` in ('queued', 'deferred') group by 1, 2;`,
    );
  }
}
