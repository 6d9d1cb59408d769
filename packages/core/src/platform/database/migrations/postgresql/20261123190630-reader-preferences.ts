import { Migration } from '@mikro-orm/migrations';

export class Migration20261123190630_reader_preferences extends Migration {
  override name = 'Migration20261123190630_reader_preferences';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "registrations" add "timezone" varchar(64) null, add "send_time" varchar(5) null, add "weekdays" varchar(27) null, add "paused_until" varchar(10) null, add "cadence" text not null default 'daily', add "digest_day" text null;`,
    );
    this.addSql(
      `create index "registrations_times" on "registrations" ("timezone", "send_time") where "status" = 'subscribed' and "timezone" is not null;`,
    );
    this.addSql(
      `create index "registrations_joined" on "registrations" ("status_at") where "status" = 'subscribed';`,
    );
    this.addSql(
      `alter table "registrations" add constraint "registrations_cadence_check" check ("cadence" in ('daily', 'weekly'));`,
    );
    this.addSql(
      `alter table "registrations" add constraint "registrations_digest_day_check" check ("digest_day" in ('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "registrations_times";`);
    this.addSql(`drop index "registrations_joined";`);
    this.addSql(`alter table "registrations" drop constraint "registrations_cadence_check";`);
    this.addSql(`alter table "registrations" drop constraint "registrations_digest_day_check";`);
    this.addSql(
      `alter table "registrations" drop column "timezone", drop column "send_time", drop column "weekdays", drop column "paused_until", drop column "cadence", drop column "digest_day";`,
    );
  }
}
