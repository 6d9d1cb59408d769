create table `mikro_orm_migrations` (`id` integer not null primary key autoincrement, `name` text not null, `executed_at` datetime not null default (strftime('%s', 'now') * 1000));
-- Migration20261123120000_initial
create table `alerts` (`key` text not null primary key, `kind` text not null, `body` text not null, `email_id` integer null, `created_at` datetime not null, `not_before` datetime not null, `expires_at` datetime not null, `forget_at` datetime not null, `attempts` integer not null default 0, `lease_until` datetime null, `failure` text null, `sent_at` datetime null);
create index `alerts_forget_at` on `alerts` (`forget_at`);
create index `alerts_unsent` on `alerts` (`not_before`) where `sent_at` is null;
create table `audit_entries` (`id` integer not null primary key autoincrement, `at` datetime not null, `action` text not null, `outcome` text not null, `via` text not null, `account` text null, `address` text null, `detail` text null, `count` integer not null default 1, `same_as` text null);
create index `audit_entries_at` on `audit_entries` (`at`);
create unique index `audit_entries_same_as_unique` on `audit_entries` (`same_as`);
create table `autopilot_days` (`day` text not null primary key, `is_skipped` integer not null);
create table `autopilot_settings` (`id` integer not null primary key autoincrement, `is_on` integer not null, `time` text not null, `days` text not null, `ahead` integer not null, `seed` integer not null);
create table `cancelled_sends` (`id` integer not null primary key autoincrement, `message_id` text not null, `settled_at` datetime not null);
create table `confirmations` (`email` text not null primary key, `token` text not null, `requested_at` datetime not null, `due_at` datetime null, `emails` integer not null default 0, `sent_at` datetime null);
create unique index `confirmations_token_unique` on `confirmations` (`token`);
create index `confirmations_due` on `confirmations` (`due_at`) where `due_at` is not null;
create table `daily_counts` (`name` text not null, `day` text not null, `count` integer not null, primary key (`name`, `day`));
create table `deliveries` (`id` integer not null primary key autoincrement, `send_id` integer not null, `reader_id` integer not null, `state` text check (`state` in ('queued', 'deferred', 'sending', 'sent', 'failed', 'unknown', 'skipped')) not null default 'queued', `due_at` datetime not null, `attempts` integer not null default 0, `lease_token` text null, `failure` text null, `answer` text null, `ended_at` datetime null);
create index `deliveries_reader` on `deliveries` (`reader_id`);
create index `deliveries_waiting` on `deliveries` (`send_id`, `due_at`, `id`) where `state` in ('queued', 'deferred');
create index `deliveries_sending` on `deliveries` (`lease_token`) where `state` = 'sending';
create index `deliveries_problems` on `deliveries` (`send_id`, `state`, `failure`, `id`) where `state` in ('failed', 'unknown', 'deferred');
create unique index `deliveries_once` on `deliveries` (`send_id`, `reader_id`);
create table `embed_origins` (`origin` text not null primary key, `allowed_at` datetime null, `refusals` integer not null default 0, `last_refused_at` datetime null);
create table `installations` (`id` integer not null primary key, `key` text not null, `migrated_by` text not null, `held_since` datetime null);
create table `mailbox_readings` (`name` text not null primary key, `uid_validity` text null, `last_uid` text null, `tries` integer not null default 0, `lease_until` datetime null);
create table `privacy_texts` (`id` integer not null primary key autoincrement, `content` text null, `created_at` datetime not null);
create table `processor_runs` (`id` integer not null primary key autoincrement, `finished_at` datetime not null, `failures` integer not null);
create table `provider_moves` (`id` integer not null primary key, `family` text not null, `moved_at` datetime not null);
create table `provider_backoffs` (`name` text not null primary key, `until` datetime not null);
create table `rate_limits` (`key` text not null primary key, `points` integer not null default 0, `expire` bigint null);
create table `registrations` (`id` integer not null primary key autoincrement, `email` text not null, `first_name` text not null, `favorite_word` text null, `ip_address` text null, `source` text null, `consent` text null, `created_at` datetime not null, `status` text check (`status` in ('unconfirmed', 'waiting', 'subscribed', 'refused', 'unsubscribed', 'bounced', 'complained')) not null default 'waiting', `status_at` datetime null, `confirmed_at` datetime null, `reason` text null, `subscriber_id` text null, `attempted_at` datetime null, `lease_until` datetime null, `mail_token` text null, `soft_bounces` integer not null default 0, `soft_bounced_on` text null);
create unique index `registrations_email_unique` on `registrations` (`email`);
create index `registrations_created_at` on `registrations` (`created_at`);
create index `registrations_not_subscribed` on `registrations` (`status`, `id`) where `status` != 'subscribed';
create index `registrations_with_address` on `registrations` (`created_at`) where `ip_address` is not null;
create unique index `registrations_mail_token_unique` on `registrations` (`mail_token`) where `mail_token` is not null;
create table `removed_readers` (`id` integer not null primary key autoincrement, `email` text not null, `subscriber_id` text null, `settled_at` datetime not null);
create table `second_factors` (`user_id` integer not null primary key autoincrement, `secret` text not null, `confirmed_at` datetime null, `last_step` integer not null default 0, `recovery_codes` text not null);
create table `sessions` (`sid` text not null primary key, `sess` json not null, `expire` datetime not null, `user_id` integer null, `signed_in_at` datetime null, `used_at` datetime null, `browser` text null, `address` text null);
create index `sessions_expire` on `sessions` (`expire`);
create index `sessions_user_id` on `sessions` (`user_id`);
create table `smtp_messages` (`id` integer not null primary key autoincrement, `name` text not null, `subject` text not null, `html` text not null, `text` text not null, `created_at` datetime not null);
create unique index `smtp_messages_name_unique` on `smtp_messages` (`name`);
create table `smtp_sends` (`id` integer not null primary key autoincrement, `message_id` integer not null, `scheduled_at` datetime not null, `status` text check (`status` in ('pending', 'preparing', 'sending', 'paused', 'released', 'cancelled')) not null default 'pending', `reason` text null, `started_at` datetime null, `finished_at` datetime null, `prepared_to` integer not null default 0, `recipients` integer not null default 0, `sent` integer not null default 0, `failed` integer not null default 0, `unknown` integer not null default 0, `is_forgotten` integer not null default false, constraint `smtp_sends_message_id_foreign` foreign key (`message_id`) references `smtp_messages` (`id`) on delete cascade);
create unique index `smtp_sends_message_id_unique` on `smtp_sends` (`message_id`);
create index `smtp_sends_kept` on `smtp_sends` (`finished_at`) where `is_forgotten` = false;
create index `smtp_sends_open` on `smtp_sends` (`scheduled_at`) where `status` in ('pending', 'preparing', 'sending', 'paused');
create table `smtp_workers` (`token` text not null primary key, `lease_until` datetime not null, `submitting` text not null, `boot` text null);
create table `settings` (`name` text not null primary key, `value` text null, `version` integer not null, `changed_at` datetime not null);
create table `suppressions` (`hash` text not null primary key, `reason` text check (`reason` in ('unsubscribed', 'bounced', 'complained', 'removed')) not null, `since` datetime not null);
create table `suppression_keys` (`id` integer not null primary key, `key` text not null);
create table `templates` (`id` integer not null primary key autoincrement, `content` text not null, `subject` text not null, `created_at` datetime not null, `origin` text not null default 'edit', `account` text null, `via` text null);
create table `users` (`id` integer not null primary key autoincrement, `username` text not null, `password` text not null, `seat` integer not null default 1, `created_at` datetime not null, `updated_at` datetime not null);
create unique index `users_username_unique` on `users` (`username`);
create unique index `users_seat_unique` on `users` (`seat`);
create table `words` (`id` integer not null primary key autoincrement, `word` text not null, `word_key` text null, `sort_key` text not null, `phonetic_pronunciation` text not null, `part_of_speech` text not null, `definition` text not null, `etymology` text not null, `example1` text not null, `example2` text not null, `conversation_tip` text not null, `search_text` text not null, `slug` text null, `used_count` integer not null default 0, `source` text check (`source` in ('admin', 'import', 'starter', 'merriam-webster', 'wordnet')) not null default 'admin', `created_at` datetime not null, `removed_at` datetime null);
create unique index `words_word_key_unique` on `words` (`word_key`);
create unique index `words_slug_unique` on `words` (`slug`);
create index `words_alphabetical` on `words` (`sort_key`, `id`) where `removed_at` is null;
create index `words_unused` on `words` (`sort_key`, `id`) where `removed_at` is null and `used_count` = 0;
create table `scheduled_emails` (`id` integer not null primary key autoincrement, `word_id` integer not null, `day` text not null, `local_time` text not null, `timezone` text not null, `scheduled_date` datetime not null, `first_at` datetime not null, `last_at` datetime not null, `status` text check (`status` in ('pending', 'scheduled', 'sent', 'failed')) not null default 'pending', `icontact_message_id` text null, `message_id` bigint null, `send_id` text null, `created_at` datetime not null, `sent_at` datetime null, `reason` text null, `message_name` text not null, `message_attempted_at` datetime null, `send_attempted_at` datetime null, `cancel_requested_at` datetime null, `text_key` text null, `replaced` json null, `lease_token` text null, `lease_until` datetime null, constraint `scheduled_emails_word_id_foreign` foreign key (`word_id`) references `words` (`id`) on delete restrict);
create index `scheduled_emails_word_id` on `scheduled_emails` (`word_id`);
create index `scheduled_emails_send_id` on `scheduled_emails` (`send_id`);
create unique index `scheduled_emails_message_name_unique` on `scheduled_emails` (`message_name`);
create index `scheduled_emails_day` on `scheduled_emails` (`day`, `timezone`);
create index `scheduled_emails_date` on `scheduled_emails` (`scheduled_date`, `id`);
create index `scheduled_emails_status` on `scheduled_emails` (`status`, `scheduled_date`);
create unique index `scheduled_emails_one_waiting` on `scheduled_emails` (`word_id`) where `status` in ('pending', 'scheduled');
-- Migration20261123120100_search_index
create view words_search_source as select id, search_text || char(10, 10) as search_text from words;
create virtual table words_search using fts5(search_text, content='words_search_source', content_rowid='id',
         tokenize='trigram case_sensitive 1', detail='none', columnsize=0);
insert into words_search (words_search, rank) values ('automerge', 16);
create virtual table words_search_terms using fts5vocab(words_search, 'row');
create table words_search_paused (id integer primary key);
create trigger words_search_insert after insert on words
         when not exists (select 1 from words_search_paused) begin insert into words_search (rowid, search_text) values (new.id, new.search_text || char(10, 10)); end;
create trigger words_search_update after update of search_text on words
         when old.search_text <> new.search_text begin insert into words_search (words_search, rowid, search_text)
  values ('delete', old.id, old.search_text || char(10, 10)); insert into words_search (rowid, search_text) values (new.id, new.search_text || char(10, 10)); end;
create trigger words_search_delete after delete on words begin insert into words_search (words_search, rowid, search_text)
  values ('delete', old.id, old.search_text || char(10, 10)); end;
insert into words_search (words_search) values ('rebuild');
-- Migration20261123154213_reader_imports
create table `reader_imports` (`id` integer not null primary key autoincrement, `state` text check (`state` in ('uploading', 'checking', 'checked', 'importing', 'done', 'stopped', 'failed')) not null, `name` text null, `bytes` bigint not null default '0', `bytes_read` bigint not null default '0', `pieces` integer not null default 0, `answers` text not null, `result` text null, `consent` text null, `account` text null, `created_at` datetime not null, `started_at` datetime null, `ended_at` datetime null, `lease_token` text null, `lease_until` datetime null);
create table `reader_import_pieces` (`import_id` integer not null, `nth` integer not null, `content` text not null, primary key (`import_id`, `nth`));
-- Migration20261123190630_reader_preferences
alter table `registrations` add column `timezone` text null;
alter table `registrations` add column `send_time` text null;
alter table `registrations` add column `weekdays` text null;
alter table `registrations` add column `paused_until` text null;
alter table `registrations` add column `cadence` text check (`cadence` in ('daily', 'weekly')) not null default 'daily';
alter table `registrations` add column `digest_day` text check (`digest_day` in ('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun')) null;
create index `registrations_times` on `registrations` (`timezone`, `send_time`) where `status` = 'subscribed' and `timezone` is not null;
create index `registrations_joined` on `registrations` (`status_at`) where `status` = 'subscribed';
-- Migration20261123191007_design
create table `logos` (`key` text not null primary key, `content` text not null, `width` integer not null, `height` integer not null, `ground` text not null, `created_at` datetime not null, `is_used` integer not null default false);
alter table `templates` add column `design` json null;
alter table `templates` add column `is_designed` integer not null default false;
-- Migration20261123193234_word_findings
alter table `words` add column `findings` text not null default '';
alter table `words` add column `checked_by` integer not null default 0;
create index `words_sent` on `words` (`sort_key`, `id`) where `removed_at` is null and `used_count` > 0;
create index `words_needing_work` on `words` (`sort_key`, `id`) where `removed_at` is null and `findings` != '';
create index `words_by_check` on `words` (`checked_by`, `id`) where `removed_at` is null;
-- Migration20261123193622_welcome
alter table `registrations` add column `welcome_due_at` datetime null;
alter table `registrations` add column `welcomed_at` datetime null;
create index `registrations_welcome_due` on `registrations` (`welcome_due_at`) where `welcome_due_at` is not null and `status` = 'subscribed';
-- Migration20261123194224_left_unknown
alter table `smtp_sends` add column `left_unknown` integer not null default 0;
-- Migration20261123195235_local_times
alter table `deliveries` add column `first_due_at` datetime null;
alter table `smtp_sends` add column `last_at` datetime null;
alter table `smtp_sends` add column `day` text null;
alter table `smtp_sends` add column `local_time` text null;
alter table `smtp_sends` add column `timezone` text null;
alter table `smtp_sends` add column `owner_at` datetime null;
alter table `smtp_sends` add column `joined_to` datetime null;
-- Migration20261123194240_word_levels
alter table `words` add column `teaser` text not null default '';
alter table `words` add column `level` text not null default '';
alter table `words` add column `tags` text not null default '';
alter table `words` add column `sensitive` text not null default '';
-- Migration20261123202318_own_page
create table `leaving_reasons` (`id` integer not null primary key autoincrement, `reason` text check (`reason` in ('too_many', 'not_expected', 'too_easy', 'too_hard', 'never_signed_up', 'other')) not null, `text` text not null, `day` text not null);
create index `leaving_reasons_day` on `leaving_reasons` (`day`);
-- Migration20261123225604_word_quotations
alter table `words` add column `quotation` text not null default '';
alter table `words` add column `quotation_author` text not null default '';
alter table `words` add column `quotation_work` text not null default '';
alter table `words` add column `quotation_year` text not null default '';
alter table `words` add column `quotation_url` text not null default '';
-- Migration20261123225937_themes
create table `themes` (`id` integer not null primary key autoincrement, `title` text not null, `introduction` text not null default '');
create unique index `themes_title_unique` on `themes` (`title`);
alter table `words` add column `theme` text not null default '';
alter table `words` add column `theme_place` text not null default '';
create index `words_by_theme` on `words` (`theme`, `id`) where `theme` != '';
-- Migration20261123230631_signup_shown
create table `consents` (`key` text not null primary key, `text` text not null, `privacy_version` text not null, `privacy_text` text not null);
alter table `registrations` add column `campaign` text null;
alter table `registrations` add column `consent_key` text null;
create index `registrations_campaign` on `registrations` (`campaign`, `id`) where `campaign` is not null;
create index `registrations_consent` on `registrations` (`consent_key`) where `consent_key` is not null;
-- Migration20261123232118_drawing
alter table `autopilot_settings` add column `levels` text not null default '';
alter table `autopilot_settings` add column `only_tags` text not null default '';
alter table `autopilot_settings` add column `never_tags` text not null default '';
alter table `autopilot_settings` add column `without_sensitive` text not null default '';
create index `words_drawing` on `words` (`level`, `sensitive`, `tags`, `id`, `used_count`, `removed_at`) where `removed_at` is null and `used_count` = 0;
-- Migration20261123230351_weekly_email
create table `weekly_emails` (`id` integer not null primary key autoincrement, `day` text not null, `message_name` text not null, `subject` text not null, `words` integer not null default 0, `created_at` datetime not null, `reason` text null);
create unique index `weekly_emails_day_unique` on `weekly_emails` (`day`);
create unique index `weekly_emails_message_name_unique` on `weekly_emails` (`message_name`);
create index `registrations_weekly` on `registrations` (`digest_day`, `timezone`, `send_time`, `id`) where `status` = 'subscribed' and `cadence` = 'weekly';
alter table `smtp_sends` add column `weekly` text check (`weekly` in ('chosen', 'usual', 'recap')) null;
-- Migration20261123235208_pins
alter table `words` add column `pin` text not null default '';
create index `words_pinned` on `words` (`pin`, `id`) where `pin` != '';
-- Migration20261123234210_quiz
create table `quiz_results` (`word_id` integer not null primary key, `right_answers` integer not null default 0, `wrong_answers` integer not null default 0);
alter table `weekly_emails` add column `quiz` json null;
alter table `weekly_emails` add column `quiz_key` text null;
create unique index `weekly_emails_quiz_key_unique` on `weekly_emails` (`quiz_key`);
-- Migration20261126113750_sending_limits
create table `smtp_budgets` (`name` text not null primary key, `next_at` datetime not null);
create table `smtp_shares` (`token` text not null primary key, `name` text not null, `wanted` integer not null, `held` integer not null, `lease_until` datetime not null);
create table `smtp_spent` (`name` text not null, `at` datetime not null, `emails` integer not null, primary key (`name`, `at`));
-- Migration20261126113809_words_aloud
create table `recordings` (`word_id` integer not null primary key, `file` text not null, `bytes` integer not null, `seconds` double not null, `created_at` datetime not null, `content` text not null, constraint `recordings_word_id_foreign` foreign key (`word_id`) references `words` (`id`) on update cascade on delete cascade);
create index `recordings_by_file` on `recordings` (`file`);
alter table `words` add column `voice` text not null default '';
-- Migration20261126113910_recall
create table `recall_results` (`word_id` integer not null, `days` integer not null, `known` integer not null default 0, `again` integer not null default 0, primary key (`word_id`, `days`));
alter table `scheduled_emails` add column `recalls` text null;
alter table `scheduled_emails` add column `recall_key` text null;
create unique index `scheduled_emails_recall_key_unique` on `scheduled_emails` (`recall_key`);
-- Migration20261126114628_delivery_ranges
create table `smtp_answers` (`id` integer not null primary key autoincrement, `text` text not null);
create unique index `smtp_answers_text_unique` on `smtp_answers` (`text`);
create table `smtp_ranges` (`send_id` integer not null, `nth` integer not null, `next_at` datetime null, `worker` text null, `claimed` text null, `readers` integer not null default 0, `sent` integer not null default 0, `failed` integer not null default 0, `unknown` integer not null default 0, primary key (`send_id`, `nth`));
alter table `smtp_sends` add column `is_prepared` integer not null default false;
alter table `smtp_sends` add column `range_size` integer not null default 128;
update `smtp_sends` set `is_prepared` = true where `status` not in ('pending', 'preparing');
update `smtp_sends` set `unknown` = `unknown` + (select count(*) from `deliveries` where `send_id` = `smtp_sends`.`id` and `state` = 'sending');
create table `deliveries_new` (`send_id` integer not null, `reader_id` integer not null, `state` text check (`state` in ('queued', 'deferred', 'sending', 'sent', 'failed', 'unknown', 'skipped')) not null default 'queued', `due_at` datetime not null, `first_due_at` datetime null, `attempts` integer not null default 0, `failure` text null, `answer` text null, `answer_id` integer null, `problem` text null, `ended_at` datetime null, primary key (`send_id`, `reader_id`)) without rowid;
insert into `deliveries_new` select `send_id`, `reader_id`, iif(`state` = 'sending', 'unknown', `state`), `due_at`, `first_due_at`, `attempts`, `failure`, iif(`state` = 'sending', 'No answer was recorded: the process ended.', `answer`), null, case when `state` = 'sending' then 'unknown' when `state` in ('failed', 'unknown', 'deferred') then `state` end, iif(`state` = 'sending', unixepoch() * 1000, `ended_at`) from `deliveries` order by `send_id`, `reader_id`;
drop table `deliveries`;
alter table `deliveries_new` rename to `deliveries`;
create index `deliveries_reader` on `deliveries` (`reader_id`);
create index `deliveries_problems` on `deliveries` (`send_id`, `problem`, `failure`, `reader_id`) where `problem` is not null;
insert into `smtp_ranges` (`send_id`, `nth`, `next_at`) select `send_id`, `reader_id` / 128, min(`due_at`) from `deliveries` where `state` in ('queued', 'deferred') group by 1, 2;
-- Migration20261126115500_readers_search
-- Migration20261126115820_theme_weeks
alter table `autopilot_settings` add column `theme_weeks` text not null default 'off';
-- Migration20261126115914_mailbox_providers
create table `mailbox_domains` (`domain` text not null primary key, `provider` text not null, `expires_at` datetime not null);
create table `mailbox_providers` (`name` text not null primary key, `until` datetime not null, `reason` text not null, `rest_ms` integer not null);
create table `smtp_send_providers` (`send_id` integer not null, `provider` text not null, `sent` integer not null default 0, primary key (`send_id`, `provider`));
-- Migration20261126120329_course
create table `course_emails` (`id` integer not null primary key autoincrement, `day` text not null, `position` integer not null, `send_id` integer not null);
create index `course_emails_send` on `course_emails` (`send_id`);
create unique index `course_emails_once` on `course_emails` (`day`, `position`);
create table `course_lessons` (`position` integer not null primary key, `word_id` integer not null, `is_included` integer not null default true);
create unique index `course_lessons_word_id_unique` on `course_lessons` (`word_id`);
alter table `registrations` add column `lesson` integer null;
alter table `registrations` add column `lesson_day` text null;
-- Migration20261126121101_readers_words
create table `dismissed_suggestions` (`key` text not null primary key, `word` text not null, `dismissed_at` datetime not null);
alter table `registrations` add column `credit_agreed_at` datetime null;
alter table `words` add column `suggested_by` text not null default '';
-- Migration20261126123000_delivery_partitions
select 1;
-- Migration20261126123031_relay_verdicts
create table `relay_verdicts` (`send_id` integer not null, `reader_id` integer not null, `result` text check (`result` in ('sent', 'failed', 'absent')) not null, `failure` text null, `answer` text not null, `at` datetime not null, primary key (`send_id`, `reader_id`));
-- Migration20261126153008_warm_up
create table `smtp_warm_ups` (`name` text not null primary key, `first_day` text not null);
alter table `smtp_sends` add column `warm_up_day` text null;
alter table `smtp_sends` add column `warm_up_amount` integer null;
alter table `smtp_sends` add column `warm_up_most` integer null;
alter table `smtp_sends` add column `held_since` datetime null;
alter table `smtp_sends` add column `held_id` integer null;
alter table `smtp_sends` add column `held` integer not null default 0;
alter table `smtp_sends` add column `is_rest_sent` integer not null default false;
create index `smtp_sends_warm_up` on `smtp_sends` (`warm_up_day`) where `warm_up_day` is not null;
-- Migration20261126153252_two_relays
create table `smtp_send_relays` (`send_id` integer not null, `relay` text not null, `sent` integer not null default 0, primary key (`send_id`, `relay`));
alter table `provider_backoffs` add column `reason` text null;
-- Migration20261126153954_reminders
create table `reminders` (`reader_id` integer not null, `word_id` integer not null, `recall_key` text not null, `due_day` text not null, `send_id` integer null, primary key (`reader_id`, `word_id`));
create index `reminders_due` on `reminders` (`send_id`, `due_day`);
-- Migration20261126181713_relay_answers
alter table `provider_backoffs` add column `since` datetime null;
alter table `smtp_send_relays` add column `failed` integer not null default 0;
alter table `smtp_send_relays` add column `deferred` integer not null default 0;
alter table `smtp_send_relays` add column `unknown` integer not null default 0;
insert into mikro_orm_migrations ("id", "name", "executed_at") values
  (1, 'Migration20261123120000_initial', 1795307100000),
  (10, 'Migration20261123194240_word_levels', 1795718593000),
  (11, 'Migration20261123202318_own_page', 1795718593000),
  (12, 'Migration20261123225604_word_quotations', 1795718593000),
  (13, 'Migration20261123225937_themes', 1795718593000),
  (14, 'Migration20261123230631_signup_shown', 1795718593000),
  (15, 'Migration20261123232118_drawing', 1795718593000),
  (16, 'Migration20261123230351_weekly_email', 1795718593000),
  (17, 'Migration20261123235208_pins', 1795718593000),
  (18, 'Migration20261123234210_quiz', 1795718593000),
  (19, 'Migration20261126113750_sending_limits', 1795718594000),
  (2, 'Migration20261123120100_search_index', 1795718593000),
  (20, 'Migration20261126113809_words_aloud', 1795718594000),
  (21, 'Migration20261126113910_recall', 1795718594000),
  (22, 'Migration20261126114628_delivery_ranges', 1795718594000),
  (23, 'Migration20261126115500_readers_search', 1795718594000),
  (24, 'Migration20261126115820_theme_weeks', 1795718594000),
  (25, 'Migration20261126115914_mailbox_providers', 1795718594000),
  (26, 'Migration20261126120329_course', 1795718594000),
  (27, 'Migration20261126121101_readers_words', 1795718594000),
  (28, 'Migration20261126123000_delivery_partitions', 1795718594000),
  (29, 'Migration20261126123031_relay_verdicts', 1795718594000),
  (3, 'Migration20261123154213_reader_imports', 1795718593000),
  (30, 'Migration20261126153008_warm_up', 1795718594000),
  (31, 'Migration20261126153252_two_relays', 1795718594000),
  (32, 'Migration20261126153954_reminders', 1795718594000),
  (33, 'Migration20261126181713_relay_answers', 1795718594000),
  (4, 'Migration20261123190630_reader_preferences', 1795718593000),
  (5, 'Migration20261123191007_design', 1795718593000),
  (6, 'Migration20261123193234_word_findings', 1795718593000),
  (7, 'Migration20261123193622_welcome', 1795718593000),
  (8, 'Migration20261123194224_left_unknown', 1795718593000),
  (9, 'Migration20261123195235_local_times', 1795718593000);
insert into words ("id", "word", "word_key", "sort_key", "phonetic_pronunciation", "part_of_speech", "definition", "etymology", "example1", "example2", "conversation_tip", "search_text", "slug", "used_count", "source", "created_at", "removed_at", "findings", "checked_by", "teaser", "level", "tags", "sensitive", "quotation", "quotation_author", "quotation_work", "quotation_year", "quotation_url", "theme", "theme_place", "pin", "voice", "suggested_by") values
  (1, 'apple', 'apple', 'apple', '/ˈpetrɪkɔr/', 'noun', 'What “apple” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'apple
what “apple” means: 100% of it, it''s said.
second line.', NULL, 0, 'admin', 1790843400101, NULL, '', 0, '', '', '', '', '', '', '', '', '', '', '', '', '', ''),
  (10, 'waiting', 'waiting', 'waiting', '/ˈpetrɪkɔr/', 'noun', 'What “waiting” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'waiting
what “waiting” means: 100% of it, it''s said.
second line.', 'waiting', 0, 'wordnet', 1790843400110, NULL, '', 0, '', '', '', '', '', '', '', '', '', '', '', '', '', ''),
  (11, 'at the provider', 'at the provider', 'at the provider', '/ˈpetrɪkɔr/', 'noun', 'What “at the provider” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'at the provider
what “at the provider” means: 100% of it, it''s said.
second line.', 'at-the-provider', 0, 'admin', 1790929800111, NULL, '', 0, '', '', '', '', '', '', '', '', '', '', '', '', '', ''),
  (12, 'failed', 'failed', 'failed', '/ˈpetrɪkɔr/', 'noun', 'What “failed” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'failed
what “failed” means: 100% of it, it''s said.
second line.', 'failed', 0, 'import', 1791016200112, NULL, '', 0, '', '', '', '', '', '', '', '', '', '', '', '', '', ''),
  (13, 'Gone once', 'gone once', 'gone once', '/ˈpetrɪkɔr/', 'noun', 'Added again.', 'Old.', 'One.', 'Two.', 'Say it.', 'gone once
added again.', NULL, 0, 'admin', 1791189000114, NULL, '', 0, '', '', '', '', '', '', '', '', '', '', '', '', '', ''),
  (2, 'Äpfel', 'äpfel', 'apfel', '/ˈpetrɪkɔr/', 'noun', 'What “Äpfel” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'äpfel
what “äpfel” means: 100% of it, it''s said.
second line.', NULL, 0, 'import', 1790929800102, NULL, '', 0, '', '', '', '', '', '', '', '', '', '', '', '', '', ''),
  (3, 'bread', 'bread', 'bread', '/ˈpetrɪkɔr/', 'noun', 'What “bread” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'bread
what “bread” means: 100% of it, it''s said.
second line.', 'bread', 1, 'starter', 1791016200103, NULL, '', 0, '', '', '', '', '', '', '', '', '', '', '', '', '', ''),
  (4, 'Éclat', 'éclat', 'eclat', '/ˈpetrɪkɔr/', 'noun', 'What “Éclat” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'éclat
what “éclat” means: 100% of it, it''s said.
second line.', NULL, 0, 'merriam-webster', 1791102600104, NULL, '', 0, '', '', '', '', '', '', '', '', '', '', '', '', '', ''),
  (5, '''tis', '''tis', '''tis', '/ˈpetrɪkɔr/', 'noun', 'What “''tis” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', '''tis
what “''tis” means: 100% of it, it''s said.
second line.', NULL, 0, 'wordnet', 1791189000105, NULL, '', 0, '', '', '', '', '', '', '', '', '', '', '', '', '', ''),
  (6, 'zest', 'zest', 'zest', '/ˈpetrɪkɔr/', 'noun', 'What “zest” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', '', 'Say it.', 'zest
what “zest” means: 100% of it, it''s said.
second line.', NULL, 0, 'admin', 1791275400106, NULL, '', 0, '', '', '', '', '', '', '', '', '', '', '', '', '', ''),
  (7, 'ωμέγα', 'ωμέγα', 'ωμεγα', '/ˈpetrɪkɔr/', 'noun', 'What “ωμέγα” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'ωμέγα
what “ωμέγα” means: 100% of it, it''s said.
second line.', NULL, 0, 'import', 1791361800107, NULL, '', 0, '', '', '', '', '', '', '', '', '', '', '', '', '', ''),
  (8, 'gone once', NULL, 'gone once', '/ˈpetrɪkɔr/', 'noun', 'What “gone once” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'gone once
what “gone once” means: 100% of it, it''s said.
second line.', NULL, 1, 'starter', 1791448200108, 1791102600113, '', 0, '', '', '', '', '', '', '', '', '', '', '', '', '', '');
insert into weekly_emails ("id", "day", "message_name", "subject", "words", "created_at", "reason", "quiz", "quiz_key") values
  (1, 'day', 'messageName', 'subject', 1, 1793448000123, 'reason', '{}', 'quizKey');
insert into users ("id", "username", "password", "seat", "created_at", "updated_at") values
  (1, 'admin', '$2b$04$E8ceOUnPbxPwwTEX3176Q.j62daHOU7g.Xtw9TKWO901b6FgwRpaq', 1, 1788249600000, 1788336000000);
insert into themes ("id", "title", "introduction") values
  (1, 'title', 'introduction');
insert into templates ("id", "content", "subject", "created_at", "origin", "account", "via", "design", "is_designed") values
  (1, '<h1>{{word}}</h1>', 'First: {{word}}', 1788422400000, 'edit', NULL, NULL, NULL, 0),
  (2, '<h1>{{word}}</h1><p>{{definition}}</p>', 'Second: {{word}}', 1788508800000, 'edit', NULL, NULL, NULL, 0);
insert into suppression_keys ("id", "key") values
  (1, 'key');
insert into suppressions ("hash", "reason", "since") values
  ('hash', 'unsubscribed', 1793448000123);
insert into settings ("name", "value", "version", "changed_at") values
  ('PRODUCT_NAME', 'Wordrise', 1, 1793448000123);
insert into smtp_workers ("token", "lease_until", "submitting", "boot") values
  ('token', 1793448000123, 'submitting', 'boot');
insert into smtp_warm_ups ("name", "first_day") values
  ('smtp', '2026-10-30');
insert into smtp_spent ("name", "at", "emails") values
  ('name', 1793448000123, 1);
insert into smtp_shares ("token", "name", "wanted", "held", "lease_until") values
  ('token', 'name', 1, 1, 1793448000123);
insert into smtp_messages ("id", "name", "subject", "html", "text", "created_at") values
  (1, 'bread · 2026-10-21 · 00dd', 'Bread', '<p>Bread</p>', 'Bread', 1793448000123);
insert into smtp_sends ("id", "message_id", "scheduled_at", "status", "reason", "started_at", "finished_at", "prepared_to", "recipients", "sent", "failed", "unknown", "is_forgotten", "left_unknown", "last_at", "day", "local_time", "timezone", "owner_at", "joined_to", "weekly", "is_prepared", "range_size", "warm_up_day", "warm_up_amount", "warm_up_most", "held_since", "held_id", "held", "is_rest_sent") values
  (1, 1, 1793448000123, 'released', NULL, 1793448000123, 1793448000123, 3, 1, 1, 0, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, 128, NULL, NULL, NULL, NULL, NULL, 0, 0);
insert into smtp_ranges ("send_id", "nth", "next_at", "worker", "claimed", "readers", "sent", "failed", "unknown") values
  (1, 1, 1793448000123, 'worker', 'claimed', 1, 1, 1, 1);
insert into smtp_budgets ("name", "next_at") values
  ('name', 1793448000123);
insert into smtp_answers ("id", "text") values
  (1, 'text');
insert into sessions ("sid", "sess", "expire", "user_id", "signed_in_at", "used_at", "browser", "address") values
  ('a-living-session', '{"userId":1}', 1795910400000, 1, 1795305600000, 1795305600000, NULL, NULL),
  ('an-expired-session', '{"userId":1}', 1790812800000, 1, 1790208000000, 1790208000000, NULL, NULL);
insert into smtp_send_relays ("send_id", "relay", "sent", "failed", "deferred", "unknown") values
  (1, 'relay', 1, 1, 1, 1);
insert into smtp_send_providers ("send_id", "provider", "sent") values
  (1, 'provider', 1);
insert into second_factors ("user_id", "secret", "confirmed_at", "last_step", "recovery_codes") values
  (1, 'sealed', 1793448000123, 1, '[]');
insert into scheduled_emails ("id", "word_id", "day", "local_time", "timezone", "scheduled_date", "first_at", "last_at", "status", "icontact_message_id", "message_id", "send_id", "created_at", "sent_at", "reason", "message_name", "message_attempted_at", "send_attempted_at", "cancel_requested_at", "text_key", "replaced", "lease_token", "lease_until", "recalls", "recall_key") values
  (1, 10, '2026-12-01', '07:00', 'UTC', 1796108400000, 1796108400000, 1796108400000, 'pending', NULL, NULL, NULL, 1793527200123, NULL, 'The email provider cannot be reached.', 'waiting · 2026-12-01 · 00aa', 1793527201000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (2, 11, '2026-12-02', '07:00', 'UTC', 1796194800000, 1796194800000, 1796194800000, 'scheduled', '4711', 4711, '815', 1793530800456, NULL, NULL, 'at the provider · 2026-12-02 · 00bb', 1793530801000, 1793530802000, 1793534400000, NULL, NULL, '11111111-2222-3333-4444-555555555555', 1793534520000, NULL, NULL),
  (3, 8, '2026-10-20', '07:00', 'UTC', 1792479600000, 1792479600000, 1792479600000, 'sent', '4712', 4712, '816', 1791626400000, 1792479609000, NULL, 'gone once · 2026-10-20 · 00cc', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (4, 3, '2026-10-21', '07:00', 'UTC', 1792566000000, 1792566000000, 1792566000000, 'sent', 'abc-1', NULL, '817', 1791626400000, 1792566008000, NULL, 'bread · 2026-10-21 · 00dd', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (5, 12, '2026-10-22', '07:00', 'UTC', 1792652400000, 1792652400000, 1792652400000, 'failed', NULL, NULL, NULL, 1791626400000, NULL, 'It was cancelled at the email provider.', 'failed · 2026-10-22 · 00ee', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
insert into removed_readers ("id", "email", "subscriber_id", "settled_at") values
  (1, 'gone@example.com', '9002', 1793448000123);
insert into reminders ("reader_id", "word_id", "recall_key", "due_day", "send_id") values
  (1, 1, 'recallKey', 'dueDay', 1);
insert into relay_verdicts ("send_id", "reader_id", "result", "failure", "answer", "at") values
  (1, 1, 'sent', 'failure', 'answer', 1793448000123);
insert into registrations ("id", "email", "first_name", "favorite_word", "ip_address", "source", "consent", "created_at", "status", "status_at", "confirmed_at", "reason", "subscriber_id", "attempted_at", "lease_until", "mail_token", "soft_bounces", "soft_bounced_on", "timezone", "send_time", "weekdays", "paused_until", "cadence", "digest_day", "welcome_due_at", "welcomed_at", "campaign", "consent_key", "lesson", "lesson_day", "credit_agreed_at") values
  (1, 'waiting@example.com', 'Ada', NULL, '192.0.2.1', NULL, NULL, 1793404799999, 'waiting', NULL, NULL, NULL, NULL, 1793404799999, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 'daily', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (2, 'claimed@example.com', 'Zoë', 'petrichor', '2001:db8::1', NULL, NULL, 1793404800000, 'waiting', NULL, NULL, NULL, NULL, 1793404800000, 1793405100000, NULL, 0, NULL, NULL, NULL, NULL, NULL, 'daily', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (3, 'subscribed@example.com', 'O''Neil', 'zest', NULL, NULL, NULL, 1788257699999, 'subscribed', NULL, NULL, NULL, '9001', NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 'daily', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (4, 'refused@example.com', 'Mallory', NULL, '192.0.2.9', NULL, NULL, 1788257700000, 'refused', NULL, NULL, 'The email provider does not accept this address.', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 'daily', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
insert into recordings ("word_id", "file", "bytes", "seconds", "created_at", "content") values
  (3, 'k3bread.mp3', 4, 1.5, 1793448000123, 'SUQzBA==');
insert into recall_results ("word_id", "days", "known", "again") values
  (1, 1, 1, 1);
insert into reader_import_pieces ("import_id", "nth", "content") values
  (1, 1, 'content');
insert into reader_imports ("id", "state", "name", "bytes", "bytes_read", "pieces", "answers", "result", "consent", "account", "created_at", "started_at", "ended_at", "lease_token", "lease_until") values
  (1, 'uploading', 'name', 1, 1, 1, 'answers', 'result', 'consent', 'account', 1793448000123, 1793448000123, 1793448000123, 'leaseToken', 1793448000123);
insert into rate_limits ("key", "points", "expire") values
  ('signupPerAddress:192.0.2.1', 2, 1793450000000);
insert into quiz_results ("word_id", "right_answers", "wrong_answers") values
  (1, 1, 1);
insert into provider_moves ("id", "family", "moved_at") values
  (1, 'icontact', 1793448000123);
insert into provider_backoffs ("name", "until", "reason", "since") values
  ('icontact', 1793448000123, NULL, NULL);
insert into processor_runs ("id", "finished_at", "failures") values
  (1, 1793448300000, 2);
insert into privacy_texts ("id", "content", "created_at") values
  (1, '# Privacy

We keep your address.', 1793448000123);
insert into mailbox_readings ("name", "uid_validity", "last_uid", "tries", "lease_until") values
  ('name', 'uidValidity', 'lastUid', 1, 1793448000123);
insert into mailbox_providers ("name", "until", "reason", "rest_ms") values
  ('name', 1793448000123, 'reason', 1);
insert into mailbox_domains ("domain", "provider", "expires_at") values
  ('domain', 'provider', 1793448000123);
insert into logos ("key", "content", "width", "height", "ground", "created_at", "is_used") values
  ('key', 'content', 1, 1, 'ground', 1793448000123, 1);
insert into leaving_reasons ("id", "reason", "text", "day") values
  (1, 'too_many', 'text', 'day');
insert into installations ("id", "key", "migrated_by", "held_since") values
  (1, 'f8644f4a-ce3c-4531-996e-b3859b1cd2fa', '0.1.0', NULL);
insert into embed_origins ("origin", "allowed_at", "refusals", "last_refused_at") values
  ('origin', 1793448000123, 1, 1793448000123);
insert into dismissed_suggestions ("key", "word", "dismissed_at") values
  ('key', 'word', 1793448000123);
insert into deliveries ("send_id", "reader_id", "state", "due_at", "first_due_at", "attempts", "failure", "answer", "answer_id", "problem", "ended_at") values
  (1, 3, 'sent', 1793448000123, NULL, 1, NULL, '250 OK', NULL, NULL, 1793448000123);
insert into daily_counts ("name", "day", "count") values
  ('icontact', '2026-10-31', 17),
  ('merriam-webster', '2026-10-31', 3);
insert into course_lessons ("position", "word_id", "is_included") values
  (1, 1, 1);
insert into course_emails ("id", "day", "position", "send_id") values
  (1, 'day', 1, 1);
insert into consents ("key", "text", "privacy_version", "privacy_text") values
  ('key', 'text', 'privacyVersion', 'privacyText');
insert into confirmations ("email", "token", "requested_at", "due_at", "emails", "sent_at") values
  ('new@example.com', 'cccccccccccccccccccccccccccccccc', 1793448000123, NULL, 1, NULL);
insert into cancelled_sends ("id", "message_id", "settled_at") values
  (1, '4713', 1793448000123);
insert into autopilot_settings ("id", "is_on", "time", "days", "ahead", "seed", "levels", "only_tags", "never_tags", "without_sensitive", "theme_weeks") values
  (1, 0, '07:00', 'mon-fri', 14, 7, '', '', '', '', 'off');
insert into autopilot_days ("day", "is_skipped") values
  ('2026-11-26', 1);
insert into audit_entries ("id", "at", "action", "outcome", "via", "account", "address", "detail", "count", "same_as") values
  (1, 1793448000123, 'login', 'done', 'web', 'admin', '192.0.2.1', 'Firefox on Linux', 1, NULL);
insert into alerts ("key", "kind", "body", "email_id", "created_at", "not_before", "expires_at", "forget_at", "attempts", "lease_until", "failure", "sent_at") values
  ('at-risk:2026-11-01', 'at_risk', '{"text":"The next email is at risk."}', 1, 1793448000123, 1793448000123, 1793534400000, 1796040000000, 1, NULL, 'The receiver answered 503.', NULL);
