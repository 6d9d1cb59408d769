import { Migration } from '@mikro-orm/migrations';

export class Migration20261122061316_own_list extends Migration {
  override name = 'Migration20261122061316_own_list';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`confirmations\` (\`email\` text not null primary key, \`token\` text not null, \`requested_at\` datetime not null, \`due_at\` datetime null, \`emails\` integer not null default 0, \`sent_at\` datetime null);`,
    );
    this.addSql(`create unique index \`confirmations_token_unique\` on \`confirmations\` (\`token\`);`);
    this.addSql(
      `create index \`confirmations_due\` on \`confirmations\` (\`due_at\`) where \`due_at\` is not null;`,
    );

    this.addSql(
      `create table \`deliveries\` (\`id\` integer not null primary key autoincrement, \`send_id\` integer not null, \`reader_id\` integer not null, \`state\` text check (\`state\` in ('queued', 'deferred', 'sending', 'sent', 'failed', 'unknown', 'skipped')) not null default 'queued', \`due_at\` datetime not null, \`attempts\` integer not null default 0, \`lease_token\` text null, \`lease_until\` datetime null, \`failure\` text null, \`answer\` text null, \`ended_at\` datetime null);`,
    );
    this.addSql(`create index \`deliveries_reader\` on \`deliveries\` (\`reader_id\`);`);
    this.addSql(
      `create index \`deliveries_waiting\` on \`deliveries\` (\`send_id\`, \`due_at\`, \`id\`) where \`state\` in ('queued', 'deferred');`,
    );
    this.addSql(
      `create index \`deliveries_sending\` on \`deliveries\` (\`lease_until\`) where \`state\` = 'sending';`,
    );
    this.addSql(`create unique index \`deliveries_once\` on \`deliveries\` (\`send_id\`, \`reader_id\`);`);

    this.addSql(
      `create table \`smtp_messages\` (\`id\` integer not null primary key autoincrement, \`name\` text not null, \`subject\` text not null, \`html\` text not null, \`text\` text not null, \`created_at\` datetime not null);`,
    );
    this.addSql(`create unique index \`smtp_messages_name_unique\` on \`smtp_messages\` (\`name\`);`);

    this.addSql(
      `create table \`smtp_sends\` (\`id\` integer not null primary key autoincrement, \`message_id\` integer not null, \`scheduled_at\` datetime not null, \`status\` text check (\`status\` in ('pending', 'preparing', 'sending', 'paused', 'released', 'cancelled')) not null default 'pending', \`reason\` text null, \`started_at\` datetime null, \`finished_at\` datetime null, \`prepared_to\` integer not null default 0, \`recipients\` integer not null default 0, \`sent\` integer not null default 0, \`failed\` integer not null default 0, \`unknown\` integer not null default 0, constraint \`smtp_sends_message_id_foreign\` foreign key (\`message_id\`) references \`smtp_messages\` (\`id\`) on delete cascade);`,
    );
    this.addSql(`create unique index \`smtp_sends_message_id_unique\` on \`smtp_sends\` (\`message_id\`);`);
    this.addSql(
      `create index \`smtp_sends_open\` on \`smtp_sends\` (\`scheduled_at\`) where \`status\` in ('pending', 'preparing', 'sending', 'paused');`,
    );

    this.addSql(`pragma foreign_keys = off;`);
    this.addSql(
      `create table \`registrations__temp_alter\` (\`id\` integer not null primary key autoincrement, \`email\` text not null, \`first_name\` text not null, \`favorite_word\` text null, \`ip_address\` text null, \`created_at\` datetime not null, \`handover\` text check (\`handover\` in ('unconfirmed', 'waiting', 'subscribed', 'refused', 'unsubscribed', 'bounced', 'complained')) not null default 'waiting', \`status_at\` datetime null, \`confirmed_at\` datetime null, \`handover_reason\` text null, \`contact_id\` text null, \`attempted_at\` datetime null, \`lease_until\` datetime null, \`mail_token\` text null, \`soft_bounces\` integer not null default 0, \`soft_bounced_on\` text null);`,
    );
    this.addSql(
      `insert into \`registrations__temp_alter\` select \`id\`, \`email\`, \`first_name\`, \`favorite_word\`, \`ip_address\`, \`created_at\`, \`handover\`, null as \`status_at\`, null as \`confirmed_at\`, \`handover_reason\`, \`contact_id\`, \`attempted_at\`, \`lease_until\`, null as \`mail_token\`, 0 as \`soft_bounces\`, null as \`soft_bounced_on\` from \`registrations\`;`,
    );
    // No id is given to another reader, also of those that are gone.
    this.addSql(`delete from sqlite_sequence where name = 'registrations__temp_alter';`);
    this.addSql(
      `insert into sqlite_sequence (name, seq) select 'registrations__temp_alter', seq from sqlite_sequence where name = 'registrations';`,
    );
    this.addSql(`drop table \`registrations\`;`);
    this.addSql(`alter table \`registrations__temp_alter\` rename to \`registrations\`;`);
    this.addSql(`create unique index \`registrations_email_unique\` on \`registrations\` (\`email\`);`);
    this.addSql(`create index \`registrations_created_at\` on \`registrations\` (\`created_at\`);`);
    this.addSql(
      `create unique index \`registrations_mail_token_unique\` on \`registrations\` (\`mail_token\`);`,
    );
    this.addSql(
      `create index \`registrations_waiting\` on \`registrations\` (\`id\`) where \`handover\` = 'waiting';`,
    );
    this.addSql(
      `create index \`registrations_with_address\` on \`registrations\` (\`created_at\`) where \`ip_address\` is not null;`,
    );
    this.addSql(`pragma foreign_keys = on;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists \`confirmations\`;`);
    this.addSql(`drop table if exists \`deliveries\`;`);
    this.addSql(`drop table if exists \`smtp_messages\`;`);
    this.addSql(`drop table if exists \`smtp_sends\`;`);

    this.addSql(`pragma foreign_keys = off;`);
    this.addSql(
      `create table \`registrations__temp_alter\` (\`attempted_at\` datetime null, \`contact_id\` text null, \`created_at\` datetime not null, \`email\` text not null, \`favorite_word\` text null, \`first_name\` text not null, \`handover\` text check (\`handover\` in ('waiting', 'subscribed', 'refused')) not null default 'waiting', \`handover_reason\` text null, \`id\` integer not null primary key autoincrement, \`ip_address\` text null, \`lease_until\` datetime null);`,
    );
    this.addSql(
      `insert into \`registrations__temp_alter\` select \`attempted_at\`, \`contact_id\`, \`created_at\`, \`email\`, \`favorite_word\`, \`first_name\`, \`handover\`, \`handover_reason\`, \`id\`, \`ip_address\`, \`lease_until\` from \`registrations\`;`,
    );
    this.addSql(`drop table \`registrations\`;`);
    this.addSql(`alter table \`registrations__temp_alter\` rename to \`registrations\`;`);
    this.addSql(`create index \`registrations_created_at\` on \`registrations\` (\`created_at\`);`);
    this.addSql(`create unique index \`registrations_email_unique\` on \`registrations\` (\`email\`);`);
    this.addSql(
      `create index \`registrations_waiting\` on \`registrations\` (\`id\`) where \`handover\` = 'waiting';`,
    );
    this.addSql(
      `create index \`registrations_with_address\` on \`registrations\` (\`created_at\`) where \`ip_address\` is not null;`,
    );
    this.addSql(`pragma foreign_keys = on;`);
  }
}
