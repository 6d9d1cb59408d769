import { Migration } from '@mikro-orm/migrations';

export class Migration20261121000000_initial extends Migration {
  override name = 'Migration20261121000000_initial';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "daily_counts" ("name" varchar(50) not null, "day" varchar(10) not null, "count" int not null, primary key ("name", "day"));`,
    );

    this.addSql(
      `create table "processor_runs" ("id" serial primary key, "finished_at" timestamptz(3) not null, "failures" int not null);`,
    );

    this.addSql(
      `create table "rate_limits" ("key" varchar(255) not null, "points" int not null default 0, "expire" bigint null, primary key ("key"));`,
    );

    this.addSql(
      `create table "registrations" ("id" serial primary key, "email" varchar(254) not null, "first_name" varchar(100) not null, "favorite_word" varchar(100) null, "ip_address" varchar(64) null, "created_at" timestamptz(3) not null, "handover" text not null default 'waiting', "handover_reason" text null, "contact_id" varchar(64) null, "lease_until" timestamptz(3) null);`,
    );
    this.addSql(`alter table "registrations" add constraint "registrations_email_unique" unique ("email");`);
    this.addSql(`create index "registrations_created_at" on "registrations" ("created_at");`);
    this.addSql(
      `create index "registrations_waiting" on "registrations" ("id") where "handover" = 'waiting';`,
    );

    this.addSql(
      `create table "sessions" ("sid" varchar(128) not null, "sess" jsonb not null, "expire" timestamptz(3) not null, "user_id" int null, primary key ("sid"));`,
    );
    this.addSql(`create index "sessions_expire" on "sessions" ("expire");`);
    this.addSql(`create index "sessions_user_id" on "sessions" ("user_id");`);

    this.addSql(
      `create table "templates" ("id" serial primary key, "content" text not null, "subject" varchar(500) not null, "created_at" timestamptz(3) not null);`,
    );

    this.addSql(
      `create table "users" ("id" serial primary key, "username" varchar(100) not null, "password" varchar(100) not null, "seat" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null);`,
    );
    this.addSql(`alter table "users" add constraint "users_username_unique" unique ("username");`);
    this.addSql(`alter table "users" add constraint "users_seat_unique" unique ("seat");`);

    this.addSql(
      `create table "words" ("id" serial primary key, "word" varchar(100) not null, "word_key" varchar(100) null, "sort_key" varchar(100) collate "C" not null, "phonetic_pronunciation" text not null, "part_of_speech" varchar(50) not null, "definition" text not null, "etymology" text not null, "example1" text not null, "example2" text not null, "conversation_tip" text not null, "search_text" text not null, "used_count" int not null default 0, "source" text not null default 'admin', "created_at" timestamptz(3) not null, "removed_at" timestamptz(3) null);`,
    );
    this.addSql(`alter table "words" add constraint "words_word_key_unique" unique ("word_key");`);
    this.addSql(
      `create index "words_alphabetical" on "words" ("sort_key", "id") where "removed_at" is null;`,
    );
    this.addSql(
      `create index "words_unused" on "words" ("sort_key", "id") where "removed_at" is null and "used_count" = 0;`,
    );

    this.addSql(
      `create table "scheduled_emails" ("id" serial primary key, "word_id" int not null, "scheduled_date" timestamptz(3) not null, "status" text not null default 'pending', "icontact_message_id" varchar(64) null, "message_id" bigint null, "send_id" varchar(64) null, "created_at" timestamptz(3) not null, "sent_at" timestamptz(3) null, "reason" text null, "message_name" varchar(200) not null, "message_attempted_at" timestamptz(3) null, "send_attempted_at" timestamptz(3) null, "cancel_requested_at" timestamptz(3) null, "lease_token" varchar(36) null, "lease_until" timestamptz(3) null);`,
    );
    this.addSql(`create index "scheduled_emails_word_id" on "scheduled_emails" ("word_id");`);
    this.addSql(`create index "scheduled_emails_send_id" on "scheduled_emails" ("send_id");`);
    this.addSql(
      `alter table "scheduled_emails" add constraint "scheduled_emails_message_name_unique" unique ("message_name");`,
    );
    this.addSql(`create index "scheduled_emails_date" on "scheduled_emails" ("scheduled_date", "id");`);
    this.addSql(`create index "scheduled_emails_status" on "scheduled_emails" ("status", "scheduled_date");`);
    this.addSql(
      `create unique index "scheduled_emails_one_waiting" on "scheduled_emails" ("word_id") where "status" in ('pending', 'scheduled');`,
    );

    this.addSql(
      `alter table "registrations" add constraint "registrations_handover_check" check ("handover" in ('waiting', 'subscribed', 'refused'));`,
    );

    this.addSql(
      `alter table "words" add constraint "words_source_check" check ("source" in ('admin', 'import', 'starter', 'merriam-webster', 'wordnet'));`,
    );

    this.addSql(
      `alter table "scheduled_emails" add constraint "scheduled_emails_word_id_foreign" foreign key ("word_id") references "words" ("id") on delete restrict;`,
    );
    this.addSql(
      `alter table "scheduled_emails" add constraint "scheduled_emails_status_check" check ("status" in ('pending', 'scheduled', 'sent', 'failed'));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "scheduled_emails" drop constraint "scheduled_emails_word_id_foreign";`);

    this.addSql(`drop table if exists "daily_counts" cascade;`);
    this.addSql(`drop table if exists "processor_runs" cascade;`);
    this.addSql(`drop table if exists "rate_limits" cascade;`);
    this.addSql(`drop table if exists "registrations" cascade;`);
    this.addSql(`drop table if exists "sessions" cascade;`);
    this.addSql(`drop table if exists "templates" cascade;`);
    this.addSql(`drop table if exists "users" cascade;`);
    this.addSql(`drop table if exists "words" cascade;`);
    this.addSql(`drop table if exists "scheduled_emails" cascade;`);
  }
}
