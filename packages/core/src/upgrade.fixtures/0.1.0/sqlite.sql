create table `mikro_orm_migrations` (`id` integer not null primary key autoincrement, `name` text not null, `executed_at` datetime not null default (strftime('%s', 'now') * 1000));
-- Migration20261121000000_initial
create table `daily_counts` (`name` text not null, `day` text not null, `count` integer not null, primary key (`name`, `day`));
create table `processor_runs` (`id` integer not null primary key autoincrement, `finished_at` datetime not null, `failures` integer not null);
create table `rate_limits` (`key` text not null primary key, `points` integer not null default 0, `expire` bigint null);
create table `registrations` (`id` integer not null primary key autoincrement, `email` text not null, `first_name` text not null, `favorite_word` text null, `ip_address` text null, `created_at` datetime not null, `handover` text check (`handover` in ('waiting', 'subscribed', 'refused')) not null default 'waiting', `handover_reason` text null, `contact_id` text null, `lease_until` datetime null);
create unique index `registrations_email_unique` on `registrations` (`email`);
create index `registrations_created_at` on `registrations` (`created_at`);
create index `registrations_waiting` on `registrations` (`id`) where `handover` = 'waiting';
create table `sessions` (`sid` text not null primary key, `sess` json not null, `expire` datetime not null, `user_id` integer null);
create index `sessions_expire` on `sessions` (`expire`);
create index `sessions_user_id` on `sessions` (`user_id`);
create table `templates` (`id` integer not null primary key autoincrement, `content` text not null, `subject` text not null, `created_at` datetime not null);
create table `users` (`id` integer not null primary key autoincrement, `username` text not null, `password` text not null, `seat` integer not null default 1, `created_at` datetime not null, `updated_at` datetime not null);
create unique index `users_username_unique` on `users` (`username`);
create unique index `users_seat_unique` on `users` (`seat`);
create table `words` (`id` integer not null primary key autoincrement, `word` text not null, `word_key` text null, `sort_key` text not null, `phonetic_pronunciation` text not null, `part_of_speech` text not null, `definition` text not null, `etymology` text not null, `example1` text not null, `example2` text not null, `conversation_tip` text not null, `search_text` text not null, `used_count` integer not null default 0, `source` text check (`source` in ('admin', 'import', 'starter', 'merriam-webster', 'wordnet')) not null default 'admin', `created_at` datetime not null, `removed_at` datetime null);
create unique index `words_word_key_unique` on `words` (`word_key`);
create index `words_alphabetical` on `words` (`sort_key`, `id`) where `removed_at` is null;
create index `words_unused` on `words` (`sort_key`, `id`) where `removed_at` is null and `used_count` = 0;
create table `scheduled_emails` (`id` integer not null primary key autoincrement, `word_id` integer not null, `scheduled_date` datetime not null, `status` text check (`status` in ('pending', 'scheduled', 'sent', 'failed')) not null default 'pending', `icontact_message_id` text null, `message_id` bigint null, `send_id` text null, `created_at` datetime not null, `sent_at` datetime null, `reason` text null, `message_name` text not null, `message_attempted_at` datetime null, `send_attempted_at` datetime null, `cancel_requested_at` datetime null, `lease_token` text null, `lease_until` datetime null, constraint `scheduled_emails_word_id_foreign` foreign key (`word_id`) references `words` (`id`) on delete restrict);
create index `scheduled_emails_word_id` on `scheduled_emails` (`word_id`);
create index `scheduled_emails_send_id` on `scheduled_emails` (`send_id`);
create unique index `scheduled_emails_message_name_unique` on `scheduled_emails` (`message_name`);
create index `scheduled_emails_date` on `scheduled_emails` (`scheduled_date`, `id`);
create index `scheduled_emails_status` on `scheduled_emails` (`status`, `scheduled_date`);
create unique index `scheduled_emails_one_waiting` on `scheduled_emails` (`word_id`) where `status` in ('pending', 'scheduled');
-- Migration20261121102645_totals
create table `totals` (`name` text not null, `key` integer not null, `slot` bigint not null, `count` integer not null, primary key (`name`, `key`, `slot`));
drop index `words_unused`;
alter table `words` add column `waiting_count` integer not null default 0;
create index `words_unused` on `words` (`sort_key`, `id`) where `removed_at` is null and `used_count` = 0 and `waiting_count` = 0;
update words set waiting_count = 1 where id in
         (select word_id from scheduled_emails where status in ('pending', 'scheduled'));
create trigger scheduled_emails_wait_insert after insert on scheduled_emails begin update words set waiting_count = waiting_count + 1 where id = new.word_id and new.status in ('pending', 'scheduled'); end;
create trigger scheduled_emails_wait_delete after delete on scheduled_emails begin update words set waiting_count = waiting_count - 1 where id = old.word_id and old.status in ('pending', 'scheduled'); end;
create trigger scheduled_emails_wait_update after update of word_id, status on scheduled_emails
       when (old.word_id, old.status in ('pending', 'scheduled')) is not (new.word_id, new.status in ('pending', 'scheduled'))
       begin update words set waiting_count = waiting_count - 1 where id = old.word_id and old.status in ('pending', 'scheduled'); update words set waiting_count = waiting_count + 1 where id = new.word_id and new.status in ('pending', 'scheduled'); end;
insert into totals (name, key, slot, count)
           select iif(used_count = 0 and waiting_count = 0, 'words.unused', 'words.other'), min(max(coalesce(unicode(sort_key), 0), 96), 123), 0, count(*) from words where removed_at is null group by 1, 2;
create trigger words_count_insert after insert on words begin 
      insert into totals (name, key, slot, count) select iif(new.used_count = 0 and new.waiting_count = 0, 'words.unused', 'words.other'), min(max(coalesce(unicode(new.sort_key), 0), 96), 123), 0, 1 where new.removed_at is null
        on conflict do update set count = count + excluded.count; end;
create trigger words_count_delete after delete on words begin 
      insert into totals (name, key, slot, count) select iif(old.used_count = 0 and old.waiting_count = 0, 'words.unused', 'words.other'), min(max(coalesce(unicode(old.sort_key), 0), 96), 123), 0, -1 where old.removed_at is null
        on conflict do update set count = count + excluded.count; end;
create trigger words_count_update after update of sort_key,used_count,waiting_count,removed_at on words
         when (old.sort_key,old.used_count,old.waiting_count,old.removed_at) is not (new.sort_key,new.used_count,new.waiting_count,new.removed_at) begin 
      insert into totals (name, key, slot, count) select iif(old.used_count = 0 and old.waiting_count = 0, 'words.unused', 'words.other'), min(max(coalesce(unicode(old.sort_key), 0), 96), 123), 0, -1 where old.removed_at is null
        on conflict do update set count = count + excluded.count; 
      insert into totals (name, key, slot, count) select iif(new.used_count = 0 and new.waiting_count = 0, 'words.unused', 'words.other'), min(max(coalesce(unicode(new.sort_key), 0), 96), 123), 0, 1 where new.removed_at is null
        on conflict do update set count = count + excluded.count; end;
insert into totals (name, key, slot, count)
           select 'emails.' || status, 0, 0, count(*) from scheduled_emails where true group by 1, 2;
create trigger scheduled_emails_count_insert after insert on scheduled_emails begin 
      insert into totals (name, key, slot, count) select 'emails.' || new.status, 0, 0, 1 where true
        on conflict do update set count = count + excluded.count; end;
create trigger scheduled_emails_count_delete after delete on scheduled_emails begin 
      insert into totals (name, key, slot, count) select 'emails.' || old.status, 0, 0, -1 where true
        on conflict do update set count = count + excluded.count; end;
create trigger scheduled_emails_count_update after update of status on scheduled_emails
         when (old.status) is not (new.status) begin 
      insert into totals (name, key, slot, count) select 'emails.' || old.status, 0, 0, -1 where true
        on conflict do update set count = count + excluded.count; 
      insert into totals (name, key, slot, count) select 'emails.' || new.status, 0, 0, 1 where true
        on conflict do update set count = count + excluded.count; end;
insert into totals (name, key, slot, count)
           select 'readers.all', 0, 0, count(*) from registrations where true group by 1, 2;
insert into totals (name, key, slot, count)
           select 'readers.signups', cast(created_at / 900000 as integer), 0, count(*) from registrations where true group by 1, 2;
create trigger registrations_count_insert after insert on registrations begin 
      insert into totals (name, key, slot, count) select 'readers.all', 0, 0, 1 where true
        on conflict do update set count = count + excluded.count;
      insert into totals (name, key, slot, count) select 'readers.signups', cast(new.created_at / 900000 as integer), 0, 1 where true
        on conflict do update set count = count + excluded.count; end;
create trigger registrations_count_delete after delete on registrations begin 
      insert into totals (name, key, slot, count) select 'readers.all', 0, 0, -1 where true
        on conflict do update set count = count + excluded.count;
      insert into totals (name, key, slot, count) select 'readers.signups', cast(old.created_at / 900000 as integer), 0, -1 where true
        on conflict do update set count = count + excluded.count; end;
create trigger registrations_count_update after update of created_at on registrations
         when (old.created_at) is not (new.created_at) begin 
      insert into totals (name, key, slot, count) select 'readers.all', 0, 0, -1 where true
        on conflict do update set count = count + excluded.count;
      insert into totals (name, key, slot, count) select 'readers.signups', cast(old.created_at / 900000 as integer), 0, -1 where true
        on conflict do update set count = count + excluded.count; 
      insert into totals (name, key, slot, count) select 'readers.all', 0, 0, 1 where true
        on conflict do update set count = count + excluded.count;
      insert into totals (name, key, slot, count) select 'readers.signups', cast(new.created_at / 900000 as integer), 0, 1 where true
        on conflict do update set count = count + excluded.count; end;
-- Migration20261122003229_retire_totals
drop trigger scheduled_emails_wait_insert;
drop trigger words_count_insert;
drop trigger scheduled_emails_count_insert;
drop trigger registrations_count_insert;
drop trigger scheduled_emails_wait_delete;
drop trigger words_count_delete;
drop trigger scheduled_emails_count_delete;
drop trigger registrations_count_delete;
drop trigger scheduled_emails_wait_update;
drop trigger words_count_update;
drop trigger scheduled_emails_count_update;
drop trigger registrations_count_update;
drop table `totals`;
drop index `words_unused`;
alter table `words` drop column `waiting_count`;
create index `words_unused` on `words` (`sort_key`, `id`) where `removed_at` is null and `used_count` = 0;
-- Migration20261122031957_unsettled
create table `cancelled_sends` (`id` integer not null primary key autoincrement, `message_id` text not null, `settled_at` datetime not null);
create table `provider_rests` (`name` text not null primary key, `until` datetime not null);
create table `removed_readers` (`id` integer not null primary key autoincrement, `email` text not null, `subscriber_id` text null, `settled_at` datetime not null);
alter table `registrations` add column `attempted_at` datetime null;
update registrations set attempted_at = created_at where handover = 'waiting';
-- Migration20261122034500_search_index
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
-- Migration20261122034600_signup_addresses
create index `registrations_with_address` on `registrations` (`created_at`) where `ip_address` is not null;
-- Migration20261122035525_privacy_text
create table `privacy_texts` (`id` integer not null primary key autoincrement, `content` text null, `created_at` datetime not null);
-- Migration20261122061316_own_list
create table `confirmations` (`email` text not null primary key, `token` text not null, `requested_at` datetime not null, `due_at` datetime null, `emails` integer not null default 0, `sent_at` datetime null);
create unique index `confirmations_token_unique` on `confirmations` (`token`);
create index `confirmations_due` on `confirmations` (`due_at`) where `due_at` is not null;
create table `deliveries` (`id` integer not null primary key autoincrement, `send_id` integer not null, `reader_id` integer not null, `state` text check (`state` in ('queued', 'deferred', 'sending', 'sent', 'failed', 'unknown', 'skipped')) not null default 'queued', `due_at` datetime not null, `attempts` integer not null default 0, `lease_token` text null, `lease_until` datetime null, `failure` text null, `answer` text null, `ended_at` datetime null);
create index `deliveries_reader` on `deliveries` (`reader_id`);
create index `deliveries_waiting` on `deliveries` (`send_id`, `due_at`, `id`) where `state` in ('queued', 'deferred');
create index `deliveries_sending` on `deliveries` (`lease_until`) where `state` = 'sending';
create unique index `deliveries_once` on `deliveries` (`send_id`, `reader_id`);
create table `smtp_messages` (`id` integer not null primary key autoincrement, `name` text not null, `subject` text not null, `html` text not null, `text` text not null, `created_at` datetime not null);
create unique index `smtp_messages_name_unique` on `smtp_messages` (`name`);
create table `smtp_sends` (`id` integer not null primary key autoincrement, `message_id` integer not null, `scheduled_at` datetime not null, `status` text check (`status` in ('pending', 'preparing', 'sending', 'paused', 'released', 'cancelled')) not null default 'pending', `reason` text null, `started_at` datetime null, `finished_at` datetime null, `prepared_to` integer not null default 0, `recipients` integer not null default 0, `sent` integer not null default 0, `failed` integer not null default 0, `unknown` integer not null default 0, constraint `smtp_sends_message_id_foreign` foreign key (`message_id`) references `smtp_messages` (`id`) on delete cascade);
create unique index `smtp_sends_message_id_unique` on `smtp_sends` (`message_id`);
create index `smtp_sends_open` on `smtp_sends` (`scheduled_at`) where `status` in ('pending', 'preparing', 'sending', 'paused');
pragma foreign_keys = off;
create table `registrations__temp_alter` (`id` integer not null primary key autoincrement, `email` text not null, `first_name` text not null, `favorite_word` text null, `ip_address` text null, `created_at` datetime not null, `handover` text check (`handover` in ('unconfirmed', 'waiting', 'subscribed', 'refused', 'unsubscribed', 'bounced', 'complained')) not null default 'waiting', `status_at` datetime null, `confirmed_at` datetime null, `handover_reason` text null, `contact_id` text null, `attempted_at` datetime null, `lease_until` datetime null, `mail_token` text null, `soft_bounces` integer not null default 0, `soft_bounced_on` text null);
insert into `registrations__temp_alter` select `id`, `email`, `first_name`, `favorite_word`, `ip_address`, `created_at`, `handover`, null as `status_at`, null as `confirmed_at`, `handover_reason`, `contact_id`, `attempted_at`, `lease_until`, null as `mail_token`, 0 as `soft_bounces`, null as `soft_bounced_on` from `registrations`;
delete from sqlite_sequence where name = 'registrations__temp_alter';
insert into sqlite_sequence (name, seq) select 'registrations__temp_alter', seq from sqlite_sequence where name = 'registrations';
drop table `registrations`;
alter table `registrations__temp_alter` rename to `registrations`;
create unique index `registrations_email_unique` on `registrations` (`email`);
create index `registrations_created_at` on `registrations` (`created_at`);
create unique index `registrations_mail_token_unique` on `registrations` (`mail_token`);
create index `registrations_waiting` on `registrations` (`id`) where `handover` = 'waiting';
create index `registrations_with_address` on `registrations` (`created_at`) where `ip_address` is not null;
pragma foreign_keys = on;
-- Migration20261122062331_activity_log
create table `audit_entries` (`id` integer not null primary key autoincrement, `at` datetime not null, `action` text not null, `outcome` text not null, `via` text not null, `account` text null, `address` text null, `detail` text null, `count` integer not null default 1, `same_as` text null);
create index `audit_entries_at` on `audit_entries` (`at`);
create unique index `audit_entries_same_as_unique` on `audit_entries` (`same_as`);
-- Migration20261122063146_replaced_sends
alter table `scheduled_emails` add column `replaced` json null;
-- Migration20261122063556_alerts
create table `alerts` (`key` text not null primary key, `kind` text not null, `body` text not null, `email_id` integer null, `created_at` datetime not null, `not_before` datetime not null, `expires_at` datetime not null, `forget_at` datetime not null, `attempts` integer not null default 0, `lease_until` datetime null, `failure` text null, `sent_at` datetime null);
create index `alerts_forget_at` on `alerts` (`forget_at`);
create index `alerts_unsent` on `alerts` (`not_before`) where `sent_at` is null;
-- Migration20261122064007_session_origin
alter table `sessions` add column `signed_in_at` datetime null;
alter table `sessions` add column `used_at` datetime null;
alter table `sessions` add column `browser` text null;
alter table `sessions` add column `address` text null;
update `sessions` set `signed_in_at` = `expire` - 604800000, `used_at` = `expire` - 604800000;
-- Migration20261122064837_public_words
alter table `words` add column `slug` text null;
create unique index `words_slug_unique` on `words` (`slug`);
-- Migration20261122065215_reader_source
alter table `registrations` add column `source` text null;
alter table `registrations` add column `consent` text null;
create index `registrations_not_subscribed` on `registrations` (`handover`, `id`) where `handover` != 'subscribed';
-- Migration20261122065514_autopilot
create table `autopilot_days` (`day` text not null primary key, `is_skipped` integer not null);
create table `autopilot_settings` (`id` integer not null primary key autoincrement, `is_on` integer not null, `time` text not null, `days` text not null, `ahead` integer not null, `seed` integer not null);
-- Migration20261122065938_second_factor
create table `second_factors` (`user_id` integer not null primary key autoincrement, `secret` text not null, `confirmed_at` datetime null, `last_step` integer not null default 0, `recovery_codes` text not null);
-- Migration20261122071746_text_keys
alter table `scheduled_emails` add column `text_key` text null;
-- Migration20261122093511_fewer_reader_indexes
drop index `registrations_mail_token_unique`;
drop index `registrations_waiting`;
create unique index `registrations_mail_token_unique` on `registrations` (`mail_token`) where `mail_token` is not null;
-- Migration20261122094049_template_versions
alter table `templates` add column `origin` text not null default 'edit';
alter table `templates` add column `account` text null;
alter table `templates` add column `via` text null;
-- Migration20261122100212_suppressions
create table `suppressions` (`hash` text not null primary key, `reason` text check (`reason` in ('unsubscribed', 'bounced', 'complained', 'removed')) not null, `since` datetime not null);
create table `suppression_keys` (`id` integer not null primary key, `key` text not null);
-- Migration20261122101200_embed_origins
create table `embed_origins` (`origin` text not null primary key, `allowed_at` datetime null, `refusals` integer not null default 0, `last_refused_at` datetime null);
-- Migration20261122102600_delivery_problems
create index `deliveries_problems` on `deliveries` (`send_id`, `state`, `failure`, `id`) where `state` in ('failed', 'unknown', 'deferred');
-- Migration20261122104119_provider_moves
create table `provider_moves` (`id` integer not null primary key, `family` text check (`family` in ('icontact', 'smtp')) not null, `moved_at` datetime not null);
-- Migration20261122105000_mailbox_readings
create table `mailbox_readings` (`name` text not null primary key, `uid_validity` text null, `last_uid` text null, `lease_until` datetime null);
insert into mikro_orm_migrations ("id", "name", "executed_at") values
  (1, 'Migration20261121000000_initial', 1795307100000),
  (10, 'Migration20261122063146_replaced_sends', 1795355002000),
  (11, 'Migration20261122063556_alerts', 1795355002000),
  (12, 'Migration20261122064007_session_origin', 1795355002000),
  (13, 'Migration20261122064837_public_words', 1795355002000),
  (14, 'Migration20261122065215_reader_source', 1795355002000),
  (15, 'Migration20261122065514_autopilot', 1795355002000),
  (16, 'Migration20261122065938_second_factor', 1795355002000),
  (17, 'Migration20261122071746_text_keys', 1795355002000),
  (18, 'Migration20261122093511_fewer_reader_indexes', 1795355002000),
  (19, 'Migration20261122094049_template_versions', 1795355002000),
  (2, 'Migration20261121102645_totals', 1795307100000),
  (20, 'Migration20261122100212_suppressions', 1795355002000),
  (21, 'Migration20261122101200_embed_origins', 1795355002000),
  (22, 'Migration20261122102600_delivery_problems', 1795355002000),
  (23, 'Migration20261122104119_provider_moves', 1795355002000),
  (24, 'Migration20261122105000_mailbox_readings', 1795355002000),
  (3, 'Migration20261122003229_retire_totals', 1795355002000),
  (4, 'Migration20261122031957_unsettled', 1795355002000),
  (5, 'Migration20261122034500_search_index', 1795355002000),
  (6, 'Migration20261122034600_signup_addresses', 1795355002000),
  (7, 'Migration20261122035525_privacy_text', 1795355002000),
  (8, 'Migration20261122061316_own_list', 1795355002000),
  (9, 'Migration20261122062331_activity_log', 1795355002000);
insert into words ("id", "word", "word_key", "sort_key", "phonetic_pronunciation", "part_of_speech", "definition", "etymology", "example1", "example2", "conversation_tip", "search_text", "used_count", "source", "created_at", "removed_at", "slug") values
  (1, 'apple', 'apple', 'apple', '/ˈpetrɪkɔr/', 'noun', 'What “apple” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'apple
what “apple” means: 100% of it, it''s said.
second line.', 0, 'admin', 1790843400101, NULL, NULL),
  (10, 'waiting', 'waiting', 'waiting', '/ˈpetrɪkɔr/', 'noun', 'What “waiting” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'waiting
what “waiting” means: 100% of it, it''s said.
second line.', 0, 'wordnet', 1790843400110, NULL, 'waiting'),
  (11, 'at the provider', 'at the provider', 'at the provider', '/ˈpetrɪkɔr/', 'noun', 'What “at the provider” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'at the provider
what “at the provider” means: 100% of it, it''s said.
second line.', 0, 'admin', 1790929800111, NULL, 'at-the-provider'),
  (12, 'failed', 'failed', 'failed', '/ˈpetrɪkɔr/', 'noun', 'What “failed” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'failed
what “failed” means: 100% of it, it''s said.
second line.', 0, 'import', 1791016200112, NULL, 'failed'),
  (13, 'Gone once', 'gone once', 'gone once', '/ˈpetrɪkɔr/', 'noun', 'Added again.', 'Old.', 'One.', 'Two.', 'Say it.', 'gone once
added again.', 0, 'admin', 1791189000114, NULL, NULL),
  (2, 'Äpfel', 'äpfel', 'apfel', '/ˈpetrɪkɔr/', 'noun', 'What “Äpfel” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'äpfel
what “äpfel” means: 100% of it, it''s said.
second line.', 0, 'import', 1790929800102, NULL, NULL),
  (3, 'bread', 'bread', 'bread', '/ˈpetrɪkɔr/', 'noun', 'What “bread” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'bread
what “bread” means: 100% of it, it''s said.
second line.', 1, 'starter', 1791016200103, NULL, 'bread'),
  (4, 'Éclat', 'éclat', 'eclat', '/ˈpetrɪkɔr/', 'noun', 'What “Éclat” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'éclat
what “éclat” means: 100% of it, it''s said.
second line.', 0, 'merriam-webster', 1791102600104, NULL, NULL),
  (5, '''tis', '''tis', '''tis', '/ˈpetrɪkɔr/', 'noun', 'What “''tis” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', '''tis
what “''tis” means: 100% of it, it''s said.
second line.', 0, 'wordnet', 1791189000105, NULL, NULL),
  (6, 'zest', 'zest', 'zest', '/ˈpetrɪkɔr/', 'noun', 'What “zest” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', '', 'Say it.', 'zest
what “zest” means: 100% of it, it''s said.
second line.', 0, 'admin', 1791275400106, NULL, NULL),
  (7, 'ωμέγα', 'ωμέγα', 'ωμεγα', '/ˈpetrɪkɔr/', 'noun', 'What “ωμέγα” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'ωμέγα
what “ωμέγα” means: 100% of it, it''s said.
second line.', 0, 'import', 1791361800107, NULL, NULL),
  (8, 'gone once', NULL, 'gone once', '/ˈpetrɪkɔr/', 'noun', 'What “gone once” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'gone once
what “gone once” means: 100% of it, it''s said.
second line.', 1, 'starter', 1791448200108, 1791102600113, NULL);
insert into users ("id", "username", "password", "seat", "created_at", "updated_at") values
  (1, 'admin', '$2b$04$E8ceOUnPbxPwwTEX3176Q.j62daHOU7g.Xtw9TKWO901b6FgwRpaq', 1, 1788249600000, 1788336000000);
insert into templates ("id", "content", "subject", "created_at", "origin", "account", "via") values
  (1, '<h1>{{word}}</h1>', 'First: {{word}}', 1788422400000, 'edit', NULL, NULL),
  (2, '<h1>{{word}}</h1><p>{{definition}}</p>', 'Second: {{word}}', 1788508800000, 'edit', NULL, NULL);
insert into suppression_keys ("id", "key") values
  (1, 'key');
insert into suppressions ("hash", "reason", "since") values
  ('hash', 'unsubscribed', 1793448000123);
insert into smtp_messages ("id", "name", "subject", "html", "text", "created_at") values
  (1, 'bread · 2026-10-21 · 00dd', 'Bread', '<p>Bread</p>', 'Bread', 1793448000123);
insert into smtp_sends ("id", "message_id", "scheduled_at", "status", "reason", "started_at", "finished_at", "prepared_to", "recipients", "sent", "failed", "unknown") values
  (1, 1, 1793448000123, 'released', NULL, 1793448000123, 1793448000123, 3, 1, 1, 0, 0);
insert into sessions ("sid", "sess", "expire", "user_id", "signed_in_at", "used_at", "browser", "address") values
  ('a-living-session', '{"userId":1}', 1795910400000, 1, 1795305600000, 1795305600000, NULL, NULL),
  ('an-expired-session', '{"userId":1}', 1790812800000, 1, 1790208000000, 1790208000000, NULL, NULL);
insert into second_factors ("user_id", "secret", "confirmed_at", "last_step", "recovery_codes") values
  (1, 'sealed', 1793448000123, 1, '[]');
insert into scheduled_emails ("id", "word_id", "scheduled_date", "status", "icontact_message_id", "message_id", "send_id", "created_at", "sent_at", "reason", "message_name", "message_attempted_at", "send_attempted_at", "cancel_requested_at", "lease_token", "lease_until", "replaced", "text_key") values
  (1, 10, 1796108400000, 'pending', NULL, NULL, NULL, 1793527200123, NULL, 'The email provider cannot be reached.', 'waiting · 2026-12-01 · 00aa', 1793527201000, NULL, NULL, NULL, NULL, NULL, NULL),
  (2, 11, 1796194800000, 'scheduled', '4711', 4711, '815', 1793530800456, NULL, NULL, 'at the provider · 2026-12-02 · 00bb', 1793530801000, 1793530802000, 1793534400000, '11111111-2222-3333-4444-555555555555', 1793534520000, NULL, NULL),
  (3, 8, 1792479600000, 'sent', '4712', 4712, '816', 1791626400000, 1792479609000, NULL, 'gone once · 2026-10-20 · 00cc', NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (4, 3, 1792566000000, 'sent', 'abc-1', NULL, '817', 1791626400000, 1792566008000, NULL, 'bread · 2026-10-21 · 00dd', NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (5, 12, 1792652400000, 'failed', NULL, NULL, NULL, 1791626400000, NULL, 'It was cancelled at the email provider.', 'failed · 2026-10-22 · 00ee', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
insert into removed_readers ("id", "email", "subscriber_id", "settled_at") values
  (1, 'gone@example.com', '9002', 1793448000123);
insert into registrations ("id", "email", "first_name", "favorite_word", "ip_address", "created_at", "handover", "status_at", "confirmed_at", "handover_reason", "contact_id", "attempted_at", "lease_until", "mail_token", "soft_bounces", "soft_bounced_on", "source", "consent") values
  (1, 'waiting@example.com', 'Ada', NULL, '192.0.2.1', 1793404799999, 'waiting', NULL, NULL, NULL, NULL, 1793404799999, NULL, NULL, 0, NULL, NULL, NULL),
  (2, 'claimed@example.com', 'Zoë', 'petrichor', '2001:db8::1', 1793404800000, 'waiting', NULL, NULL, NULL, NULL, 1793404800000, 1793405100000, NULL, 0, NULL, NULL, NULL),
  (3, 'subscribed@example.com', 'O''Neil', 'zest', NULL, 1788257699999, 'subscribed', NULL, NULL, NULL, '9001', NULL, NULL, NULL, 0, NULL, NULL, NULL),
  (4, 'refused@example.com', 'Mallory', NULL, '192.0.2.9', 1788257700000, 'refused', NULL, NULL, 'The email provider does not accept this address.', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL);
insert into rate_limits ("key", "points", "expire") values
  ('signupPerAddress:192.0.2.1', 2, 1793450000000);
insert into provider_rests ("name", "until") values
  ('icontact', 1793448000123);
insert into provider_moves ("id", "family", "moved_at") values
  (1, 'icontact', 1793448000123);
insert into processor_runs ("id", "finished_at", "failures") values
  (1, 1793448300000, 2);
insert into privacy_texts ("id", "content", "created_at") values
  (1, '# Privacy

We keep your address.', 1793448000123);
insert into mailbox_readings ("name", "uid_validity", "last_uid", "lease_until") values
  ('name', 'uidValidity', 'lastUid', 1793448000123);
insert into embed_origins ("origin", "allowed_at", "refusals", "last_refused_at") values
  ('origin', 1793448000123, 1, 1793448000123);
insert into deliveries ("id", "send_id", "reader_id", "state", "due_at", "attempts", "lease_token", "lease_until", "failure", "answer", "ended_at") values
  (1, 1, 3, 'sent', 1793448000123, 1, NULL, NULL, NULL, '250 OK', 1793448000123);
insert into daily_counts ("name", "day", "count") values
  ('icontact', '2026-10-31', 17),
  ('merriam-webster', '2026-10-31', 3);
insert into confirmations ("email", "token", "requested_at", "due_at", "emails", "sent_at") values
  ('new@example.com', 'cccccccccccccccccccccccccccccccc', 1793448000123, NULL, 1, NULL);
insert into cancelled_sends ("id", "message_id", "settled_at") values
  (1, '4713', 1793448000123);
insert into autopilot_settings ("id", "is_on", "time", "days", "ahead", "seed") values
  (1, 0, '07:00', 'mon-fri', 14, 7);
insert into autopilot_days ("day", "is_skipped") values
  ('2026-11-26', 1);
insert into audit_entries ("id", "at", "action", "outcome", "via", "account", "address", "detail", "count", "same_as") values
  (1, 1793448000123, 'login', 'done', 'web', 'admin', '192.0.2.1', 'Firefox on Linux', 1, NULL);
insert into alerts ("key", "kind", "body", "email_id", "created_at", "not_before", "expires_at", "forget_at", "attempts", "lease_until", "failure", "sent_at") values
  ('at-risk:2026-11-01', 'at_risk', '{"text":"The next email is at risk."}', 1, 1793448000123, 1793448000123, 1793534400000, 1796040000000, 1, NULL, 'The receiver answered 503.', NULL);
