create table "mikro_orm_migrations" ("id" serial primary key, "name" varchar(255) not null, "executed_at" timestamptz not null default current_timestamp);
-- Migration20261123120000_initial
create table "alerts" ("key" varchar(100) not null, "kind" varchar(30) not null, "body" text not null, "email_id" int null, "created_at" timestamptz(3) not null, "not_before" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "forget_at" timestamptz(3) not null, "attempts" int not null default 0, "lease_until" timestamptz(3) null, "failure" text null, "sent_at" timestamptz(3) null, primary key ("key"));
create index "alerts_forget_at" on "alerts" ("forget_at");
create index "alerts_unsent" on "alerts" ("not_before") where "sent_at" is null;
create table "audit_entries" ("id" serial primary key, "at" timestamptz(3) not null, "action" varchar(40) not null, "outcome" varchar(10) not null, "via" varchar(10) not null, "account" varchar(100) null, "address" varchar(64) null, "detail" varchar(200) null, "count" int not null default 1, "same_as" varchar(300) null);
create index "audit_entries_at" on "audit_entries" ("at");
alter table "audit_entries" add constraint "audit_entries_same_as_unique" unique ("same_as");
create table "autopilot_days" ("day" varchar(10) not null, "is_skipped" boolean not null, primary key ("day"));
create table "autopilot_settings" ("id" serial primary key, "is_on" boolean not null, "time" varchar(5) not null, "days" varchar(30) not null, "ahead" int not null, "seed" int not null);
create table "cancelled_sends" ("id" serial primary key, "message_id" varchar(64) not null, "settled_at" timestamptz(3) not null);
create table "confirmations" ("email" varchar(254) not null, "token" varchar(32) not null, "requested_at" timestamptz(3) not null, "due_at" timestamptz(3) null, "emails" int not null default 0, "sent_at" timestamptz(3) null, primary key ("email"));
alter table "confirmations" add constraint "confirmations_token_unique" unique ("token");
create index "confirmations_due" on "confirmations" ("due_at") where "due_at" is not null;
create table "daily_counts" ("name" varchar(50) not null, "day" varchar(10) not null, "count" int not null, primary key ("name", "day"));
create table "deliveries" ("id" bigserial primary key, "send_id" bigint not null, "reader_id" bigint not null, "state" text not null default 'queued', "due_at" timestamptz(3) not null, "attempts" int not null default 0, "lease_token" varchar(32) null, "failure" varchar(20) null, "answer" text null, "ended_at" timestamptz(3) null);
create index "deliveries_reader" on "deliveries" ("reader_id");
create index "deliveries_waiting" on "deliveries" ("send_id", "due_at", "id") where "state" in ('queued', 'deferred');
create index "deliveries_sending" on "deliveries" ("lease_token") where "state" = 'sending';
create index "deliveries_problems" on "deliveries" ("send_id", "state", "failure", "id") where "state" in ('failed', 'unknown', 'deferred');
alter table "deliveries" add constraint "deliveries_once" unique ("send_id", "reader_id");
alter table "deliveries" add constraint "deliveries_state_check" check ("state" in ('queued', 'deferred', 'sending', 'sent', 'failed', 'unknown', 'skipped'));
create table "embed_origins" ("origin" varchar(200) not null, "allowed_at" timestamptz(3) null, "refusals" int not null default 0, "last_refused_at" timestamptz(3) null, primary key ("origin"));
create table "installations" ("id" int not null, "key" varchar(36) not null, "migrated_by" varchar(40) not null, "held_since" timestamptz(3) null, primary key ("id"));
create table "mailbox_readings" ("name" varchar(300) not null, "uid_validity" varchar(20) null, "last_uid" varchar(20) null, "tries" int not null default 0, "lease_until" timestamptz(3) null, primary key ("name"));
create table "privacy_texts" ("id" serial primary key, "content" text null, "created_at" timestamptz(3) not null);
create table "processor_runs" ("id" serial primary key, "finished_at" timestamptz(3) not null, "failures" int not null);
create table "provider_moves" ("id" int not null, "family" varchar(50) not null, "moved_at" timestamptz(3) not null, primary key ("id"));
create table "provider_backoffs" ("name" varchar(50) not null, "until" timestamptz(3) not null, primary key ("name"));
create table "rate_limits" ("key" varchar(255) not null, "points" int not null default 0, "expire" bigint null, primary key ("key"));
create table "registrations" ("id" serial primary key, "email" varchar(254) not null, "first_name" varchar(100) not null, "favorite_word" varchar(100) null, "ip_address" varchar(64) null, "source" varchar(200) null, "consent" text null, "created_at" timestamptz(3) not null, "status" text not null default 'waiting', "status_at" timestamptz(3) null, "confirmed_at" timestamptz(3) null, "reason" text null, "subscriber_id" varchar(64) null, "attempted_at" timestamptz(3) null, "lease_until" timestamptz(3) null, "mail_token" varchar(32) null, "soft_bounces" int not null default 0, "soft_bounced_on" varchar(10) null);
alter table "registrations" add constraint "registrations_email_unique" unique ("email");
create index "registrations_created_at" on "registrations" ("created_at");
create index "registrations_not_subscribed" on "registrations" ("status", "id") where "status" != 'subscribed';
create index "registrations_with_address" on "registrations" ("created_at") where "ip_address" is not null;
create unique index "registrations_mail_token_unique" on "registrations" ("mail_token") where "mail_token" is not null;
alter table "registrations" add constraint "registrations_status_check" check ("status" in ('unconfirmed', 'waiting', 'subscribed', 'refused', 'unsubscribed', 'bounced', 'complained'));
create table "removed_readers" ("id" serial primary key, "email" varchar(254) not null, "subscriber_id" varchar(64) null, "settled_at" timestamptz(3) not null);
create table "second_factors" ("user_id" serial primary key, "secret" text not null, "confirmed_at" timestamptz(3) null, "last_step" int not null default 0, "recovery_codes" text not null);
create table "sessions" ("sid" varchar(128) not null, "sess" jsonb not null, "expire" timestamptz(3) not null, "user_id" int null, "signed_in_at" timestamptz(3) null, "used_at" timestamptz(3) null, "browser" varchar(60) null, "address" varchar(64) null, primary key ("sid"));
create index "sessions_expire" on "sessions" ("expire");
create index "sessions_user_id" on "sessions" ("user_id");
create table "smtp_messages" ("id" serial primary key, "name" varchar(200) not null, "subject" text not null, "html" text not null, "text" text not null, "created_at" timestamptz(3) not null);
alter table "smtp_messages" add constraint "smtp_messages_name_unique" unique ("name");
create table "smtp_sends" ("id" serial primary key, "message_id" int not null, "scheduled_at" timestamptz(3) not null, "status" text not null default 'pending', "reason" text null, "started_at" timestamptz(3) null, "finished_at" timestamptz(3) null, "prepared_to" int not null default 0, "recipients" int not null default 0, "sent" int not null default 0, "failed" int not null default 0, "unknown" int not null default 0, "is_forgotten" boolean not null default false);
alter table "smtp_sends" add constraint "smtp_sends_message_id_unique" unique ("message_id");
create index "smtp_sends_kept" on "smtp_sends" ("finished_at") where "is_forgotten" = false;
create index "smtp_sends_open" on "smtp_sends" ("scheduled_at") where "status" in ('pending', 'preparing', 'sending', 'paused');
alter table "smtp_sends" add constraint "smtp_sends_status_check" check ("status" in ('pending', 'preparing', 'sending', 'paused', 'released', 'cancelled'));
create unlogged table "smtp_workers" ("token" varchar(32) not null, "lease_until" timestamptz(3) not null, "submitting" text not null, "boot" varchar(40) null, primary key ("token"));
create table "settings" ("name" varchar(60) not null, "value" text null, "version" int not null, "changed_at" timestamptz(3) not null, primary key ("name"));
create table "suppressions" ("hash" varchar(64) not null, "reason" text not null, "since" timestamptz(3) not null, primary key ("hash"));
alter table "suppressions" add constraint "suppressions_reason_check" check ("reason" in ('unsubscribed', 'bounced', 'complained', 'removed'));
create table "suppression_keys" ("id" int not null, "key" varchar(64) not null, primary key ("id"));
create table "templates" ("id" serial primary key, "content" text not null, "subject" varchar(500) not null, "created_at" timestamptz(3) not null, "origin" varchar(10) not null default 'edit', "account" varchar(100) null, "via" varchar(10) null);
create table "users" ("id" serial primary key, "username" varchar(100) not null, "password" varchar(100) not null, "seat" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null);
alter table "users" add constraint "users_username_unique" unique ("username");
alter table "users" add constraint "users_seat_unique" unique ("seat");
create table "words" ("id" serial primary key, "word" varchar(100) not null, "word_key" varchar(100) null, "sort_key" varchar(100) collate "C" not null, "phonetic_pronunciation" text not null, "part_of_speech" varchar(50) not null, "definition" text not null, "etymology" text not null, "example1" text not null, "example2" text not null, "conversation_tip" text not null, "search_text" text not null, "slug" varchar(100) null, "used_count" int not null default 0, "source" text not null default 'admin', "created_at" timestamptz(3) not null, "removed_at" timestamptz(3) null);
alter table "words" add constraint "words_word_key_unique" unique ("word_key");
alter table "words" add constraint "words_slug_unique" unique ("slug");
create index "words_alphabetical" on "words" ("sort_key", "id") where "removed_at" is null;
create index "words_unused" on "words" ("sort_key", "id") where "removed_at" is null and "used_count" = 0;
alter table "words" add constraint "words_source_check" check ("source" in ('admin', 'import', 'starter', 'merriam-webster', 'wordnet'));
create table "scheduled_emails" ("id" serial primary key, "word_id" int not null, "day" varchar(10) not null, "local_time" varchar(12) not null, "timezone" varchar(64) not null, "scheduled_date" timestamptz(3) not null, "first_at" timestamptz(3) not null, "last_at" timestamptz(3) not null, "status" text not null default 'pending', "icontact_message_id" varchar(64) null, "message_id" bigint null, "send_id" varchar(64) null, "created_at" timestamptz(3) not null, "sent_at" timestamptz(3) null, "reason" text null, "message_name" varchar(200) not null, "message_attempted_at" timestamptz(3) null, "send_attempted_at" timestamptz(3) null, "cancel_requested_at" timestamptz(3) null, "text_key" varchar(64) null, "replaced" jsonb null, "lease_token" varchar(36) null, "lease_until" timestamptz(3) null);
create index "scheduled_emails_word_id" on "scheduled_emails" ("word_id");
create index "scheduled_emails_send_id" on "scheduled_emails" ("send_id");
alter table "scheduled_emails" add constraint "scheduled_emails_message_name_unique" unique ("message_name");
create index "scheduled_emails_day" on "scheduled_emails" ("day", "timezone");
create index "scheduled_emails_date" on "scheduled_emails" ("scheduled_date", "id");
create index "scheduled_emails_status" on "scheduled_emails" ("status", "scheduled_date");
create unique index "scheduled_emails_one_waiting" on "scheduled_emails" ("word_id") where "status" in ('pending', 'scheduled');
alter table "scheduled_emails" add constraint "scheduled_emails_status_check" check ("status" in ('pending', 'scheduled', 'sent', 'failed'));
alter table "smtp_sends" add constraint "smtp_sends_message_id_foreign" foreign key ("message_id") references "smtp_messages" ("id") on delete cascade;
alter table "scheduled_emails" add constraint "scheduled_emails_word_id_foreign" foreign key ("word_id") references "words" ("id") on delete restrict;
-- Migration20261123120100_search_index
do $$
      declare home text;
      begin
        create extension if not exists pg_trgm;
        select quote_ident(nspname) into home from pg_extension
          join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm';
        execute 'create index words_search on words using gin (search_text ' || home || '.gin_trgm_ops)';
      exception when insufficient_privilege or feature_not_supported or undefined_file then
        null;
      end $$;
-- Migration20261123154213_reader_imports
create table "reader_imports" ("id" serial primary key, "state" text not null, "name" varchar(200) null, "bytes" bigint not null default '0', "bytes_read" bigint not null default '0', "pieces" int not null default 0, "answers" text not null, "result" text null, "consent" text null, "account" varchar(100) null, "created_at" timestamptz(3) not null, "started_at" timestamptz(3) null, "ended_at" timestamptz(3) null, "lease_token" varchar(36) null, "lease_until" timestamptz(3) null);
create table "reader_import_pieces" ("import_id" int not null, "nth" int not null, "content" text not null, primary key ("import_id", "nth"));
alter table "reader_imports" add constraint "reader_imports_state_check" check ("state" in ('uploading', 'checking', 'checked', 'importing', 'done', 'stopped', 'failed'));
-- Migration20261123190630_reader_preferences
alter table "registrations" add "timezone" varchar(64) null, add "send_time" varchar(5) null, add "weekdays" varchar(27) null, add "paused_until" varchar(10) null, add "cadence" text not null default 'daily', add "digest_day" text null;
create index "registrations_times" on "registrations" ("timezone", "send_time") where "status" = 'subscribed' and "timezone" is not null;
create index "registrations_joined" on "registrations" ("status_at") where "status" = 'subscribed';
alter table "registrations" add constraint "registrations_cadence_check" check ("cadence" in ('daily', 'weekly'));
alter table "registrations" add constraint "registrations_digest_day_check" check ("digest_day" in ('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'));
-- Migration20261123191007_design
create table "logos" ("key" varchar(64) not null, "content" text not null, "width" int not null, "height" int not null, "ground" varchar(10) not null, "created_at" timestamptz(3) not null, "is_used" boolean not null default false, primary key ("key"));
alter table "templates" add "design" jsonb null, add "is_designed" boolean not null default false;
-- Migration20261123193235_word_findings
alter table "words" add "findings" text not null default '', add "checked_by" int not null default 0;
create index "words_sent" on "words" ("sort_key", "id") where "removed_at" is null and "used_count" > 0;
create index "words_needing_work" on "words" ("sort_key", "id") where "removed_at" is null and "findings" != '';
create index "words_by_check" on "words" ("checked_by", "id") where "removed_at" is null;
-- Migration20261123193622_welcome
alter table "registrations" add "welcome_due_at" timestamptz(3) null, add "welcomed_at" timestamptz(3) null;
create index "registrations_welcome_due" on "registrations" ("welcome_due_at") where "welcome_due_at" is not null and "status" = 'subscribed';
-- Migration20261123194224_left_unknown
alter table "smtp_sends" add "left_unknown" int not null default 0;
-- Migration20261123195235_local_times
alter table "deliveries" add "first_due_at" timestamptz(3) null;
alter table "smtp_sends" add "last_at" timestamptz(3) null, add "day" varchar(10) null, add "local_time" varchar(12) null, add "timezone" varchar(64) null, add "owner_at" timestamptz(3) null, add "joined_to" timestamptz(3) null;
-- Migration20261123194240_word_levels
alter table "words" add "teaser" varchar(60) not null default '', add "level" varchar(50) not null default '', add "tags" varchar(200) not null default '', add "sensitive" varchar(50) not null default '';
-- Migration20261123202318_own_page
create table "leaving_reasons" ("id" serial primary key, "reason" text not null, "text" varchar(300) not null, "day" varchar(10) not null);
create index "leaving_reasons_day" on "leaving_reasons" ("day");
alter table "leaving_reasons" add constraint "leaving_reasons_reason_check" check ("reason" in ('too_many', 'not_expected', 'too_easy', 'too_hard', 'never_signed_up', 'other'));
-- Migration20261123225604_word_quotations
alter table "words" add "quotation" varchar(600) not null default '', add "quotation_author" varchar(200) not null default '', add "quotation_work" varchar(200) not null default '', add "quotation_year" varchar(30) not null default '', add "quotation_url" varchar(500) not null default '';
-- Migration20261123225937_themes
create table "themes" ("id" serial primary key, "title" varchar(80) not null, "introduction" text not null default '');
alter table "themes" add constraint "themes_title_unique" unique ("title");
alter table "words" add "theme" varchar(80) not null default '', add "theme_place" varchar(3) not null default '';
create index "words_by_theme" on "words" ("theme", "id") where "theme" != '';
-- Migration20261123230631_signup_shown
create table "consents" ("key" varchar(32) not null, "text" text not null, "privacy_version" varchar(16) not null, "privacy_text" text not null, primary key ("key"));
alter table "registrations" add "campaign" varchar(100) null, add "consent_key" varchar(32) null;
create index "registrations_campaign" on "registrations" ("campaign", "id") where "campaign" is not null;
create index "registrations_consent" on "registrations" ("consent_key") where "consent_key" is not null;
-- Migration20261123232118_drawing
alter table "autopilot_settings" add "levels" varchar(50) not null default '', add "only_tags" varchar(200) not null default '', add "never_tags" varchar(200) not null default '', add "without_sensitive" varchar(200) not null default '';
create index "words_drawing" on "words" ("level", "sensitive", "tags", "id", "used_count", "removed_at") where "removed_at" is null and "used_count" = 0;
-- Migration20261123230351_weekly_email
create table "weekly_emails" ("id" serial primary key, "day" varchar(10) not null, "message_name" varchar(200) not null, "subject" text not null, "words" int not null default 0, "created_at" timestamptz(3) not null, "reason" text null);
alter table "weekly_emails" add constraint "weekly_emails_day_unique" unique ("day");
alter table "weekly_emails" add constraint "weekly_emails_message_name_unique" unique ("message_name");
create index "registrations_weekly" on "registrations" ("digest_day", "timezone", "send_time", "id") where "status" = 'subscribed' and "cadence" = 'weekly';
alter table "smtp_sends" add "weekly" text null;
alter table "smtp_sends" add constraint "smtp_sends_weekly_check" check ("weekly" in ('chosen', 'usual', 'recap'));
-- Migration20261123235208_pins
alter table "words" add "pin" varchar(20) not null default '';
create index "words_pinned" on "words" ("pin", "id") where "pin" != '';
-- Migration20261123234210_quiz
create table "quiz_results" ("word_id" int not null, "right_answers" int not null default 0, "wrong_answers" int not null default 0, primary key ("word_id"));
alter table "weekly_emails" add "quiz" jsonb null, add "quiz_key" varchar(16) null;
alter table "weekly_emails" add constraint "weekly_emails_quiz_key_unique" unique ("quiz_key");
-- Migration20261126113751_sending_limits
create table "smtp_budgets" ("name" varchar(20) not null, "next_at" timestamptz(3) not null, primary key ("name"));
create table "smtp_shares" ("token" varchar(32) not null, "name" varchar(20) not null, "wanted" int not null, "held" int not null, "lease_until" timestamptz(3) not null, primary key ("token"));
create table "smtp_spent" ("name" varchar(20) not null, "at" timestamptz(3) not null, "emails" int not null, primary key ("name", "at"));
-- Migration20261126113809_words_aloud
create table "recordings" ("word_id" int not null, "file" varchar(64) not null, "bytes" int not null, "seconds" double precision not null, "created_at" timestamptz(3) not null, "content" text not null, primary key ("word_id"));
create index "recordings_by_file" on "recordings" ("file");
alter table "words" add "voice" varchar(50) not null default '';
alter table "recordings" add constraint "recordings_word_id_foreign" foreign key ("word_id") references "words" ("id") on update cascade on delete cascade;
-- Migration20261126113910_recall
create table "recall_results" ("word_id" int not null, "days" int not null, "known" int not null default 0, "again" int not null default 0, primary key ("word_id", "days"));
alter table "scheduled_emails" add "recalls" varchar(60) null, add "recall_key" varchar(16) null;
alter table "scheduled_emails" add constraint "scheduled_emails_recall_key_unique" unique ("recall_key");
-- Migration20261126114628_delivery_ranges
create table "smtp_answers" ("id" serial primary key, "text" varchar(200) not null);
alter table "smtp_answers" add constraint "smtp_answers_text_unique" unique ("text");
create table "smtp_ranges" ("send_id" bigint not null, "nth" bigint not null, "next_at" timestamptz(3) null, "worker" varchar(32) null, "claimed" text null, "readers" int not null default 0, "sent" int not null default 0, "failed" int not null default 0, "unknown" int not null default 0, primary key ("send_id", "nth")) with (fillfactor = 50);
alter table "registrations" alter column "id" type bigint;
alter sequence "registrations_id_seq" as bigint;
alter table "smtp_sends" add "is_prepared" boolean not null default false, add "range_size" int not null default 128;
alter table "smtp_sends" alter column "prepared_to" type bigint;
update "smtp_sends" set "is_prepared" = true where "status" not in ('pending', 'preparing');
update "smtp_sends" set "unknown" = "unknown" + begun.count from (select "send_id", count(*)::int as count from "deliveries" where "state" = 'sending' group by "send_id") as begun where "id" = begun."send_id";
update "deliveries" set "state" = 'unknown', "answer" = 'No answer was recorded: the process ended.', "ended_at" = now() where "state" = 'sending';
drop index "deliveries_sending";
drop index "deliveries_waiting";
drop index "deliveries_problems";
alter table "deliveries" drop constraint "deliveries_once", drop column "id", drop column "lease_token", add "answer_id" int null, add "problem" varchar(8) null;
update "deliveries" set "problem" = "state" where "state" in ('failed', 'unknown', 'deferred');
alter table "deliveries" add primary key ("send_id", "reader_id");
create index "deliveries_problems" on "deliveries" ("send_id", "problem", "failure", "reader_id") where "problem" is not null;
insert into "smtp_ranges" ("send_id", "nth", "next_at") select "send_id", "reader_id" / 128, min("due_at") from "deliveries" where "state" in ('queued', 'deferred') group by 1, 2;
-- Migration20261126115500_readers_search
do $$
      declare home text;
      begin
        create extension if not exists pg_trgm;
        select quote_ident(nspname) into home from pg_extension
          join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm';
        execute 'create index registrations_search on registrations using gin
          ((email || chr(10) || lower(first_name) || chr(10) || first_name) ' || home || '.gin_trgm_ops)';
      exception when insufficient_privilege or feature_not_supported or undefined_file then
        null;
      end $$;
-- Migration20261126115820_theme_weeks
alter table "autopilot_settings" add "theme_weeks" varchar(20) not null default 'off';
-- Migration20261126115914_mailbox_providers
create table "mailbox_domains" ("domain" varchar(255) not null, "provider" varchar(100) not null, "expires_at" timestamptz(3) not null, primary key ("domain"));
create table "mailbox_providers" ("name" varchar(100) not null, "until" timestamptz(3) not null, "reason" text not null, "rest_ms" int not null, primary key ("name"));
create table "smtp_send_providers" ("send_id" int not null, "provider" varchar(100) not null, "sent" int not null default 0, primary key ("send_id", "provider"));
-- Migration20261126120329_course
create table "course_emails" ("id" serial primary key, "day" varchar(10) not null, "position" int not null, "send_id" int not null);
create index "course_emails_send" on "course_emails" ("send_id");
alter table "course_emails" add constraint "course_emails_once" unique ("day", "position");
create table "course_lessons" ("position" int not null, "word_id" int not null, "is_included" boolean not null default true, primary key ("position"));
alter table "course_lessons" add constraint "course_lessons_word_id_unique" unique ("word_id");
alter table "registrations" add "lesson" int null, add "lesson_day" varchar(10) null;
-- Migration20261126121101_readers_words
create table "dismissed_suggestions" ("key" varchar(100) not null, "word" varchar(100) not null, "dismissed_at" timestamptz(3) not null, primary key ("key"));
alter table "registrations" add "credit_agreed_at" timestamptz(3) null;
alter table "words" add "suggested_by" varchar(100) not null default '';
-- Migration20261126123000_delivery_partitions
alter table "deliveries" rename to "deliveries_old";
alter index "deliveries_pkey" rename to "deliveries_old_pkey";
drop index "deliveries_reader";
drop index "deliveries_problems";
alter table "deliveries_old" drop constraint "deliveries_state_check";
create table "deliveries" ("send_id" bigint not null, "reader_id" bigint not null, "due_at" timestamptz(3) not null, "ended_at" timestamptz(3) null, "first_due_at" timestamptz(3) null, "attempts" int not null default 0, "answer_id" int null, "state" text not null default 'queued', "problem" varchar(8) null, "failure" varchar(20) null, "answer" text null, constraint "deliveries_state_check" check ("state" in ('queued', 'deferred', 'sending', 'sent', 'failed', 'unknown', 'skipped')), constraint "deliveries_pkey" primary key ("send_id", "reader_id")) partition by list ("send_id");
create index "deliveries_reader" on "deliveries" ("reader_id");
create index "deliveries_problems" on "deliveries" ("send_id", "problem", "failure", "reader_id") where "problem" is not null;
create table "deliveries_other" partition of "deliveries" default with (fillfactor = 50);
do $$
      declare ids text;
      begin
        select string_agg(distinct "send_id"::text, ', ') into ids from "deliveries_old";
        if ids is not null then
          execute 'create table "deliveries_before" partition of "deliveries" for values in (' || ids || ') with (fillfactor = 50)';
          insert into "deliveries" ("send_id", "reader_id", "due_at", "ended_at", "first_due_at", "attempts", "answer_id", "state", "problem", "failure", "answer")
            select "send_id", "reader_id", "due_at", "ended_at", "first_due_at", "attempts", "answer_id", "state", "problem", "failure", "answer" from "deliveries_old";
        end if;
      end $$;
drop table "deliveries_old";
-- Migration20261126123031_relay_verdicts
create table "relay_verdicts" ("send_id" int not null, "reader_id" bigint not null, "result" text not null, "failure" varchar(20) null, "answer" text not null, "at" timestamptz(3) not null, primary key ("send_id", "reader_id"));
alter table "relay_verdicts" add constraint "relay_verdicts_result_check" check ("result" in ('sent', 'failed', 'absent'));
-- Migration20261126153008_warm_up
create table "smtp_warm_ups" ("name" varchar(20) not null, "first_day" varchar(10) not null, primary key ("name"));
alter table "smtp_sends" add "warm_up_day" varchar(10) null, add "warm_up_amount" int null, add "warm_up_most" int null, add "held_since" timestamptz(3) null, add "held_id" bigint null, add "held" int not null default 0, add "is_rest_sent" boolean not null default false;
create index "smtp_sends_warm_up" on "smtp_sends" ("warm_up_day") where "warm_up_day" is not null;
-- Migration20261126153252_two_relays
create table "smtp_send_relays" ("send_id" int not null, "relay" varchar(20) not null, "sent" int not null default 0, primary key ("send_id", "relay"));
alter table "provider_backoffs" add "reason" text null;
-- Migration20261126153954_reminders
create table "reminders" ("reader_id" bigint not null, "word_id" int not null, "recall_key" varchar(16) not null, "due_day" varchar(10) not null, "send_id" bigint null, primary key ("reader_id", "word_id"));
create index "reminders_due" on "reminders" ("send_id", "due_day");
-- Migration20261126181713_relay_answers
alter table "provider_backoffs" add "since" timestamptz(3) null;
alter table "smtp_send_relays" add "failed" int not null default 0, add "deferred" int not null default 0, add "unknown" int not null default 0;
insert into mikro_orm_migrations ("id", "name", "executed_at") values
  ('1', 'Migration20261123120000_initial', '2026-11-22 00:25:07.317176+00'),
  ('10', 'Migration20261123194240_word_levels', '2026-11-26 18:43:15.159112+00'),
  ('11', 'Migration20261123202318_own_page', '2026-11-26 18:43:15.159112+00'),
  ('12', 'Migration20261123225604_word_quotations', '2026-11-26 18:43:15.159112+00'),
  ('13', 'Migration20261123225937_themes', '2026-11-26 18:43:15.159112+00'),
  ('14', 'Migration20261123230631_signup_shown', '2026-11-26 18:43:15.159112+00'),
  ('15', 'Migration20261123232118_drawing', '2026-11-26 18:43:15.159112+00'),
  ('16', 'Migration20261123230351_weekly_email', '2026-11-26 18:43:15.159112+00'),
  ('17', 'Migration20261123235208_pins', '2026-11-26 18:43:15.159112+00'),
  ('18', 'Migration20261123234210_quiz', '2026-11-26 18:43:15.159112+00'),
  ('19', 'Migration20261126113751_sending_limits', '2026-11-26 18:43:15.159112+00'),
  ('2', 'Migration20261123120100_search_index', '2026-11-26 18:43:15.159112+00'),
  ('20', 'Migration20261126113809_words_aloud', '2026-11-26 18:43:15.159112+00'),
  ('21', 'Migration20261126113910_recall', '2026-11-26 18:43:15.159112+00'),
  ('22', 'Migration20261126114628_delivery_ranges', '2026-11-26 18:43:15.159112+00'),
  ('23', 'Migration20261126115500_readers_search', '2026-11-26 18:43:15.159112+00'),
  ('24', 'Migration20261126115820_theme_weeks', '2026-11-26 18:43:15.159112+00'),
  ('25', 'Migration20261126115914_mailbox_providers', '2026-11-26 18:43:15.159112+00'),
  ('26', 'Migration20261126120329_course', '2026-11-26 18:43:15.159112+00'),
  ('27', 'Migration20261126121101_readers_words', '2026-11-26 18:43:15.159112+00'),
  ('28', 'Migration20261126123000_delivery_partitions', '2026-11-26 18:43:15.159112+00'),
  ('29', 'Migration20261126123031_relay_verdicts', '2026-11-26 18:43:15.159112+00'),
  ('3', 'Migration20261123154213_reader_imports', '2026-11-26 18:43:15.159112+00'),
  ('30', 'Migration20261126153008_warm_up', '2026-11-26 18:43:15.159112+00'),
  ('31', 'Migration20261126153252_two_relays', '2026-11-26 18:43:15.159112+00'),
  ('32', 'Migration20261126153954_reminders', '2026-11-26 18:43:15.159112+00'),
  ('33', 'Migration20261126181713_relay_answers', '2026-11-26 18:43:15.159112+00'),
  ('4', 'Migration20261123190630_reader_preferences', '2026-11-26 18:43:15.159112+00'),
  ('5', 'Migration20261123191007_design', '2026-11-26 18:43:15.159112+00'),
  ('6', 'Migration20261123193235_word_findings', '2026-11-26 18:43:15.159112+00'),
  ('7', 'Migration20261123193622_welcome', '2026-11-26 18:43:15.159112+00'),
  ('8', 'Migration20261123194224_left_unknown', '2026-11-26 18:43:15.159112+00'),
  ('9', 'Migration20261123195235_local_times', '2026-11-26 18:43:15.159112+00');
insert into words ("id", "word", "word_key", "sort_key", "phonetic_pronunciation", "part_of_speech", "definition", "etymology", "example1", "example2", "conversation_tip", "search_text", "slug", "used_count", "source", "created_at", "removed_at", "findings", "checked_by", "teaser", "level", "tags", "sensitive", "quotation", "quotation_author", "quotation_work", "quotation_year", "quotation_url", "theme", "theme_place", "pin", "voice", "suggested_by") values
  ('1', 'apple', 'apple', 'apple', '/ˈpetrɪkɔr/', 'noun', 'What “apple” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'apple
what “apple” means: 100% of it, it''s said.
second line.', NULL, '0', 'admin', '2026-10-01 08:30:00.101+00', NULL, '', '0', '', '', '', '', '', '', '', '', '', '', '', '', '', ''),
  ('10', 'waiting', 'waiting', 'waiting', '/ˈpetrɪkɔr/', 'noun', 'What “waiting” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'waiting
what “waiting” means: 100% of it, it''s said.
second line.', 'waiting', '0', 'wordnet', '2026-10-01 08:30:00.11+00', NULL, '', '0', '', '', '', '', '', '', '', '', '', '', '', '', '', ''),
  ('11', 'at the provider', 'at the provider', 'at the provider', '/ˈpetrɪkɔr/', 'noun', 'What “at the provider” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'at the provider
what “at the provider” means: 100% of it, it''s said.
second line.', 'at-the-provider', '0', 'admin', '2026-10-02 08:30:00.111+00', NULL, '', '0', '', '', '', '', '', '', '', '', '', '', '', '', '', ''),
  ('12', 'failed', 'failed', 'failed', '/ˈpetrɪkɔr/', 'noun', 'What “failed” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'failed
what “failed” means: 100% of it, it''s said.
second line.', 'failed', '0', 'import', '2026-10-03 08:30:00.112+00', NULL, '', '0', '', '', '', '', '', '', '', '', '', '', '', '', '', ''),
  ('13', 'Gone once', 'gone once', 'gone once', '/ˈpetrɪkɔr/', 'noun', 'Added again.', 'Old.', 'One.', 'Two.', 'Say it.', 'gone once
added again.', NULL, '0', 'admin', '2026-10-05 08:30:00.114+00', NULL, '', '0', '', '', '', '', '', '', '', '', '', '', '', '', '', ''),
  ('2', 'Äpfel', 'äpfel', 'apfel', '/ˈpetrɪkɔr/', 'noun', 'What “Äpfel” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'äpfel
what “äpfel” means: 100% of it, it''s said.
second line.', NULL, '0', 'import', '2026-10-02 08:30:00.102+00', NULL, '', '0', '', '', '', '', '', '', '', '', '', '', '', '', '', ''),
  ('3', 'bread', 'bread', 'bread', '/ˈpetrɪkɔr/', 'noun', 'What “bread” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'bread
what “bread” means: 100% of it, it''s said.
second line.', 'bread', '1', 'starter', '2026-10-03 08:30:00.103+00', NULL, '', '0', '', '', '', '', '', '', '', '', '', '', '', '', '', ''),
  ('4', 'Éclat', 'éclat', 'eclat', '/ˈpetrɪkɔr/', 'noun', 'What “Éclat” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'éclat
what “éclat” means: 100% of it, it''s said.
second line.', NULL, '0', 'merriam-webster', '2026-10-04 08:30:00.104+00', NULL, '', '0', '', '', '', '', '', '', '', '', '', '', '', '', '', ''),
  ('5', '''tis', '''tis', '''tis', '/ˈpetrɪkɔr/', 'noun', 'What “''tis” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', '''tis
what “''tis” means: 100% of it, it''s said.
second line.', NULL, '0', 'wordnet', '2026-10-05 08:30:00.105+00', NULL, '', '0', '', '', '', '', '', '', '', '', '', '', '', '', '', ''),
  ('6', 'zest', 'zest', 'zest', '/ˈpetrɪkɔr/', 'noun', 'What “zest” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', '', 'Say it.', 'zest
what “zest” means: 100% of it, it''s said.
second line.', NULL, '0', 'admin', '2026-10-06 08:30:00.106+00', NULL, '', '0', '', '', '', '', '', '', '', '', '', '', '', '', '', ''),
  ('7', 'ωμέγα', 'ωμέγα', 'ωμεγα', '/ˈpetrɪkɔr/', 'noun', 'What “ωμέγα” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'ωμέγα
what “ωμέγα” means: 100% of it, it''s said.
second line.', NULL, '0', 'import', '2026-10-07 08:30:00.107+00', NULL, '', '0', '', '', '', '', '', '', '', '', '', '', '', '', '', ''),
  ('8', 'gone once', NULL, 'gone once', '/ˈpetrɪkɔr/', 'noun', 'What “gone once” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'gone once
what “gone once” means: 100% of it, it''s said.
second line.', NULL, '1', 'starter', '2026-10-08 08:30:00.108+00', '2026-10-04 08:30:00.113+00', '', '0', '', '', '', '', '', '', '', '', '', '', '', '', '', '');
insert into weekly_emails ("id", "day", "message_name", "subject", "words", "created_at", "reason", "quiz", "quiz_key") values
  ('1', 'day', 'messageName', 'subject', '1', '2026-10-31 12:00:00.123+00', 'reason', '{}', 'quizKey');
insert into users ("id", "username", "password", "seat", "created_at", "updated_at") values
  ('1', 'admin', '$2b$04$pVTSScTer0vEbmNor6zRE.ds70.lgiDQc33qIoC4vBsiKiHJA8O.2', '1', '2026-09-01 08:00:00+00', '2026-09-02 08:00:00+00');
insert into themes ("id", "title", "introduction") values
  ('1', 'title', 'introduction');
insert into templates ("id", "content", "subject", "created_at", "origin", "account", "via", "design", "is_designed") values
  ('1', '<h1>{{word}}</h1>', 'First: {{word}}', '2026-09-03 08:00:00+00', 'edit', NULL, NULL, NULL, 'false'),
  ('2', '<h1>{{word}}</h1><p>{{definition}}</p>', 'Second: {{word}}', '2026-09-04 08:00:00+00', 'edit', NULL, NULL, NULL, 'false');
insert into suppression_keys ("id", "key") values
  ('1', 'key');
insert into suppressions ("hash", "reason", "since") values
  ('hash', 'unsubscribed', '2026-10-31 12:00:00.123+00');
insert into settings ("name", "value", "version", "changed_at") values
  ('PRODUCT_NAME', 'Wordrise', '1', '2026-10-31 12:00:00.123+00');
insert into smtp_workers ("token", "lease_until", "submitting", "boot") values
  ('token', '2026-10-31 12:00:00.123+00', 'submitting', 'boot');
insert into smtp_warm_ups ("name", "first_day") values
  ('smtp', '2026-10-30');
insert into smtp_spent ("name", "at", "emails") values
  ('name', '2026-10-31 12:00:00.123+00', '1');
insert into smtp_shares ("token", "name", "wanted", "held", "lease_until") values
  ('token', 'name', '1', '1', '2026-10-31 12:00:00.123+00');
insert into smtp_messages ("id", "name", "subject", "html", "text", "created_at") values
  ('1', 'bread · 2026-10-21 · 00dd', 'Bread', '<p>Bread</p>', 'Bread', '2026-10-31 12:00:00.123+00');
insert into smtp_sends ("id", "message_id", "scheduled_at", "status", "reason", "started_at", "finished_at", "prepared_to", "recipients", "sent", "failed", "unknown", "is_forgotten", "left_unknown", "last_at", "day", "local_time", "timezone", "owner_at", "joined_to", "weekly", "is_prepared", "range_size", "warm_up_day", "warm_up_amount", "warm_up_most", "held_since", "held_id", "held", "is_rest_sent") values
  ('1', '1', '2026-10-31 12:00:00.123+00', 'released', NULL, '2026-10-31 12:00:00.123+00', '2026-10-31 12:00:00.123+00', '3', '1', '1', '0', '0', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'true', '128', NULL, NULL, NULL, NULL, NULL, '0', 'false');
insert into smtp_ranges ("send_id", "nth", "next_at", "worker", "claimed", "readers", "sent", "failed", "unknown") values
  ('1', '1', '2026-10-31 12:00:00.123+00', 'worker', 'claimed', '1', '1', '1', '1');
insert into smtp_budgets ("name", "next_at") values
  ('name', '2026-10-31 12:00:00.123+00');
insert into smtp_answers ("id", "text") values
  ('1', 'text');
insert into sessions ("sid", "sess", "expire", "user_id", "signed_in_at", "used_at", "browser", "address") values
  ('a-living-session', '{"userId": 1}', '2026-11-29 00:00:00+00', '1', '2026-11-22 00:00:00+00', '2026-11-22 00:00:00+00', NULL, NULL),
  ('an-expired-session', '{"userId": 1}', '2026-10-01 00:00:00+00', '1', '2026-09-24 00:00:00+00', '2026-09-24 00:00:00+00', NULL, NULL);
insert into smtp_send_relays ("send_id", "relay", "sent", "failed", "deferred", "unknown") values
  ('1', 'relay', '1', '1', '1', '1');
insert into smtp_send_providers ("send_id", "provider", "sent") values
  ('1', 'provider', '1');
insert into second_factors ("user_id", "secret", "confirmed_at", "last_step", "recovery_codes") values
  ('1', 'sealed', '2026-10-31 12:00:00.123+00', '1', '[]');
insert into scheduled_emails ("id", "word_id", "day", "local_time", "timezone", "scheduled_date", "first_at", "last_at", "status", "icontact_message_id", "message_id", "send_id", "created_at", "sent_at", "reason", "message_name", "message_attempted_at", "send_attempted_at", "cancel_requested_at", "text_key", "replaced", "lease_token", "lease_until", "recalls", "recall_key") values
  ('1', '10', '2026-12-01', '07:00', 'UTC', '2026-12-01 07:00:00+00', '2026-12-01 07:00:00+00', '2026-12-01 07:00:00+00', 'pending', NULL, NULL, NULL, '2026-11-01 10:00:00.123+00', NULL, 'The email provider cannot be reached.', 'waiting · 2026-12-01 · 00aa', '2026-11-01 10:00:01+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  ('2', '11', '2026-12-02', '07:00', 'UTC', '2026-12-02 07:00:00+00', '2026-12-02 07:00:00+00', '2026-12-02 07:00:00+00', 'scheduled', '4711', '4711', '815', '2026-11-01 11:00:00.456+00', NULL, NULL, 'at the provider · 2026-12-02 · 00bb', '2026-11-01 11:00:01+00', '2026-11-01 11:00:02+00', '2026-11-01 12:00:00+00', NULL, NULL, '11111111-2222-3333-4444-555555555555', '2026-11-01 12:02:00+00', NULL, NULL),
  ('3', '8', '2026-10-20', '07:00', 'UTC', '2026-10-20 07:00:00+00', '2026-10-20 07:00:00+00', '2026-10-20 07:00:00+00', 'sent', '4712', '4712', '816', '2026-10-10 10:00:00+00', '2026-10-20 07:00:09+00', NULL, 'gone once · 2026-10-20 · 00cc', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  ('4', '3', '2026-10-21', '07:00', 'UTC', '2026-10-21 07:00:00+00', '2026-10-21 07:00:00+00', '2026-10-21 07:00:00+00', 'sent', 'abc-1', NULL, '817', '2026-10-10 10:00:00+00', '2026-10-21 07:00:08+00', NULL, 'bread · 2026-10-21 · 00dd', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  ('5', '12', '2026-10-22', '07:00', 'UTC', '2026-10-22 07:00:00+00', '2026-10-22 07:00:00+00', '2026-10-22 07:00:00+00', 'failed', NULL, NULL, NULL, '2026-10-10 10:00:00+00', NULL, 'It was cancelled at the email provider.', 'failed · 2026-10-22 · 00ee', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
insert into removed_readers ("id", "email", "subscriber_id", "settled_at") values
  ('1', 'gone@example.com', '9002', '2026-10-31 12:00:00.123+00');
insert into reminders ("reader_id", "word_id", "recall_key", "due_day", "send_id") values
  ('1', '1', 'recallKey', 'dueDay', '1');
insert into relay_verdicts ("send_id", "reader_id", "result", "failure", "answer", "at") values
  ('1', '1', 'sent', 'failure', 'answer', '2026-10-31 12:00:00.123+00');
insert into registrations ("id", "email", "first_name", "favorite_word", "ip_address", "source", "consent", "created_at", "status", "status_at", "confirmed_at", "reason", "subscriber_id", "attempted_at", "lease_until", "mail_token", "soft_bounces", "soft_bounced_on", "timezone", "send_time", "weekdays", "paused_until", "cadence", "digest_day", "welcome_due_at", "welcomed_at", "campaign", "consent_key", "lesson", "lesson_day", "credit_agreed_at") values
  ('1', 'waiting@example.com', 'Ada', NULL, '192.0.2.1', NULL, NULL, '2026-10-30 23:59:59.999+00', 'waiting', NULL, NULL, NULL, NULL, '2026-10-30 23:59:59.999+00', NULL, NULL, '0', NULL, NULL, NULL, NULL, NULL, 'daily', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  ('2', 'claimed@example.com', 'Zoë', 'petrichor', '2001:db8::1', NULL, NULL, '2026-10-31 00:00:00+00', 'waiting', NULL, NULL, NULL, NULL, '2026-10-31 00:00:00+00', '2026-10-31 00:05:00+00', NULL, '0', NULL, NULL, NULL, NULL, NULL, 'daily', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  ('3', 'subscribed@example.com', 'O''Neil', 'zest', NULL, NULL, NULL, '2026-09-01 10:14:59.999+00', 'subscribed', NULL, NULL, NULL, '9001', NULL, NULL, NULL, '0', NULL, NULL, NULL, NULL, NULL, 'daily', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  ('4', 'refused@example.com', 'Mallory', NULL, '192.0.2.9', NULL, NULL, '2026-09-01 10:15:00+00', 'refused', NULL, NULL, 'The email provider does not accept this address.', NULL, NULL, NULL, NULL, '0', NULL, NULL, NULL, NULL, NULL, 'daily', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
insert into recordings ("word_id", "file", "bytes", "seconds", "created_at", "content") values
  ('3', 'k3bread.mp3', '4', '1.5', '2026-10-31 12:00:00.123+00', 'SUQzBA==');
insert into recall_results ("word_id", "days", "known", "again") values
  ('1', '1', '1', '1');
insert into reader_import_pieces ("import_id", "nth", "content") values
  ('1', '1', 'content');
insert into reader_imports ("id", "state", "name", "bytes", "bytes_read", "pieces", "answers", "result", "consent", "account", "created_at", "started_at", "ended_at", "lease_token", "lease_until") values
  ('1', 'uploading', 'name', '1', '1', '1', 'answers', 'result', 'consent', 'account', '2026-10-31 12:00:00.123+00', '2026-10-31 12:00:00.123+00', '2026-10-31 12:00:00.123+00', 'leaseToken', '2026-10-31 12:00:00.123+00');
insert into rate_limits ("key", "points", "expire") values
  ('signupPerAddress:192.0.2.1', '2', '1793450000000');
insert into quiz_results ("word_id", "right_answers", "wrong_answers") values
  ('1', '1', '1');
insert into provider_moves ("id", "family", "moved_at") values
  ('1', 'icontact', '2026-10-31 12:00:00.123+00');
insert into provider_backoffs ("name", "until", "reason", "since") values
  ('icontact', '2026-10-31 12:00:00.123+00', NULL, NULL);
insert into processor_runs ("id", "finished_at", "failures") values
  ('1', '2026-10-31 12:05:00+00', '2');
insert into privacy_texts ("id", "content", "created_at") values
  ('1', '# Privacy

We keep your address.', '2026-10-31 12:00:00.123+00');
insert into mailbox_readings ("name", "uid_validity", "last_uid", "tries", "lease_until") values
  ('name', 'uidValidity', 'lastUid', '1', '2026-10-31 12:00:00.123+00');
insert into mailbox_providers ("name", "until", "reason", "rest_ms") values
  ('name', '2026-10-31 12:00:00.123+00', 'reason', '1');
insert into mailbox_domains ("domain", "provider", "expires_at") values
  ('domain', 'provider', '2026-10-31 12:00:00.123+00');
insert into logos ("key", "content", "width", "height", "ground", "created_at", "is_used") values
  ('key', 'content', '1', '1', 'ground', '2026-10-31 12:00:00.123+00', 'true');
insert into leaving_reasons ("id", "reason", "text", "day") values
  ('1', 'too_many', 'text', 'day');
insert into installations ("id", "key", "migrated_by", "held_since") values
  ('1', '00fdd74e-40dd-4448-9cc0-48d7fb790da2', '0.1.0', NULL);
insert into embed_origins ("origin", "allowed_at", "refusals", "last_refused_at") values
  ('origin', '2026-10-31 12:00:00.123+00', '1', '2026-10-31 12:00:00.123+00');
insert into dismissed_suggestions ("key", "word", "dismissed_at") values
  ('key', 'word', '2026-10-31 12:00:00.123+00');
insert into deliveries ("send_id", "reader_id", "due_at", "ended_at", "first_due_at", "attempts", "answer_id", "state", "problem", "failure", "answer") values
  ('1', '3', '2026-10-31 12:00:00.123+00', '2026-10-31 12:00:00.123+00', NULL, '1', NULL, 'sent', NULL, NULL, '250 OK');
insert into daily_counts ("name", "day", "count") values
  ('icontact', '2026-10-31', '17'),
  ('merriam-webster', '2026-10-31', '3');
insert into course_lessons ("position", "word_id", "is_included") values
  ('1', '1', 'true');
insert into course_emails ("id", "day", "position", "send_id") values
  ('1', 'day', '1', '1');
insert into consents ("key", "text", "privacy_version", "privacy_text") values
  ('key', 'text', 'privacyVersion', 'privacyText');
insert into confirmations ("email", "token", "requested_at", "due_at", "emails", "sent_at") values
  ('new@example.com', 'cccccccccccccccccccccccccccccccc', '2026-10-31 12:00:00.123+00', NULL, '1', NULL);
insert into cancelled_sends ("id", "message_id", "settled_at") values
  ('1', '4713', '2026-10-31 12:00:00.123+00');
insert into autopilot_settings ("id", "is_on", "time", "days", "ahead", "seed", "levels", "only_tags", "never_tags", "without_sensitive", "theme_weeks") values
  ('1', 'false', '07:00', 'mon-fri', '14', '7', '', '', '', '', 'off');
insert into autopilot_days ("day", "is_skipped") values
  ('2026-11-26', 'true');
insert into audit_entries ("id", "at", "action", "outcome", "via", "account", "address", "detail", "count", "same_as") values
  ('1', '2026-10-31 12:00:00.123+00', 'login', 'done', 'web', 'admin', '192.0.2.1', 'Firefox on Linux', '1', NULL);
insert into alerts ("key", "kind", "body", "email_id", "created_at", "not_before", "expires_at", "forget_at", "attempts", "lease_until", "failure", "sent_at") values
  ('at-risk:2026-11-01', 'at_risk', '{"text":"The next email is at risk."}', '1', '2026-10-31 12:00:00.123+00', '2026-10-31 12:00:00.123+00', '2026-11-01 12:00:00+00', '2026-11-30 12:00:00+00', '1', NULL, 'The receiver answered 503.', NULL);
select setval('audit_entries_id_seq', 1);
select setval('cancelled_sends_id_seq', 1);
select setval('course_emails_id_seq', 1);
select setval('leaving_reasons_id_seq', 1);
select setval('mikro_orm_migrations_id_seq', 33);
select setval('privacy_texts_id_seq', 1);
select setval('reader_imports_id_seq', 1);
select setval('registrations_id_seq', 4);
select setval('removed_readers_id_seq', 1);
select setval('scheduled_emails_id_seq', 5);
select setval('smtp_answers_id_seq', 1);
select setval('smtp_messages_id_seq', 1);
select setval('smtp_sends_id_seq', 1);
select setval('templates_id_seq', 2);
select setval('themes_id_seq', 1);
select setval('users_id_seq', 1);
select setval('weekly_emails_id_seq', 1);
select setval('words_id_seq', 13);
