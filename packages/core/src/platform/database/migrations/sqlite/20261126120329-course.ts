import { Migration } from '@mikro-orm/migrations';

export class Migration20261126120329_course extends Migration {
  override name = 'Migration20261126120329_course';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`course_emails\` (\`id\` integer not null primary key autoincrement, \`day\` text not null, \`position\` integer not null, \`send_id\` integer not null);`,
    );
    this.addSql(`create index \`course_emails_send\` on \`course_emails\` (\`send_id\`);`);
    this.addSql(`create unique index \`course_emails_once\` on \`course_emails\` (\`day\`, \`position\`);`);

    this.addSql(
      `create table \`course_lessons\` (\`position\` integer not null primary key, \`word_id\` integer not null, \`is_included\` integer not null default true);`,
    );
    this.addSql(`create unique index \`course_lessons_word_id_unique\` on \`course_lessons\` (\`word_id\`);`);

    this.addSql(`alter table \`registrations\` add column \`lesson\` integer null;`);
    this.addSql(`alter table \`registrations\` add column \`lesson_day\` text null;`);
  }
}
