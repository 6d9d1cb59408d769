import { Migration } from '@mikro-orm/migrations';

export class Migration20261121000000_initial extends Migration {
  override name = 'Migration20261121000000_initial';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`daily_counts\` (\`name\` text not null, \`day\` text not null, \`count\` integer not null, primary key (\`name\`, \`day\`));`,
    );

    this.addSql(
      `create table \`processor_runs\` (\`id\` integer not null primary key autoincrement, \`finished_at\` datetime not null, \`failures\` integer not null);`,
    );

    this.addSql(
      `create table \`rate_limits\` (\`key\` text not null primary key, \`points\` integer not null default 0, \`expire\` bigint null);`,
    );

    this.addSql(
      `create table \`registrations\` (\`id\` integer not null primary key autoincrement, \`email\` text not null, \`first_name\` text not null, \`favorite_word\` text null, \`ip_address\` text null, \`created_at\` datetime not null, \`handover\` text check (\`handover\` in ('waiting', 'subscribed', 'refused')) not null default 'waiting', \`handover_reason\` text null, \`contact_id\` text null, \`lease_until\` datetime null);`,
    );
    this.addSql(`create unique index \`registrations_email_unique\` on \`registrations\` (\`email\`);`);
    this.addSql(`create index \`registrations_created_at\` on \`registrations\` (\`created_at\`);`);
    this.addSql(
      `create index \`registrations_waiting\` on \`registrations\` (\`id\`) where \`handover\` = 'waiting';`,
    );

    this.addSql(
      `create table \`sessions\` (\`sid\` text not null primary key, \`sess\` json not null, \`expire\` datetime not null, \`user_id\` integer null);`,
    );
    this.addSql(`create index \`sessions_expire\` on \`sessions\` (\`expire\`);`);
    this.addSql(`create index \`sessions_user_id\` on \`sessions\` (\`user_id\`);`);

    this.addSql(
      `create table \`templates\` (\`id\` integer not null primary key autoincrement, \`content\` text not null, \`subject\` text not null, \`created_at\` datetime not null);`,
    );

    this.addSql(
      `create table \`users\` (\`id\` integer not null primary key autoincrement, \`username\` text not null, \`password\` text not null, \`seat\` integer not null default 1, \`created_at\` datetime not null, \`updated_at\` datetime not null);`,
    );
    this.addSql(`create unique index \`users_username_unique\` on \`users\` (\`username\`);`);
    this.addSql(`create unique index \`users_seat_unique\` on \`users\` (\`seat\`);`);

    this.addSql(
      `create table \`words\` (\`id\` integer not null primary key autoincrement, \`word\` text not null, \`word_key\` text null, \`sort_key\` text not null, \`phonetic_pronunciation\` text not null, \`part_of_speech\` text not null, \`definition\` text not null, \`etymology\` text not null, \`example1\` text not null, \`example2\` text not null, \`conversation_tip\` text not null, \`search_text\` text not null, \`used_count\` integer not null default 0, \`source\` text check (\`source\` in ('admin', 'import', 'starter', 'merriam-webster', 'wordnet')) not null default 'admin', \`created_at\` datetime not null, \`removed_at\` datetime null);`,
    );
    this.addSql(`create unique index \`words_word_key_unique\` on \`words\` (\`word_key\`);`);
    this.addSql(
      `create index \`words_alphabetical\` on \`words\` (\`sort_key\`, \`id\`) where \`removed_at\` is null;`,
    );
    this.addSql(
      `create index \`words_unused\` on \`words\` (\`sort_key\`, \`id\`) where \`removed_at\` is null and \`used_count\` = 0;`,
    );

    this.addSql(
      `create table \`scheduled_emails\` (\`id\` integer not null primary key autoincrement, \`word_id\` integer not null, \`scheduled_date\` datetime not null, \`status\` text check (\`status\` in ('pending', 'scheduled', 'sent', 'failed')) not null default 'pending', \`icontact_message_id\` text null, \`message_id\` bigint null, \`send_id\` text null, \`created_at\` datetime not null, \`sent_at\` datetime null, \`reason\` text null, \`message_name\` text not null, \`message_attempted_at\` datetime null, \`send_attempted_at\` datetime null, \`cancel_requested_at\` datetime null, \`lease_token\` text null, \`lease_until\` datetime null, constraint \`scheduled_emails_word_id_foreign\` foreign key (\`word_id\`) references \`words\` (\`id\`) on delete restrict);`,
    );
    this.addSql(`create index \`scheduled_emails_word_id\` on \`scheduled_emails\` (\`word_id\`);`);
    this.addSql(`create index \`scheduled_emails_send_id\` on \`scheduled_emails\` (\`send_id\`);`);
    this.addSql(
      `create unique index \`scheduled_emails_message_name_unique\` on \`scheduled_emails\` (\`message_name\`);`,
    );
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

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists \`daily_counts\`;`);
    this.addSql(`drop table if exists \`processor_runs\`;`);
    this.addSql(`drop table if exists \`rate_limits\`;`);
    this.addSql(`drop table if exists \`registrations\`;`);
    this.addSql(`drop table if exists \`sessions\`;`);
    this.addSql(`drop table if exists \`templates\`;`);
    this.addSql(`drop table if exists \`users\`;`);
    this.addSql(`drop table if exists \`words\`;`);
    this.addSql(`drop table if exists \`scheduled_emails\`;`);
  }
}
