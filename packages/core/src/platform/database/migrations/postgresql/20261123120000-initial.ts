import { Migration } from '@mikro-orm/migrations';

export class Migration20261123120000_initial extends Migration {
  override name = 'Migration20261123120000_initial';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "alerts" ("key" varchar(100) not null, "kind" varchar(30) not null, "body" text not null, "email_id" int null, "created_at" timestamptz(3) not null, "not_before" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "forget_at" timestamptz(3) not null, "attempts" int not null default 0, "lease_until" timestamptz(3) null, "failure" text null, "sent_at" timestamptz(3) null, primary key ("key"));`,
    );
    this.addSql(`create index "alerts_forget_at" on "alerts" ("forget_at");`);
    this.addSql(`create index "alerts_unsent" on "alerts" ("not_before") where "sent_at" is null;`);

    this.addSql(
      `create table "audit_entries" ("id" serial primary key, "at" timestamptz(3) not null, "action" varchar(40) not null, "outcome" varchar(10) not null, "via" varchar(10) not null, "account" varchar(100) null, "address" varchar(64) null, "detail" varchar(200) null, "count" int not null default 1, "same_as" varchar(300) null);`,
    );
    this.addSql(`create index "audit_entries_at" on "audit_entries" ("at");`);
    this.addSql(
      `alter table "audit_entries" add constraint "audit_entries_same_as_unique" unique ("same_as");`,
    );

    this.addSql(
      `create table "autopilot_days" ("day" varchar(10) not null, "is_skipped" boolean not null, primary key ("day"));`,
    );

    this.addSql(
      `create table "autopilot_settings" ("id" serial primary key, "is_on" boolean not null, "time" varchar(5) not null, "days" varchar(30) not null, "ahead" int not null, "seed" int not null);`,
    );

    this.addSql(
      `create table "cancelled_sends" ("id" serial primary key, "message_id" varchar(64) not null, "settled_at" timestamptz(3) not null);`,
    );

    this.addSql(
      `create table "confirmations" ("email" varchar(254) not null, "token" varchar(32) not null, "requested_at" timestamptz(3) not null, "due_at" timestamptz(3) null, "emails" int not null default 0, "sent_at" timestamptz(3) null, primary key ("email"));`,
    );
    this.addSql(`alter table "confirmations" add constraint "confirmations_token_unique" unique ("token");`);
    this.addSql(`create index "confirmations_due" on "confirmations" ("due_at") where "due_at" is not null;`);

    this.addSql(
      `create table "daily_counts" ("name" varchar(50) not null, "day" varchar(10) not null, "count" int not null, primary key ("name", "day"));`,
    );

    this.addSql(
      `create table "deliveries" ("id" bigserial primary key, "send_id" bigint not null, "reader_id" bigint not null, "state" text not null default 'queued', "due_at" timestamptz(3) not null, "attempts" int not null default 0, "lease_token" varchar(32) null, "failure" varchar(20) null, "answer" text null, "ended_at" timestamptz(3) null);`,
    );
    this.addSql(`create index "deliveries_reader" on "deliveries" ("reader_id");`);
    this.addSql(
      `create index "deliveries_waiting" on "deliveries" ("send_id", "due_at", "id") where "state" in ('queued', 'deferred');`,
    );
    this.addSql(
      `create index "deliveries_sending" on "deliveries" ("lease_token") where "state" = 'sending';`,
    );
    this.addSql(
      `create index "deliveries_problems" on "deliveries" ("send_id", "state", "failure", "id") where "state" in ('failed', 'unknown', 'deferred');`,
    );
    this.addSql(`alter table "deliveries" add constraint "deliveries_once" unique ("send_id", "reader_id");`);
    this.addSql(
      `alter table "deliveries" add constraint "deliveries_state_check" check ("state" in ('queued', 'deferred', 'sending', 'sent', 'failed', 'unknown', 'skipped'));`,
    );

    this.addSql(
      `create table "embed_origins" ("origin" varchar(200) not null, "allowed_at" timestamptz(3) null, "refusals" int not null default 0, "last_refused_at" timestamptz(3) null, primary key ("origin"));`,
    );

    this.addSql(
      `create table "installations" ("id" int not null, "key" varchar(36) not null, "migrated_by" varchar(40) not null, "held_since" timestamptz(3) null, primary key ("id"));`,
    );

    this.addSql(
      `create table "mailbox_readings" ("name" varchar(300) not null, "uid_validity" varchar(20) null, "last_uid" varchar(20) null, "tries" int not null default 0, "lease_until" timestamptz(3) null, primary key ("name"));`,
    );

    this.addSql(
      `create table "privacy_texts" ("id" serial primary key, "content" text null, "created_at" timestamptz(3) not null);`,
    );

    this.addSql(
      `create table "processor_runs" ("id" serial primary key, "finished_at" timestamptz(3) not null, "failures" int not null);`,
    );

    this.addSql(
      `create table "provider_moves" ("id" int not null, "family" varchar(50) not null, "moved_at" timestamptz(3) not null, primary key ("id"));`,
    );

    this.addSql(
      `create table "provider_backoffs" ("name" varchar(50) not null, "until" timestamptz(3) not null, primary key ("name"));`,
    );

    this.addSql(
      `create table "rate_limits" ("key" varchar(255) not null, "points" int not null default 0, "expire" bigint null, primary key ("key"));`,
    );

    this.addSql(
      `create table "registrations" ("id" serial primary key, "email" varchar(254) not null, "first_name" varchar(100) not null, "favorite_word" varchar(100) null, "ip_address" varchar(64) null, "source" varchar(200) null, "consent" text null, "created_at" timestamptz(3) not null, "status" text not null default 'waiting', "status_at" timestamptz(3) null, "confirmed_at" timestamptz(3) null, "reason" text null, "subscriber_id" varchar(64) null, "attempted_at" timestamptz(3) null, "lease_until" timestamptz(3) null, "mail_token" varchar(32) null, "soft_bounces" int not null default 0, "soft_bounced_on" varchar(10) null);`,
    );
    this.addSql(`alter table "registrations" add constraint "registrations_email_unique" unique ("email");`);
    this.addSql(`create index "registrations_created_at" on "registrations" ("created_at");`);
    this.addSql(
      `create index "registrations_not_subscribed" on "registrations" ("status", "id") where "status" != 'subscribed';`,
    );
    this.addSql(
      `create index "registrations_with_address" on "registrations" ("created_at") where "ip_address" is not null;`,
    );
    this.addSql(
      `create unique index "registrations_mail_token_unique" on "registrations" ("mail_token") where "mail_token" is not null;`,
    );
    this.addSql(
      `alter table "registrations" add constraint "registrations_status_check" check ("status" in ('unconfirmed', 'waiting', 'subscribed', 'refused', 'unsubscribed', 'bounced', 'complained'));`,
    );

    this.addSql(
      `create table "removed_readers" ("id" serial primary key, "email" varchar(254) not null, "subscriber_id" varchar(64) null, "settled_at" timestamptz(3) not null);`,
    );

    this.addSql(
      `create table "second_factors" ("user_id" serial primary key, "secret" text not null, "confirmed_at" timestamptz(3) null, "last_step" int not null default 0, "recovery_codes" text not null);`,
    );

    this.addSql(
      `create table "sessions" ("sid" varchar(128) not null, "sess" jsonb not null, "expire" timestamptz(3) not null, "user_id" int null, "signed_in_at" timestamptz(3) null, "used_at" timestamptz(3) null, "browser" varchar(60) null, "address" varchar(64) null, primary key ("sid"));`,
    );
    this.addSql(`create index "sessions_expire" on "sessions" ("expire");`);
    this.addSql(`create index "sessions_user_id" on "sessions" ("user_id");`);

    this.addSql(
      `create table "smtp_messages" ("id" serial primary key, "name" varchar(200) not null, "subject" text not null, "html" text not null, "text" text not null, "created_at" timestamptz(3) not null);`,
    );
    this.addSql(`alter table "smtp_messages" add constraint "smtp_messages_name_unique" unique ("name");`);

    this.addSql(
      `create table "smtp_sends" ("id" serial primary key, "message_id" int not null, "scheduled_at" timestamptz(3) not null, "status" text not null default 'pending', "reason" text null, "started_at" timestamptz(3) null, "finished_at" timestamptz(3) null, "prepared_to" int not null default 0, "recipients" int not null default 0, "sent" int not null default 0, "failed" int not null default 0, "unknown" int not null default 0, "is_forgotten" boolean not null default false);`,
    );
    this.addSql(
      `alter table "smtp_sends" add constraint "smtp_sends_message_id_unique" unique ("message_id");`,
    );
    this.addSql(
      `create index "smtp_sends_kept" on "smtp_sends" ("finished_at") where "is_forgotten" = false;`,
    );
    this.addSql(
      `create index "smtp_sends_open" on "smtp_sends" ("scheduled_at") where "status" in ('pending', 'preparing', 'sending', 'paused');`,
    );
    this.addSql(
      `alter table "smtp_sends" add constraint "smtp_sends_status_check" check ("status" in ('pending', 'preparing', 'sending', 'paused', 'released', 'cancelled'));`,
    );

    // Unlogged, and words.sort_key in the order of its bytes: neither is known to the generator of migrations.
    this.addSql(
      `create unlogged table "smtp_workers" ("token" varchar(32) not null, "lease_until" timestamptz(3) not null, "submitting" text not null, "boot" varchar(40) null, primary key ("token"));`,
    );

    this.addSql(
      `create table "settings" ("name" varchar(60) not null, "value" text null, "version" int not null, "changed_at" timestamptz(3) not null, primary key ("name"));`,
    );

    this.addSql(
      `create table "suppressions" ("hash" varchar(64) not null, "reason" text not null, "since" timestamptz(3) not null, primary key ("hash"));`,
    );
    this.addSql(
      `alter table "suppressions" add constraint "suppressions_reason_check" check ("reason" in ('unsubscribed', 'bounced', 'complained', 'removed'));`,
    );

    this.addSql(
      `create table "suppression_keys" ("id" int not null, "key" varchar(64) not null, primary key ("id"));`,
    );

    this.addSql(
      `create table "templates" ("id" serial primary key, "content" text not null, "subject" varchar(500) not null, "created_at" timestamptz(3) not null, "origin" varchar(10) not null default 'edit', "account" varchar(100) null, "via" varchar(10) null);`,
    );

    this.addSql(
      `create table "users" ("id" serial primary key, "username" varchar(100) not null, "password" varchar(100) not null, "seat" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null);`,
    );
    this.addSql(`alter table "users" add constraint "users_username_unique" unique ("username");`);
    this.addSql(`alter table "users" add constraint "users_seat_unique" unique ("seat");`);

    this.addSql(
      `create table "words" ("id" serial primary key, "word" varchar(100) not null, "word_key" varchar(100) null, "sort_key" varchar(100) collate "C" not null, "phonetic_pronunciation" text not null, "part_of_speech" varchar(50) not null, "definition" text not null, "etymology" text not null, "example1" text not null, "example2" text not null, "conversation_tip" text not null, "search_text" text not null, "slug" varchar(100) null, "used_count" int not null default 0, "source" text not null default 'admin', "created_at" timestamptz(3) not null, "removed_at" timestamptz(3) null);`,
    );
    this.addSql(`alter table "words" add constraint "words_word_key_unique" unique ("word_key");`);
    this.addSql(`alter table "words" add constraint "words_slug_unique" unique ("slug");`);
    this.addSql(
      `create index "words_alphabetical" on "words" ("sort_key", "id") where "removed_at" is null;`,
    );
    this.addSql(
      `create index "words_unused" on "words" ("sort_key", "id") where "removed_at" is null and "used_count" = 0;`,
    );
    this.addSql(
      `alter table "words" add constraint "words_source_check" check ("source" in ('admin', 'import', 'starter', 'merriam-webster', 'wordnet'));`,
    );

    this.addSql(
      `create table "scheduled_emails" ("id" serial primary key, "word_id" int not null, "day" varchar(10) not null, "local_time" varchar(12) not null, "timezone" varchar(64) not null, "scheduled_date" timestamptz(3) not null, "first_at" timestamptz(3) not null, "last_at" timestamptz(3) not null, "status" text not null default 'pending', "icontact_message_id" varchar(64) null, "message_id" bigint null, "send_id" varchar(64) null, "created_at" timestamptz(3) not null, "sent_at" timestamptz(3) null, "reason" text null, "message_name" varchar(200) not null, "message_attempted_at" timestamptz(3) null, "send_attempted_at" timestamptz(3) null, "cancel_requested_at" timestamptz(3) null, "text_key" varchar(64) null, "replaced" jsonb null, "lease_token" varchar(36) null, "lease_until" timestamptz(3) null);`,
    );
    this.addSql(`create index "scheduled_emails_word_id" on "scheduled_emails" ("word_id");`);
    this.addSql(`create index "scheduled_emails_send_id" on "scheduled_emails" ("send_id");`);
    this.addSql(
      `alter table "scheduled_emails" add constraint "scheduled_emails_message_name_unique" unique ("message_name");`,
    );
    this.addSql(`create index "scheduled_emails_day" on "scheduled_emails" ("day", "timezone");`);
    this.addSql(`create index "scheduled_emails_date" on "scheduled_emails" ("scheduled_date", "id");`);
    this.addSql(`create index "scheduled_emails_status" on "scheduled_emails" ("status", "scheduled_date");`);
    this.addSql(
      `create unique index "scheduled_emails_one_waiting" on "scheduled_emails" ("word_id") where "status" in ('pending', 'scheduled');`,
    );
    this.addSql(
      `alter table "scheduled_emails" add constraint "scheduled_emails_status_check" check ("status" in ('pending', 'scheduled', 'sent', 'failed'));`,
    );

    this.addSql(
      `alter table "smtp_sends" add constraint "smtp_sends_message_id_foreign" foreign key ("message_id") references "smtp_messages" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "scheduled_emails" add constraint "scheduled_emails_word_id_foreign" foreign key ("word_id") references "words" ("id") on delete restrict;`,
    );
  }
}
