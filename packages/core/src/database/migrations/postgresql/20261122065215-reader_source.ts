import { Migration } from '@mikro-orm/migrations';

export class Migration20261122065215_reader_source extends Migration {
  override name = 'Migration20261122065215_reader_source';

  override up(): void | Promise<void> {
    this.addSql(`alter table "registrations" add "source" varchar(200) null, add "consent" text null;`);
    this.addSql(
      `create index "registrations_not_subscribed" on "registrations" ("handover", "id") where "handover" != 'subscribed';`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "registrations_not_subscribed";`);
    this.addSql(`alter table "registrations" drop column "source", drop column "consent";`);
  }
}
