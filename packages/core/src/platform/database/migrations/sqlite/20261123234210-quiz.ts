import { Migration } from '@mikro-orm/migrations';

export class Migration20261123234210_quiz extends Migration {
  override name = 'Migration20261123234210_quiz';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`quiz_results\` (\`word_id\` integer not null primary key, \`right_answers\` integer not null default 0, \`wrong_answers\` integer not null default 0);`,
    );

    this.addSql(`alter table \`weekly_emails\` add column \`quiz\` json null;`);
    this.addSql(`alter table \`weekly_emails\` add column \`quiz_key\` text null;`);
    this.addSql(`create unique index \`weekly_emails_quiz_key_unique\` on \`weekly_emails\` (\`quiz_key\`);`);
  }
}
