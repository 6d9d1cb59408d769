import { Migration } from '@mikro-orm/migrations';

export class Migration20261126113910_recall extends Migration {
  override name = 'Migration20261126113910_recall';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`recall_results\` (\`word_id\` integer not null, \`days\` integer not null, \`known\` integer not null default 0, \`again\` integer not null default 0, primary key (\`word_id\`, \`days\`));`,
    );

    this.addSql(`alter table \`scheduled_emails\` add column \`recalls\` text null;`);
    this.addSql(`alter table \`scheduled_emails\` add column \`recall_key\` text null;`);
    this.addSql(
      `create unique index \`scheduled_emails_recall_key_unique\` on \`scheduled_emails\` (\`recall_key\`);`,
    );
  }
}
