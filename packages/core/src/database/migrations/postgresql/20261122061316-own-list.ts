import { Migration } from '@mikro-orm/migrations';

export class Migration20261122061316_own_list extends Migration {
  override name = 'Migration20261122061316_own_list';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "confirmations" ("email" varchar(254) not null, "token" varchar(32) not null, "requested_at" timestamptz(3) not null, "due_at" timestamptz(3) null, "emails" int not null default 0, "sent_at" timestamptz(3) null, primary key ("email"));`,
    );
    this.addSql(`alter table "confirmations" add constraint "confirmations_token_unique" unique ("token");`);
    this.addSql(`create index "confirmations_due" on "confirmations" ("due_at") where "due_at" is not null;`);

    this.addSql(
      `create table "deliveries" ("id" serial primary key, "send_id" int not null, "reader_id" int not null, "state" text not null default 'queued', "due_at" timestamptz(3) not null, "attempts" int not null default 0, "lease_token" varchar(32) null, "lease_until" timestamptz(3) null, "failure" varchar(20) null, "answer" text null, "ended_at" timestamptz(3) null);`,
    );
    this.addSql(`create index "deliveries_reader" on "deliveries" ("reader_id");`);
    this.addSql(
      `create index "deliveries_waiting" on "deliveries" ("send_id", "due_at", "id") where "state" in ('queued', 'deferred');`,
    );
    this.addSql(
      `create index "deliveries_sending" on "deliveries" ("lease_until") where "state" = 'sending';`,
    );
    this.addSql(`alter table "deliveries" add constraint "deliveries_once" unique ("send_id", "reader_id");`);

    this.addSql(
      `create table "smtp_messages" ("id" serial primary key, "name" varchar(200) not null, "subject" text not null, "html" text not null, "text" text not null, "created_at" timestamptz(3) not null);`,
    );
    this.addSql(`alter table "smtp_messages" add constraint "smtp_messages_name_unique" unique ("name");`);

    this.addSql(
      `create table "smtp_sends" ("id" serial primary key, "message_id" int not null, "scheduled_at" timestamptz(3) not null, "status" text not null default 'pending', "reason" text null, "started_at" timestamptz(3) null, "finished_at" timestamptz(3) null, "prepared_to" int not null default 0, "recipients" int not null default 0, "sent" int not null default 0, "failed" int not null default 0, "unknown" int not null default 0);`,
    );
    this.addSql(
      `alter table "smtp_sends" add constraint "smtp_sends_message_id_unique" unique ("message_id");`,
    );
    this.addSql(
      `create index "smtp_sends_open" on "smtp_sends" ("scheduled_at") where "status" in ('pending', 'preparing', 'sending', 'paused');`,
    );

    this.addSql(`alter table "registrations" drop constraint "registrations_handover_check";`);
    this.addSql(
      `alter table "registrations" add "status_at" timestamptz(3) null, add "confirmed_at" timestamptz(3) null, add "mail_token" varchar(32) null, add "soft_bounces" int not null default 0, add "soft_bounced_on" varchar(10) null;`,
    );
    this.addSql(
      `alter table "registrations" add constraint "registrations_mail_token_unique" unique ("mail_token");`,
    );
    this.addSql(
      `alter table "registrations" add constraint "registrations_handover_check" check ("handover" in ('unconfirmed', 'waiting', 'subscribed', 'refused', 'unsubscribed', 'bounced', 'complained'));`,
    );

    this.addSql(
      `alter table "deliveries" add constraint "deliveries_state_check" check ("state" in ('queued', 'deferred', 'sending', 'sent', 'failed', 'unknown', 'skipped'));`,
    );

    this.addSql(
      `alter table "smtp_sends" add constraint "smtp_sends_message_id_foreign" foreign key ("message_id") references "smtp_messages" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "smtp_sends" add constraint "smtp_sends_status_check" check ("status" in ('pending', 'preparing', 'sending', 'paused', 'released', 'cancelled'));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "smtp_sends" drop constraint "smtp_sends_message_id_foreign";`);

    this.addSql(`drop table if exists "confirmations" cascade;`);
    this.addSql(`drop table if exists "deliveries" cascade;`);
    this.addSql(`drop table if exists "smtp_messages" cascade;`);
    this.addSql(`drop table if exists "smtp_sends" cascade;`);

    this.addSql(`alter table "registrations" drop constraint "registrations_mail_token_unique";`);
    this.addSql(`alter table "registrations" drop constraint "registrations_handover_check";`);
    this.addSql(
      `alter table "registrations" drop column "status_at", drop column "confirmed_at", drop column "mail_token", drop column "soft_bounces", drop column "soft_bounced_on";`,
    );
    this.addSql(
      `alter table "registrations" add constraint "registrations_handover_check" check ("handover" in ('waiting', 'subscribed', 'refused'));`,
    );
  }
}
