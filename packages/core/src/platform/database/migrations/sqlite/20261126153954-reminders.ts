import { Migration } from '@mikro-orm/migrations';

export class Migration20261126153954_reminders extends Migration {
  override name = 'Migration20261126153954_reminders';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`reminders\` (\`reader_id\` integer not null, \`word_id\` integer not null, \`recall_key\` text not null, \`due_day\` text not null, \`send_id\` integer null, primary key (\`reader_id\`, \`word_id\`));`,
    );
    this.addSql(`create index \`reminders_due\` on \`reminders\` (\`send_id\`, \`due_day\`);`);
  }
}
