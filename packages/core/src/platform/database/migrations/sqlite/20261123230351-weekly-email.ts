import { Migration } from '@mikro-orm/migrations';

export class Migration20261123230351_weekly_email extends Migration {
  override name = 'Migration20261123230351_weekly_email';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`weekly_emails\` (\`id\` integer not null primary key autoincrement, \`day\` text not null, \`message_name\` text not null, \`subject\` text not null, \`words\` integer not null default 0, \`created_at\` datetime not null, \`reason\` text null);`,
    );
    this.addSql(`create unique index \`weekly_emails_day_unique\` on \`weekly_emails\` (\`day\`);`);
    this.addSql(
      `create unique index \`weekly_emails_message_name_unique\` on \`weekly_emails\` (\`message_name\`);`,
    );

    this.addSql(
      `create index \`registrations_weekly\` on \`registrations\` (\`digest_day\`, \`timezone\`, \`send_time\`, \`id\`) where \`status\` = 'subscribed' and \`cadence\` = 'weekly';`,
    );

    this.addSql(
      `alter table \`smtp_sends\` add column \`weekly\` text check (\`weekly\` in ('chosen', 'usual', 'recap')) null;`,
    );
  }
}
