import { Migration } from '@mikro-orm/migrations';

export class Migration20261126120329_course extends Migration {
  override name = 'Migration20261126120329_course';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "course_emails" ("id" serial primary key, "day" varchar(10) not null, "position" int not null, "send_id" int not null);`,
    );
    this.addSql(`create index "course_emails_send" on "course_emails" ("send_id");`);
    this.addSql(
      `alter table "course_emails" add constraint "course_emails_once" unique ("day", "position");`,
    );

    this.addSql(
      `create table "course_lessons" ("position" int not null, "word_id" int not null, "is_included" boolean not null default true, primary key ("position"));`,
    );
    this.addSql(
      `alter table "course_lessons" add constraint "course_lessons_word_id_unique" unique ("word_id");`,
    );

    this.addSql(`alter table "registrations" add "lesson" int null, add "lesson_day" varchar(10) null;`);
  }
}
