import { Migration } from '@mikro-orm/migrations';

export class Migration20261123230351_weekly_email extends Migration {
  override name = 'Migration20261123230351_weekly_email';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "weekly_emails" ("id" serial primary key, "day" varchar(10) not null, "message_name" varchar(200) not null, "subject" text not null, "words" int not null default 0, "created_at" timestamptz(3) not null, "reason" text null);`,
    );
    this.addSql(`alter table "weekly_emails" add constraint "weekly_emails_day_unique" unique ("day");`);
    this.addSql(
      `alter table "weekly_emails" add constraint "weekly_emails_message_name_unique" unique ("message_name");`,
    );

    this.addSql(
      `create index "registrations_weekly" on "registrations" ("digest_day", "timezone", "send_time", "id") where "status" = 'subscribed' and "cadence" = 'weekly';`,
    );

    this.addSql(`alter table "smtp_sends" add "weekly" text null;`);
    this.addSql(
      `alter table "smtp_sends" add constraint "smtp_sends_weekly_check" check ("weekly" in ('chosen', 'usual', 'recap'));`,
    );
  }
}
