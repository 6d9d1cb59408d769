import { Migration } from '@mikro-orm/migrations';

export class Migration20261122031957_unsettled extends Migration {
  override name = 'Migration20261122031957_unsettled';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "cancelled_sends" ("id" serial primary key, "message_id" varchar(64) not null, "settled_at" timestamptz(3) not null);`,
    );

    this.addSql(
      `create table "provider_rests" ("name" varchar(50) not null, "until" timestamptz(3) not null, primary key ("name"));`,
    );

    this.addSql(
      `create table "removed_readers" ("id" serial primary key, "email" varchar(254) not null, "subscriber_id" varchar(64) null, "settled_at" timestamptz(3) not null);`,
    );

    this.addSql(`alter table "registrations" add "attempted_at" timestamptz(3) null;`);
    // Those may have been attempted already, and the provider may have some of them.
    this.addSql(`update registrations set attempted_at = created_at where handover = 'waiting';`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "cancelled_sends" cascade;`);
    this.addSql(`drop table if exists "provider_rests" cascade;`);
    this.addSql(`drop table if exists "removed_readers" cascade;`);

    this.addSql(`alter table "registrations" drop column "attempted_at";`);
  }
}
