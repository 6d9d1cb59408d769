-- Migration20261121000000_initial
create table "daily_counts" ("name" varchar(50) not null, "day" varchar(10) not null, "count" int not null, primary key ("name", "day"));
create table "processor_runs" ("id" serial primary key, "finished_at" timestamptz(3) not null, "failures" int not null);
create table "rate_limits" ("key" varchar(255) not null, "points" int not null default 0, "expire" bigint null, primary key ("key"));
create table "registrations" ("id" serial primary key, "email" varchar(254) not null, "first_name" varchar(100) not null, "favorite_word" varchar(100) null, "ip_address" varchar(64) null, "created_at" timestamptz(3) not null, "handover" text not null default 'waiting', "handover_reason" text null, "contact_id" varchar(64) null, "lease_until" timestamptz(3) null);
alter table "registrations" add constraint "registrations_email_unique" unique ("email");
create index "registrations_created_at" on "registrations" ("created_at");
create index "registrations_waiting" on "registrations" ("id") where "handover" = 'waiting';
create table "sessions" ("sid" varchar(128) not null, "sess" jsonb not null, "expire" timestamptz(3) not null, "user_id" int null, primary key ("sid"));
create index "sessions_expire" on "sessions" ("expire");
create index "sessions_user_id" on "sessions" ("user_id");
create table "templates" ("id" serial primary key, "content" text not null, "subject" varchar(500) not null, "created_at" timestamptz(3) not null);
create table "users" ("id" serial primary key, "username" varchar(100) not null, "password" varchar(100) not null, "seat" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null);
alter table "users" add constraint "users_username_unique" unique ("username");
alter table "users" add constraint "users_seat_unique" unique ("seat");
create table "words" ("id" serial primary key, "word" varchar(100) not null, "word_key" varchar(100) null, "sort_key" varchar(100) collate "C" not null, "phonetic_pronunciation" text not null, "part_of_speech" varchar(50) not null, "definition" text not null, "etymology" text not null, "example1" text not null, "example2" text not null, "conversation_tip" text not null, "search_text" text not null, "used_count" int not null default 0, "source" text not null default 'admin', "created_at" timestamptz(3) not null, "removed_at" timestamptz(3) null);
alter table "words" add constraint "words_word_key_unique" unique ("word_key");
create index "words_alphabetical" on "words" ("sort_key", "id") where "removed_at" is null;
create index "words_unused" on "words" ("sort_key", "id") where "removed_at" is null and "used_count" = 0;
create table "scheduled_emails" ("id" serial primary key, "word_id" int not null, "scheduled_date" timestamptz(3) not null, "status" text not null default 'pending', "icontact_message_id" varchar(64) null, "message_id" bigint null, "send_id" varchar(64) null, "created_at" timestamptz(3) not null, "sent_at" timestamptz(3) null, "reason" text null, "message_name" varchar(200) not null, "message_attempted_at" timestamptz(3) null, "send_attempted_at" timestamptz(3) null, "cancel_requested_at" timestamptz(3) null, "lease_token" varchar(36) null, "lease_until" timestamptz(3) null);
create index "scheduled_emails_word_id" on "scheduled_emails" ("word_id");
create index "scheduled_emails_send_id" on "scheduled_emails" ("send_id");
alter table "scheduled_emails" add constraint "scheduled_emails_message_name_unique" unique ("message_name");
create index "scheduled_emails_date" on "scheduled_emails" ("scheduled_date", "id");
create index "scheduled_emails_status" on "scheduled_emails" ("status", "scheduled_date");
create unique index "scheduled_emails_one_waiting" on "scheduled_emails" ("word_id") where "status" in ('pending', 'scheduled');
alter table "registrations" add constraint "registrations_handover_check" check ("handover" in ('waiting', 'subscribed', 'refused'));
alter table "words" add constraint "words_source_check" check ("source" in ('admin', 'import', 'starter', 'merriam-webster', 'wordnet'));
alter table "scheduled_emails" add constraint "scheduled_emails_word_id_foreign" foreign key ("word_id") references "words" ("id") on delete restrict;
alter table "scheduled_emails" add constraint "scheduled_emails_status_check" check ("status" in ('pending', 'scheduled', 'sent', 'failed'));
-- Migration20261121102645_totals
create table "totals" ("name" varchar(50) not null, "key" int not null, "slot" bigint not null, "count" int not null, primary key ("name", "key", "slot"));
lock table scheduled_emails in share row exclusive mode;
lock table words in access exclusive mode;
lock table registrations in share row exclusive mode;
drop index "words_unused";
alter table "words" add "waiting_count" int not null default 0;
update words set waiting_count = 1 where id in (select word_id from scheduled_emails where status in ('pending', 'scheduled'));
create index "words_unused" on "words" ("sort_key", "id") where "removed_at" is null and "used_count" = 0 and "waiting_count" = 0;
create function add_to_total(total_name text, total_key int, change int) returns void language plpgsql as $$
  declare
  free_slot bigint;
  begin
  select slot into free_slot from totals where name = total_name and key = total_key
  limit 1 for update skip locked;
  if found then
  update totals set count = count + change
  where name = total_name and key = total_key and slot = free_slot;
  else
  insert into totals (name, key, slot, count) values (total_name, total_key, txid_current(), change);
  end if;
  end $$;
insert into totals (name, key, slot, count)
  select name, key, 0, count(*) from (select case when used_count = 0 and waiting_count = 0 then 'words.unused' else 'words.other' end as name,
  least(greatest(ascii(sort_key), 96), 123) as key from words where removed_at is null) counted group by name, key;
create function words_count_insert() returns trigger language plpgsql as $$ begin perform add_to_total(name, key, change) from (select name, key, sum(change)::int as change
  from (select more.*, 1 as change from (select case when used_count = 0 and waiting_count = 0 then 'words.unused' else 'words.other' end as name,
  least(greatest(ascii(sort_key), 96), 123) as key from new_rows where removed_at is null) more) changed group by name, key having sum(change) <> 0) changes; return null; end $$;
create trigger words_count_insert after insert on words referencing new table as new_rows for each statement execute function words_count_insert();
create function words_count_delete() returns trigger language plpgsql as $$ begin perform add_to_total(name, key, change) from (select name, key, sum(change)::int as change
  from (select less.*, -1 as change from (select case when used_count = 0 and waiting_count = 0 then 'words.unused' else 'words.other' end as name,
  least(greatest(ascii(sort_key), 96), 123) as key from old_rows where removed_at is null) less) changed group by name, key having sum(change) <> 0) changes; return null; end $$;
create trigger words_count_delete after delete on words referencing old table as old_rows for each statement execute function words_count_delete();
create function words_count_update() returns trigger language plpgsql as $$ begin perform add_to_total(name, key, change) from (select name, key, sum(change)::int as change
  from (select more.*, 1 as change from (select case when used_count = 0 and waiting_count = 0 then 'words.unused' else 'words.other' end as name,
  least(greatest(ascii(sort_key), 96), 123) as key from new_rows where removed_at is null) more union all select less.*, -1 as change from (select case when used_count = 0 and waiting_count = 0 then 'words.unused' else 'words.other' end as name,
  least(greatest(ascii(sort_key), 96), 123) as key from old_rows where removed_at is null) less) changed group by name, key having sum(change) <> 0) changes; return null; end $$;
create trigger words_count_update after update on words referencing old table as old_rows new table as new_rows for each statement execute function words_count_update();
create function words_count_truncate() returns trigger language plpgsql as $$ begin delete from totals where name like 'words.%'; return null; end $$;
create trigger words_count_truncate after truncate on words for each statement execute function words_count_truncate();
insert into totals (name, key, slot, count)
  select name, key, 0, count(*) from (select 'emails.' || status as name, 0 as key from scheduled_emails) counted group by name, key;
create function scheduled_emails_count_insert() returns trigger language plpgsql as $$ begin perform add_to_total(name, key, change) from (select name, key, sum(change)::int as change
  from (select more.*, 1 as change from (select 'emails.' || status as name, 0 as key from new_rows) more) changed group by name, key having sum(change) <> 0) changes; return null; end $$;
create trigger scheduled_emails_count_insert after insert on scheduled_emails referencing new table as new_rows for each statement execute function scheduled_emails_count_insert();
create function scheduled_emails_count_delete() returns trigger language plpgsql as $$ begin perform add_to_total(name, key, change) from (select name, key, sum(change)::int as change
  from (select less.*, -1 as change from (select 'emails.' || status as name, 0 as key from old_rows) less) changed group by name, key having sum(change) <> 0) changes; return null; end $$;
create trigger scheduled_emails_count_delete after delete on scheduled_emails referencing old table as old_rows for each statement execute function scheduled_emails_count_delete();
create function scheduled_emails_count_update() returns trigger language plpgsql as $$ begin perform add_to_total(name, key, change) from (select name, key, sum(change)::int as change
  from (select more.*, 1 as change from (select 'emails.' || status as name, 0 as key from new_rows) more union all select less.*, -1 as change from (select 'emails.' || status as name, 0 as key from old_rows) less) changed group by name, key having sum(change) <> 0) changes; return null; end $$;
create trigger scheduled_emails_count_update after update on scheduled_emails referencing old table as old_rows new table as new_rows for each statement execute function scheduled_emails_count_update();
create function scheduled_emails_count_truncate() returns trigger language plpgsql as $$ begin delete from totals where name like 'emails.%'; return null; end $$;
create trigger scheduled_emails_count_truncate after truncate on scheduled_emails for each statement execute function scheduled_emails_count_truncate();
insert into totals (name, key, slot, count)
  select name, key, 0, count(*) from (select 'readers.all' as name, 0 as key from registrations union all
  select 'readers.signups', floor(extract(epoch from created_at) / 900)::int from registrations) counted group by name, key;
create function registrations_count_insert() returns trigger language plpgsql as $$ begin perform add_to_total(name, key, change) from (select name, key, sum(change)::int as change
  from (select more.*, 1 as change from (select 'readers.all' as name, 0 as key from new_rows union all
  select 'readers.signups', floor(extract(epoch from created_at) / 900)::int from new_rows) more) changed group by name, key having sum(change) <> 0) changes; return null; end $$;
create trigger registrations_count_insert after insert on registrations referencing new table as new_rows for each statement execute function registrations_count_insert();
create function registrations_count_delete() returns trigger language plpgsql as $$ begin perform add_to_total(name, key, change) from (select name, key, sum(change)::int as change
  from (select less.*, -1 as change from (select 'readers.all' as name, 0 as key from old_rows union all
  select 'readers.signups', floor(extract(epoch from created_at) / 900)::int from old_rows) less) changed group by name, key having sum(change) <> 0) changes; return null; end $$;
create trigger registrations_count_delete after delete on registrations referencing old table as old_rows for each statement execute function registrations_count_delete();
create function registrations_count_update() returns trigger language plpgsql as $$ begin perform add_to_total(name, key, change) from (select name, key, sum(change)::int as change
  from (select more.*, 1 as change from (select 'readers.all' as name, 0 as key from new_rows union all
  select 'readers.signups', floor(extract(epoch from created_at) / 900)::int from new_rows) more union all select less.*, -1 as change from (select 'readers.all' as name, 0 as key from old_rows union all
  select 'readers.signups', floor(extract(epoch from created_at) / 900)::int from old_rows) less) changed group by name, key having sum(change) <> 0) changes; return null; end $$;
create trigger registrations_count_update after update on registrations referencing old table as old_rows new table as new_rows for each statement execute function registrations_count_update();
create function registrations_count_truncate() returns trigger language plpgsql as $$ begin delete from totals where name like 'readers.%'; return null; end $$;
create trigger registrations_count_truncate after truncate on registrations for each statement execute function registrations_count_truncate();
create function scheduled_emails_wait_insert() returns trigger language plpgsql as $$ begin update words set waiting_count = waiting_count + change
  from (select word_id, sum(change)::int as change
  from (select more.*, 1 as change from (select word_id from new_rows where status in ('pending', 'scheduled')) more) changed group by word_id having sum(change) <> 0) changes where words.id = word_id; return null; end $$;
create trigger scheduled_emails_wait_insert after insert on scheduled_emails referencing new table as new_rows for each statement execute function scheduled_emails_wait_insert();
create function scheduled_emails_wait_delete() returns trigger language plpgsql as $$ begin update words set waiting_count = waiting_count + change
  from (select word_id, sum(change)::int as change
  from (select less.*, -1 as change from (select word_id from old_rows where status in ('pending', 'scheduled')) less) changed group by word_id having sum(change) <> 0) changes where words.id = word_id; return null; end $$;
create trigger scheduled_emails_wait_delete after delete on scheduled_emails referencing old table as old_rows for each statement execute function scheduled_emails_wait_delete();
create function scheduled_emails_wait_update() returns trigger language plpgsql as $$ begin update words set waiting_count = waiting_count + change
  from (select word_id, sum(change)::int as change
  from (select more.*, 1 as change from (select word_id from new_rows where status in ('pending', 'scheduled')) more union all select less.*, -1 as change from (select word_id from old_rows where status in ('pending', 'scheduled')) less) changed group by word_id having sum(change) <> 0) changes where words.id = word_id; return null; end $$;
create trigger scheduled_emails_wait_update after update on scheduled_emails referencing old table as old_rows new table as new_rows for each statement execute function scheduled_emails_wait_update();
create function scheduled_emails_wait_truncate() returns trigger language plpgsql as $$ begin update words set waiting_count = 0 where waiting_count <> 0; return null; end $$;
create trigger scheduled_emails_wait_truncate after truncate on scheduled_emails for each statement execute function scheduled_emails_wait_truncate();
create table "mikro_orm_migrations" ("id" serial primary key, "name" varchar(255) not null, "executed_at" timestamptz not null default current_timestamp);
insert into words (id, word, word_key, sort_key, phonetic_pronunciation, part_of_speech, definition, etymology, example1, example2, conversation_tip, search_text, used_count, source, created_at, removed_at) values
  ('1', 'apple', 'apple', 'apple', '/ˈpetrɪkɔr/', 'noun', 'What “apple” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'apple
what “apple” means: 100% of it, it''s said.
second line.', '0', 'admin', '2026-10-01 08:30:00.101+00', null),
  ('2', 'Äpfel', 'äpfel', 'apfel', '/ˈpetrɪkɔr/', 'noun', 'What “Äpfel” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'äpfel
what “äpfel” means: 100% of it, it''s said.
second line.', '0', 'import', '2026-10-02 08:30:00.102+00', null),
  ('3', 'bread', 'bread', 'bread', '/ˈpetrɪkɔr/', 'noun', 'What “bread” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'bread
what “bread” means: 100% of it, it''s said.
second line.', '1', 'starter', '2026-10-03 08:30:00.103+00', null),
  ('4', 'Éclat', 'éclat', 'eclat', '/ˈpetrɪkɔr/', 'noun', 'What “Éclat” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'éclat
what “éclat” means: 100% of it, it''s said.
second line.', '0', 'merriam-webster', '2026-10-04 08:30:00.104+00', null),
  ('5', '''tis', '''tis', '''tis', '/ˈpetrɪkɔr/', 'noun', 'What “''tis” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', '''tis
what “''tis” means: 100% of it, it''s said.
second line.', '0', 'wordnet', '2026-10-05 08:30:00.105+00', null),
  ('6', 'zest', 'zest', 'zest', '/ˈpetrɪkɔr/', 'noun', 'What “zest” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', '', 'Say it.', 'zest
what “zest” means: 100% of it, it''s said.
second line.', '0', 'admin', '2026-10-06 08:30:00.106+00', null),
  ('7', 'ωμέγα', 'ωμέγα', 'ωμεγα', '/ˈpetrɪkɔr/', 'noun', 'What “ωμέγα” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'ωμέγα
what “ωμέγα” means: 100% of it, it''s said.
second line.', '0', 'import', '2026-10-07 08:30:00.107+00', null),
  ('8', 'gone once', null, 'gone once', '/ˈpetrɪkɔr/', 'noun', 'What “gone once” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'gone once
what “gone once” means: 100% of it, it''s said.
second line.', '1', 'starter', '2026-10-08 08:30:00.108+00', '2026-10-04 08:30:00.113+00'),
  ('10', 'waiting', 'waiting', 'waiting', '/ˈpetrɪkɔr/', 'noun', 'What “waiting” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'waiting
what “waiting” means: 100% of it, it''s said.
second line.', '0', 'wordnet', '2026-10-01 08:30:00.11+00', null),
  ('11', 'at the provider', 'at the provider', 'at the provider', '/ˈpetrɪkɔr/', 'noun', 'What “at the provider” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'at the provider
what “at the provider” means: 100% of it, it''s said.
second line.', '0', 'admin', '2026-10-02 08:30:00.111+00', null),
  ('12', 'failed', 'failed', 'failed', '/ˈpetrɪkɔr/', 'noun', 'What “failed” means: 100% of it, it''s said.
Second line.', 'Old.', 'One.', 'Two.', 'Say it.', 'failed
what “failed” means: 100% of it, it''s said.
second line.', '0', 'import', '2026-10-03 08:30:00.112+00', null),
  ('13', 'Gone once', 'gone once', 'gone once', '/ˈpetrɪkɔr/', 'noun', 'Added again.', 'Old.', 'One.', 'Two.', 'Say it.', 'gone once
added again.', '0', 'admin', '2026-10-05 08:30:00.114+00', null);
select setval('words_id_seq', (select max(id) from words));
insert into scheduled_emails (id, word_id, scheduled_date, status, icontact_message_id, message_id, send_id, created_at, sent_at, reason, message_name, message_attempted_at, send_attempted_at, cancel_requested_at, lease_token, lease_until) values
  ('1', '10', '2026-12-01 07:00:00+00', 'pending', null, null, null, '2026-11-01 10:00:00.123+00', null, 'The email provider cannot be reached.', 'waiting · 2026-12-01 · 00aa', '2026-11-01 10:00:01+00', null, null, null, null),
  ('2', '11', '2026-12-02 07:00:00+00', 'scheduled', '4711', '4711', '815', '2026-11-01 11:00:00.456+00', null, null, 'at the provider · 2026-12-02 · 00bb', '2026-11-01 11:00:01+00', '2026-11-01 11:00:02+00', '2026-11-01 12:00:00+00', '11111111-2222-3333-4444-555555555555', '2026-11-01 12:02:00+00'),
  ('3', '8', '2026-10-20 07:00:00+00', 'sent', '4712', '4712', '816', '2026-10-10 10:00:00+00', '2026-10-20 07:00:09+00', null, 'gone once · 2026-10-20 · 00cc', null, null, null, null, null),
  ('4', '3', '2026-10-21 07:00:00+00', 'sent', 'abc-1', null, '817', '2026-10-10 10:00:00+00', '2026-10-21 07:00:08+00', null, 'bread · 2026-10-21 · 00dd', null, null, null, null, null),
  ('5', '12', '2026-10-22 07:00:00+00', 'failed', null, null, null, '2026-10-10 10:00:00+00', null, 'It was cancelled at the email provider.', 'failed · 2026-10-22 · 00ee', null, null, null, null, null);
select setval('scheduled_emails_id_seq', (select max(id) from scheduled_emails));
insert into registrations (id, email, first_name, favorite_word, ip_address, created_at, handover, handover_reason, contact_id, lease_until) values
  ('1', 'waiting@example.com', 'Ada', null, '192.0.2.1', '2026-10-30 23:59:59.999+00', 'waiting', null, null, null),
  ('2', 'claimed@example.com', 'Zoë', 'petrichor', '2001:db8::1', '2026-10-31 00:00:00+00', 'waiting', null, null, '2026-10-31 00:05:00+00'),
  ('3', 'subscribed@example.com', 'O''Neil', 'zest', null, '2026-09-01 10:14:59.999+00', 'subscribed', null, '9001', null),
  ('4', 'refused@example.com', 'Mallory', null, '192.0.2.9', '2026-09-01 10:15:00+00', 'refused', 'The email provider does not accept this address.', null, null);
select setval('registrations_id_seq', (select max(id) from registrations));
insert into users (id, username, password, seat, created_at, updated_at) values
  ('1', 'admin', '$2b$04$pVTSScTer0vEbmNor6zRE.ds70.lgiDQc33qIoC4vBsiKiHJA8O.2', '1', '2026-09-01 08:00:00+00', '2026-09-02 08:00:00+00');
select setval('users_id_seq', (select max(id) from users));
insert into sessions (sid, sess, expire, user_id) values
  ('a-living-session', '{"userId": 1}', '2026-11-29 00:00:00+00', '1'),
  ('an-expired-session', '{"userId": 1}', '2026-10-01 00:00:00+00', '1');
insert into templates (id, content, subject, created_at) values
  ('1', '<h1>{{word}}</h1>', 'First: {{word}}', '2026-09-03 08:00:00+00'),
  ('2', '<h1>{{word}}</h1><p>{{definition}}</p>', 'Second: {{word}}', '2026-09-04 08:00:00+00');
select setval('templates_id_seq', (select max(id) from templates));
insert into daily_counts (name, day, count) values
  ('icontact', '2026-10-31', '17'),
  ('merriam-webster', '2026-10-31', '3');
insert into rate_limits (key, points, expire) values
  ('signupPerAddress:192.0.2.1', '2', '1793450000000');
insert into processor_runs (id, finished_at, failures) values
  ('1', '2026-10-31 12:05:00+00', '2');
insert into mikro_orm_migrations (id, name, executed_at) values
  ('1', 'Migration20261121000000_initial', '2026-11-22 00:25:07.317176+00'),
  ('2', 'Migration20261121102645_totals', '2026-11-22 00:25:07.317176+00');
select setval('mikro_orm_migrations_id_seq', (select max(id) from mikro_orm_migrations));
