CREATE TABLE `mikro_orm_migrations` (`id` integer not null primary key autoincrement, `name` text not null, `executed_at` datetime not null default (strftime('%s', 'now') * 1000));
CREATE TABLE `daily_counts` (`name` text not null, `day` text not null, `count` integer not null, primary key (`name`, `day`));
CREATE TABLE `processor_runs` (`id` integer not null primary key autoincrement, `finished_at` datetime not null, `failures` integer not null);
CREATE TABLE `rate_limits` (`key` text not null primary key, `points` integer not null default 0, `expire` bigint null);
CREATE TABLE `registrations` (`id` integer not null primary key autoincrement, `email` text not null, `first_name` text not null, `favorite_word` text null, `ip_address` text null, `created_at` datetime not null, `handover` text check (`handover` in ('waiting', 'subscribed', 'refused')) not null default 'waiting', `handover_reason` text null, `contact_id` text null, `lease_until` datetime null);
CREATE TABLE `sessions` (`sid` text not null primary key, `sess` json not null, `expire` datetime not null, `user_id` integer null);
CREATE TABLE `templates` (`id` integer not null primary key autoincrement, `content` text not null, `subject` text not null, `created_at` datetime not null);
CREATE TABLE `users` (`id` integer not null primary key autoincrement, `username` text not null, `password` text not null, `seat` integer not null default 1, `created_at` datetime not null, `updated_at` datetime not null);
CREATE TABLE `words` (`id` integer not null primary key autoincrement, `word` text not null, `word_key` text null, `sort_key` text not null, `phonetic_pronunciation` text not null, `part_of_speech` text not null, `definition` text not null, `etymology` text not null, `example1` text not null, `example2` text not null, `conversation_tip` text not null, `search_text` text not null, `used_count` integer not null default 0, `source` text check (`source` in ('admin', 'import', 'starter', 'merriam-webster', 'wordnet')) not null default 'admin', `created_at` datetime not null, `removed_at` datetime null, `waiting_count` integer not null default 0);
CREATE TABLE `scheduled_emails` (`id` integer not null primary key autoincrement, `word_id` integer not null, `scheduled_date` datetime not null, `status` text check (`status` in ('pending', 'scheduled', 'sent', 'failed')) not null default 'pending', `icontact_message_id` text null, `message_id` bigint null, `send_id` text null, `created_at` datetime not null, `sent_at` datetime null, `reason` text null, `message_name` text not null, `message_attempted_at` datetime null, `send_attempted_at` datetime null, `cancel_requested_at` datetime null, `lease_token` text null, `lease_until` datetime null, constraint `scheduled_emails_word_id_foreign` foreign key (`word_id`) references `words` (`id`) on delete restrict);
CREATE TABLE `totals` (`name` text not null, `key` integer not null, `slot` bigint not null, `count` integer not null, primary key (`name`, `key`, `slot`));
insert into words (id, word, word_key, sort_key, phonetic_pronunciation, part_of_speech, definition, etymology, example1, example2, conversation_tip, search_text, used_count, source, created_at, removed_at, waiting_count) values
  (1, 'apple', 'apple', 'apple', '/ˈpetrɪkɔr/', 'noun', 'What “apple” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'apple
what “apple” means: 100% of it, it''s said.
second line.', 0, 'admin', 1790843400101, null, 0),
  (2, 'Äpfel', 'äpfel', 'apfel', '/ˈpetrɪkɔr/', 'noun', 'What “Äpfel” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'äpfel
what “äpfel” means: 100% of it, it''s said.
second line.', 0, 'import', 1790929800102, null, 0),
  (3, 'bread', 'bread', 'bread', '/ˈpetrɪkɔr/', 'noun', 'What “bread” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'bread
what “bread” means: 100% of it, it''s said.
second line.', 1, 'starter', 1791016200103, null, 0),
  (4, 'Éclat', 'éclat', 'eclat', '/ˈpetrɪkɔr/', 'noun', 'What “Éclat” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'éclat
what “éclat” means: 100% of it, it''s said.
second line.', 0, 'merriam-webster', 1791102600104, null, 0),
  (5, '''tis', '''tis', '''tis', '/ˈpetrɪkɔr/', 'noun', 'What “''tis” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', '''tis
what “''tis” means: 100% of it, it''s said.
second line.', 0, 'wordnet', 1791189000105, null, 0),
  (6, 'zest', 'zest', 'zest', '/ˈpetrɪkɔr/', 'noun', 'What “zest” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', '', 'Say it.', 'zest
what “zest” means: 100% of it, it''s said.
second line.', 0, 'admin', 1791275400106, null, 0),
  (7, 'ωμέγα', 'ωμέγα', 'ωμεγα', '/ˈpetrɪkɔr/', 'noun', 'What “ωμέγα” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'ωμέγα
what “ωμέγα” means: 100% of it, it''s said.
second line.', 0, 'import', 1791361800107, null, 0),
  (8, 'gone once', null, 'gone once', '/ˈpetrɪkɔr/', 'noun', 'What “gone once” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'gone once
what “gone once” means: 100% of it, it''s said.
second line.', 1, 'starter', 1791448200108, 1791102600113, 0),
  (10, 'waiting', 'waiting', 'waiting', '/ˈpetrɪkɔr/', 'noun', 'What “waiting” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'waiting
what “waiting” means: 100% of it, it''s said.
second line.', 0, 'wordnet', 1790843400110, null, 1),
  (11, 'at the provider', 'at the provider', 'at the provider', '/ˈpetrɪkɔr/', 'noun', 'What “at the provider” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'at the provider
what “at the provider” means: 100% of it, it''s said.
second line.', 0, 'admin', 1790929800111, null, 1),
  (12, 'failed', 'failed', 'failed', '/ˈpetrɪkɔr/', 'noun', 'What “failed” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'failed
what “failed” means: 100% of it, it''s said.
second line.', 0, 'import', 1791016200112, null, 0),
  (13, 'Gone once', 'gone once', 'gone once', '/ˈpetrɪkɔr/', 'noun', 'Added again.', 'Old.', 'One.', 'Two.', 'Say it.', 'gone once
added again.', 0, 'admin', 1791189000114, null, 0);
insert into scheduled_emails (id, word_id, scheduled_date, status, icontact_message_id, message_id, send_id, created_at, sent_at, reason, message_name, message_attempted_at, send_attempted_at, cancel_requested_at, lease_token, lease_until) values
  (1, 10, 1796108400000, 'pending', null, null, null, 1793527200123, null, 'The email provider cannot be reached.', 'waiting · 2026-12-01 · 00aa', 1793527201000, null, null, null, null),
  (2, 11, 1796194800000, 'scheduled', '4711', 4711, '815', 1793530800456, null, null, 'at the provider · 2026-12-02 · 00bb', 1793530801000, 1793530802000, 1793534400000, '11111111-2222-3333-4444-555555555555', 1793534520000),
  (3, 8, 1792479600000, 'sent', '4712', 4712, '816', 1791626400000, 1792479609000, null, 'gone once · 2026-10-20 · 00cc', null, null, null, null, null),
  (4, 3, 1792566000000, 'sent', 'abc-1', null, '817', 1791626400000, 1792566008000, null, 'bread · 2026-10-21 · 00dd', null, null, null, null, null),
  (5, 12, 1792652400000, 'failed', null, null, null, 1791626400000, null, 'It was cancelled at the email provider.', 'failed · 2026-10-22 · 00ee', null, null, null, null, null);
insert into registrations (id, email, first_name, favorite_word, ip_address, created_at, handover, handover_reason, contact_id, lease_until) values
  (1, 'waiting@example.com', 'Ada', null, '192.0.2.1', 1793404799999, 'waiting', null, null, null),
  (2, 'claimed@example.com', 'Zoë', 'petrichor', '2001:db8::1', 1793404800000, 'waiting', null, null, 1793405100000),
  (3, 'subscribed@example.com', 'O''Neil', 'zest', null, 1788257699999, 'subscribed', null, '9001', null),
  (4, 'refused@example.com', 'Mallory', null, '192.0.2.9', 1788257700000, 'refused', 'The email provider does not accept this address.', null, null);
insert into users (id, username, password, seat, created_at, updated_at) values
  (1, 'admin', '$2b$04$E8ceOUnPbxPwwTEX3176Q.j62daHOU7g.Xtw9TKWO901b6FgwRpaq', 1, 1788249600000, 1788336000000);
insert into sessions (sid, sess, expire, user_id) values
  ('a-living-session', '{"userId":1}', 1795910400000, 1),
  ('an-expired-session', '{"userId":1}', 1790812800000, 1);
insert into templates (id, content, subject, created_at) values
  (1, '<h1>{{word}}</h1>', 'First: {{word}}', 1788422400000),
  (2, '<h1>{{word}}</h1><p>{{definition}}</p>', 'Second: {{word}}', 1788508800000);
insert into daily_counts (name, day, count) values
  ('icontact', '2026-10-31', 17),
  ('merriam-webster', '2026-10-31', 3);
insert into rate_limits (key, points, expire) values
  ('signupPerAddress:192.0.2.1', 2, 1793450000000);
insert into processor_runs (id, finished_at, failures) values
  (1, 1793448300000, 2);
insert into totals (name, key, slot, count) values
  ('words.unused', 97, 0, 2),
  ('words.unused', 98, 0, 0),
  ('words.unused', 101, 0, 1),
  ('words.unused', 96, 0, 1),
  ('words.unused', 122, 0, 1),
  ('words.unused', 123, 0, 1),
  ('words.unused', 103, 0, 1),
  ('words.unused', 110, 0, 0),
  ('words.unused', 119, 0, 0),
  ('words.unused', 102, 0, 1),
  ('emails.pending', 0, 0, 1),
  ('words.other', 119, 0, 1),
  ('emails.scheduled', 0, 0, 1),
  ('words.other', 97, 0, 1),
  ('emails.sent', 0, 0, 2),
  ('emails.failed', 0, 0, 1),
  ('words.other', 103, 0, 0),
  ('words.other', 98, 0, 1),
  ('readers.all', 0, 0, 4),
  ('readers.signups', 1992671, 0, 1),
  ('readers.signups', 1992672, 0, 1),
  ('readers.signups', 1986952, 0, 1),
  ('readers.signups', 1986953, 0, 1);
insert into mikro_orm_migrations (id, name, executed_at) values
  (1, 'Migration20261121000000_initial', 1795307100000),
  (2, 'Migration20261121102645_totals', 1795307100000);
delete from sqlite_sequence;
insert into sqlite_sequence (name, seq) values
  ('mikro_orm_migrations', 2),
  ('words', 13),
  ('scheduled_emails', 5),
  ('registrations', 4),
  ('users', 1),
  ('templates', 2),
  ('processor_runs', 1);
CREATE UNIQUE INDEX `registrations_email_unique` on `registrations` (`email`);
CREATE INDEX `registrations_created_at` on `registrations` (`created_at`);
CREATE INDEX `registrations_waiting` on `registrations` (`id`) where `handover` = 'waiting';
CREATE INDEX `sessions_expire` on `sessions` (`expire`);
CREATE INDEX `sessions_user_id` on `sessions` (`user_id`);
CREATE UNIQUE INDEX `users_username_unique` on `users` (`username`);
CREATE UNIQUE INDEX `users_seat_unique` on `users` (`seat`);
CREATE UNIQUE INDEX `words_word_key_unique` on `words` (`word_key`);
CREATE INDEX `words_alphabetical` on `words` (`sort_key`, `id`) where `removed_at` is null;
CREATE INDEX `scheduled_emails_word_id` on `scheduled_emails` (`word_id`);
CREATE INDEX `scheduled_emails_send_id` on `scheduled_emails` (`send_id`);
CREATE UNIQUE INDEX `scheduled_emails_message_name_unique` on `scheduled_emails` (`message_name`);
CREATE INDEX `scheduled_emails_date` on `scheduled_emails` (`scheduled_date`, `id`);
CREATE INDEX `scheduled_emails_status` on `scheduled_emails` (`status`, `scheduled_date`);
CREATE UNIQUE INDEX `scheduled_emails_one_waiting` on `scheduled_emails` (`word_id`) where `status` in ('pending', 'scheduled');
CREATE INDEX `words_unused` on `words` (`sort_key`, `id`) where `removed_at` is null and `used_count` = 0 and `waiting_count` = 0;
CREATE TRIGGER scheduled_emails_wait_insert after insert on scheduled_emails begin update words set waiting_count = waiting_count + 1 where id = new.word_id and new.status in ('pending', 'scheduled'); end;
CREATE TRIGGER scheduled_emails_wait_delete after delete on scheduled_emails begin update words set waiting_count = waiting_count - 1 where id = old.word_id and old.status in ('pending', 'scheduled'); end;
CREATE TRIGGER scheduled_emails_wait_update after update of word_id, status on scheduled_emails
  when (old.word_id, old.status in ('pending', 'scheduled')) is not (new.word_id, new.status in ('pending', 'scheduled'))
  begin update words set waiting_count = waiting_count - 1 where id = old.word_id and old.status in ('pending', 'scheduled'); update words set waiting_count = waiting_count + 1 where id = new.word_id and new.status in ('pending', 'scheduled'); end;
CREATE TRIGGER words_count_insert after insert on words begin 
  insert into totals (name, key, slot, count) select iif(new.used_count = 0 and new.waiting_count = 0, 'words.unused', 'words.other'), min(max(coalesce(unicode(new.sort_key), 0), 96), 123), 0, 1 where new.removed_at is null
  on conflict do update set count = count + excluded.count; end;
CREATE TRIGGER words_count_delete after delete on words begin 
  insert into totals (name, key, slot, count) select iif(old.used_count = 0 and old.waiting_count = 0, 'words.unused', 'words.other'), min(max(coalesce(unicode(old.sort_key), 0), 96), 123), 0, -1 where old.removed_at is null
  on conflict do update set count = count + excluded.count; end;
CREATE TRIGGER words_count_update after update of sort_key,used_count,waiting_count,removed_at on words
  when (old.sort_key,old.used_count,old.waiting_count,old.removed_at) is not (new.sort_key,new.used_count,new.waiting_count,new.removed_at) begin 
  insert into totals (name, key, slot, count) select iif(old.used_count = 0 and old.waiting_count = 0, 'words.unused', 'words.other'), min(max(coalesce(unicode(old.sort_key), 0), 96), 123), 0, -1 where old.removed_at is null
  on conflict do update set count = count + excluded.count; 
  insert into totals (name, key, slot, count) select iif(new.used_count = 0 and new.waiting_count = 0, 'words.unused', 'words.other'), min(max(coalesce(unicode(new.sort_key), 0), 96), 123), 0, 1 where new.removed_at is null
  on conflict do update set count = count + excluded.count; end;
CREATE TRIGGER scheduled_emails_count_insert after insert on scheduled_emails begin 
  insert into totals (name, key, slot, count) select 'emails.' || new.status, 0, 0, 1 where true
  on conflict do update set count = count + excluded.count; end;
CREATE TRIGGER scheduled_emails_count_delete after delete on scheduled_emails begin 
  insert into totals (name, key, slot, count) select 'emails.' || old.status, 0, 0, -1 where true
  on conflict do update set count = count + excluded.count; end;
CREATE TRIGGER scheduled_emails_count_update after update of status on scheduled_emails
  when (old.status) is not (new.status) begin 
  insert into totals (name, key, slot, count) select 'emails.' || old.status, 0, 0, -1 where true
  on conflict do update set count = count + excluded.count; 
  insert into totals (name, key, slot, count) select 'emails.' || new.status, 0, 0, 1 where true
  on conflict do update set count = count + excluded.count; end;
CREATE TRIGGER registrations_count_insert after insert on registrations begin 
  insert into totals (name, key, slot, count) select 'readers.all', 0, 0, 1 where true
  on conflict do update set count = count + excluded.count;
  insert into totals (name, key, slot, count) select 'readers.signups', cast(new.created_at / 900000 as integer), 0, 1 where true
  on conflict do update set count = count + excluded.count; end;
CREATE TRIGGER registrations_count_delete after delete on registrations begin 
  insert into totals (name, key, slot, count) select 'readers.all', 0, 0, -1 where true
  on conflict do update set count = count + excluded.count;
  insert into totals (name, key, slot, count) select 'readers.signups', cast(old.created_at / 900000 as integer), 0, -1 where true
  on conflict do update set count = count + excluded.count; end;
CREATE TRIGGER registrations_count_update after update of created_at on registrations
  when (old.created_at) is not (new.created_at) begin 
  insert into totals (name, key, slot, count) select 'readers.all', 0, 0, -1 where true
  on conflict do update set count = count + excluded.count;
  insert into totals (name, key, slot, count) select 'readers.signups', cast(old.created_at / 900000 as integer), 0, -1 where true
  on conflict do update set count = count + excluded.count; 
  insert into totals (name, key, slot, count) select 'readers.all', 0, 0, 1 where true
  on conflict do update set count = count + excluded.count;
  insert into totals (name, key, slot, count) select 'readers.signups', cast(new.created_at / 900000 as integer), 0, 1 where true
  on conflict do update set count = count + excluded.count; end;
