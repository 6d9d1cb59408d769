import { Migration } from '@mikro-orm/migrations';

export class Migration20261123120000_initial extends Migration {
  override name = 'Migration20261123120000_initial';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`alerts\` (\`key\` text not null primary key, \`kind\` text not null, \`body\` text not null, \`email_id\` integer null, \`created_at\` datetime not null, \`not_before\` datetime not null, \`expires_at\` datetime not null, \`forget_at\` datetime not null, \`attempts\` integer not null default 0, \`lease_until\` datetime null, \`failure\` text null, \`sent_at\` datetime null);`,
    );
    this.addSql(`create index \`alerts_forget_at\` on \`alerts\` (\`forget_at\`);`);
    this.addSql(`create index \`alerts_unsent\` on \`alerts\` (\`not_before\`) where \`sent_at\` is null;`);

    this.addSql(
      `create table \`audit_entries\` (\`id\` integer not null primary key autoincrement, \`at\` datetime not null, \`action\` text not null, \`outcome\` text not null, \`via\` text not null, \`account\` text null, \`address\` text null, \`detail\` text null, \`count\` integer not null default 1, \`same_as\` text null);`,
    );
    this.addSql(`create index \`audit_entries_at\` on \`audit_entries\` (\`at\`);`);
    this.addSql(`create unique index \`audit_entries_same_as_unique\` on \`audit_entries\` (\`same_as\`);`);

    this.addSql(
      `create table \`autopilot_days\` (\`day\` text not null primary key, \`is_skipped\` integer not null);`,
    );

    this.addSql(
      `create table \`autopilot_settings\` (\`id\` integer not null primary key autoincrement, \`is_on\` integer not null, \`time\` text not null, \`days\` text not null, \`ahead\` integer not null, \`seed\` integer not null);`,
    );

    this.addSql(
      `create table \`cancelled_sends\` (\`id\` integer not null primary key autoincrement, \`message_id\` text not null, \`settled_at\` datetime not null);`,
    );

    this.addSql(
      `create table \`confirmations\` (\`email\` text not null primary key, \`token\` text not null, \`requested_at\` datetime not null, \`due_at\` datetime null, \`emails\` integer not null default 0, \`sent_at\` datetime null);`,
    );
    this.addSql(`create unique index \`confirmations_token_unique\` on \`confirmations\` (\`token\`);`);
    this.addSql(
      `create index \`confirmations_due\` on \`confirmations\` (\`due_at\`) where \`due_at\` is not null;`,
    );

    this.addSql(
      `create table \`daily_counts\` (\`name\` text not null, \`day\` text not null, \`count\` integer not null, primary key (\`name\`, \`day\`));`,
    );

    this.addSql(
      `create table \`deliveries\` (\`id\` integer not null primary key autoincrement, \`send_id\` integer not null, \`reader_id\` integer not null, \`state\` text check (\`state\` in ('queued', 'deferred', 'sending', 'sent', 'failed', 'unknown', 'skipped')) not null default 'queued', \`due_at\` datetime not null, \`attempts\` integer not null default 0, \`lease_token\` text null, \`failure\` text null, \`answer\` text null, \`ended_at\` datetime null);`,
    );
    this.addSql(`create index \`deliveries_reader\` on \`deliveries\` (\`reader_id\`);`);
    this.addSql(
      `create index \`deliveries_waiting\` on \`deliveries\` (\`send_id\`, \`due_at\`, \`id\`) where \`state\` in ('queued', 'deferred');`,
    );
    this.addSql(
      `create index \`deliveries_sending\` on \`deliveries\` (\`lease_token\`) where \`state\` = 'sending';`,
    );
    this.addSql(
      `create index \`deliveries_problems\` on \`deliveries\` (\`send_id\`, \`state\`, \`failure\`, \`id\`) where \`state\` in ('failed', 'unknown', 'deferred');`,
    );
    this.addSql(`create unique index \`deliveries_once\` on \`deliveries\` (\`send_id\`, \`reader_id\`);`);

    this.addSql(
      `create table \`embed_origins\` (\`origin\` text not null primary key, \`allowed_at\` datetime null, \`refusals\` integer not null default 0, \`last_refused_at\` datetime null);`,
    );

    this.addSql(
      `create table \`installations\` (\`id\` integer not null primary key, \`key\` text not null, \`migrated_by\` text not null, \`held_since\` datetime null);`,
    );

    this.addSql(
      `create table \`mailbox_readings\` (\`name\` text not null primary key, \`uid_validity\` text null, \`last_uid\` text null, \`tries\` integer not null default 0, \`lease_until\` datetime null);`,
    );

    this.addSql(
      `create table \`privacy_texts\` (\`id\` integer not null primary key autoincrement, \`content\` text null, \`created_at\` datetime not null);`,
    );

    this.addSql(
      `create table \`processor_runs\` (\`id\` integer not null primary key autoincrement, \`finished_at\` datetime not null, \`failures\` integer not null);`,
    );

    this.addSql(
      `create table \`provider_moves\` (\`id\` integer not null primary key, \`family\` text not null, \`moved_at\` datetime not null);`,
    );

    this.addSql(
      `create table \`provider_backoffs\` (\`name\` text not null primary key, \`until\` datetime not null);`,
    );

    this.addSql(
      `create table \`rate_limits\` (\`key\` text not null primary key, \`points\` integer not null default 0, \`expire\` bigint null);`,
    );

    this.addSql(
      `create table \`registrations\` (\`id\` integer not null primary key autoincrement, \`email\` text not null, \`first_name\` text not null, \`favorite_word\` text null, \`ip_address\` text null, \`source\` text null, \`consent\` text null, \`created_at\` datetime not null, \`status\` text check (\`status\` in ('unconfirmed', 'waiting', 'subscribed', 'refused', 'unsubscribed', 'bounced', 'complained')) not null default 'waiting', \`status_at\` datetime null, \`confirmed_at\` datetime null, \`reason\` text null, \`subscriber_id\` text null, \`attempted_at\` datetime null, \`lease_until\` datetime null, \`mail_token\` text null, \`soft_bounces\` integer not null default 0, \`soft_bounced_on\` text null);`,
    );
    this.addSql(`create unique index \`registrations_email_unique\` on \`registrations\` (\`email\`);`);
    this.addSql(`create index \`registrations_created_at\` on \`registrations\` (\`created_at\`);`);
    this.addSql(
      `create index \`registrations_not_subscribed\` on \`registrations\` (\`status\`, \`id\`) where \`status\` != 'subscribed';`,
    );
    this.addSql(
      `create index \`registrations_with_address\` on \`registrations\` (\`created_at\`) where \`ip_address\` is not null;`,
    );
    this.addSql(
      `create unique index \`registrations_mail_token_unique\` on \`registrations\` (\`mail_token\`) where \`mail_token\` is not null;`,
    );

    this.addSql(
      `create table \`removed_readers\` (\`id\` integer not null primary key autoincrement, \`email\` text not null, \`subscriber_id\` text null, \`settled_at\` datetime not null);`,
    );

    this.addSql(
      `create table \`second_factors\` (\`user_id\` integer not null primary key autoincrement, \`secret\` text not null, \`confirmed_at\` datetime null, \`last_step\` integer not null default 0, \`recovery_codes\` text not null);`,
    );

    this.addSql(
      `create table \`sessions\` (\`sid\` text not null primary key, \`sess\` json not null, \`expire\` datetime not null, \`user_id\` integer null, \`signed_in_at\` datetime null, \`used_at\` datetime null, \`browser\` text null, \`address\` text null);`,
    );
    this.addSql(`create index \`sessions_expire\` on \`sessions\` (\`expire\`);`);
    this.addSql(`create index \`sessions_user_id\` on \`sessions\` (\`user_id\`);`);

    this.addSql(
      `create table \`smtp_messages\` (\`id\` integer not null primary key autoincrement, \`name\` text not null, \`subject\` text not null, \`html\` text not null, \`text\` text not null, \`created_at\` datetime not null);`,
    );
    this.addSql(`create unique index \`smtp_messages_name_unique\` on \`smtp_messages\` (\`name\`);`);

    this.addSql(
      `create table \`smtp_sends\` (\`id\` integer not null primary key autoincrement, \`message_id\` integer not null, \`scheduled_at\` datetime not null, \`status\` text check (\`status\` in ('pending', 'preparing', 'sending', 'paused', 'released', 'cancelled')) not null default 'pending', \`reason\` text null, \`started_at\` datetime null, \`finished_at\` datetime null, \`prepared_to\` integer not null default 0, \`recipients\` integer not null default 0, \`sent\` integer not null default 0, \`failed\` integer not null default 0, \`unknown\` integer not null default 0, \`is_forgotten\` integer not null default false, constraint \`smtp_sends_message_id_foreign\` foreign key (\`message_id\`) references \`smtp_messages\` (\`id\`) on delete cascade);`,
    );
    this.addSql(`create unique index \`smtp_sends_message_id_unique\` on \`smtp_sends\` (\`message_id\`);`);
    this.addSql(
      `create index \`smtp_sends_kept\` on \`smtp_sends\` (\`finished_at\`) where \`is_forgotten\` = false;`,
    );
    this.addSql(
      `create index \`smtp_sends_open\` on \`smtp_sends\` (\`scheduled_at\`) where \`status\` in ('pending', 'preparing', 'sending', 'paused');`,
    );

    this.addSql(
      `create table \`smtp_workers\` (\`token\` text not null primary key, \`lease_until\` datetime not null, \`submitting\` text not null, \`boot\` text null);`,
    );

    this.addSql(
      `create table \`settings\` (\`name\` text not null primary key, \`value\` text null, \`version\` integer not null, \`changed_at\` datetime not null);`,
    );

    this.addSql(
      `create table \`suppressions\` (\`hash\` text not null primary key, \`reason\` text check (\`reason\` in ('unsubscribed', 'bounced', 'complained', 'removed')) not null, \`since\` datetime not null);`,
    );

    this.addSql(
      `create table \`suppression_keys\` (\`id\` integer not null primary key, \`key\` text not null);`,
    );

    this.addSql(
      `create table \`templates\` (\`id\` integer not null primary key autoincrement, \`content\` text not null, \`subject\` text not null, \`created_at\` datetime not null, \`origin\` text not null default 'edit', \`account\` text null, \`via\` text null);`,
    );

    this.addSql(
      `create table \`users\` (\`id\` integer not null primary key autoincrement, \`username\` text not null, \`password\` text not null, \`seat\` integer not null default 1, \`created_at\` datetime not null, \`updated_at\` datetime not null);`,
    );
    this.addSql(`create unique index \`users_username_unique\` on \`users\` (\`username\`);`);
    this.addSql(`create unique index \`users_seat_unique\` on \`users\` (\`seat\`);`);

    this.addSql(
      `create table \`words\` (\`id\` integer not null primary key autoincrement, \`word\` text not null, \`word_key\` text null, \`sort_key\` text not null, \`phonetic_pronunciation\` text not null, \`part_of_speech\` text not null, \`definition\` text not null, \`etymology\` text not null, \`example1\` text not null, \`example2\` text not null, \`conversation_tip\` text not null, \`search_text\` text not null, \`slug\` text null, \`used_count\` integer not null default 0, \`source\` text check (\`source\` in ('admin', 'import', 'starter', 'merriam-webster', 'wordnet')) not null default 'admin', \`created_at\` datetime not null, \`removed_at\` datetime null);`,
    );
    this.addSql(`create unique index \`words_word_key_unique\` on \`words\` (\`word_key\`);`);
    this.addSql(`create unique index \`words_slug_unique\` on \`words\` (\`slug\`);`);
    this.addSql(
      `create index \`words_alphabetical\` on \`words\` (\`sort_key\`, \`id\`) where \`removed_at\` is null;`,
    );
    this.addSql(
      `create index \`words_unused\` on \`words\` (\`sort_key\`, \`id\`) where \`removed_at\` is null and \`used_count\` = 0;`,
    );

    this.addSql(
      `create table \`scheduled_emails\` (\`id\` integer not null primary key autoincrement, \`word_id\` integer not null, \`day\` text not null, \`local_time\` text not null, \`timezone\` text not null, \`scheduled_date\` datetime not null, \`first_at\` datetime not null, \`last_at\` datetime not null, \`status\` text check (\`status\` in ('pending', 'scheduled', 'sent', 'failed')) not null default 'pending', \`icontact_message_id\` text null, \`message_id\` bigint null, \`send_id\` text null, \`created_at\` datetime not null, \`sent_at\` datetime null, \`reason\` text null, \`message_name\` text not null, \`message_attempted_at\` datetime null, \`send_attempted_at\` datetime null, \`cancel_requested_at\` datetime null, \`text_key\` text null, \`replaced\` json null, \`lease_token\` text null, \`lease_until\` datetime null, constraint \`scheduled_emails_word_id_foreign\` foreign key (\`word_id\`) references \`words\` (\`id\`) on delete restrict);`,
    );
    this.addSql(`create index \`scheduled_emails_word_id\` on \`scheduled_emails\` (\`word_id\`);`);
    this.addSql(`create index \`scheduled_emails_send_id\` on \`scheduled_emails\` (\`send_id\`);`);
    this.addSql(
      `create unique index \`scheduled_emails_message_name_unique\` on \`scheduled_emails\` (\`message_name\`);`,
    );
    this.addSql(`create index \`scheduled_emails_day\` on \`scheduled_emails\` (\`day\`, \`timezone\`);`);
    this.addSql(
      `create index \`scheduled_emails_date\` on \`scheduled_emails\` (\`scheduled_date\`, \`id\`);`,
    );
    this.addSql(
      `create index \`scheduled_emails_status\` on \`scheduled_emails\` (\`status\`, \`scheduled_date\`);`,
    );
    this.addSql(
      `create unique index \`scheduled_emails_one_waiting\` on \`scheduled_emails\` (\`word_id\`) where \`status\` in ('pending', 'scheduled');`,
    );
  }
}
