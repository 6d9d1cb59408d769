import { Migration } from '@mikro-orm/migrations';

export class Migration20261123234210_quiz extends Migration {
  override name = 'Migration20261123234210_quiz';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "quiz_results" ("word_id" int not null, "right_answers" int not null default 0, "wrong_answers" int not null default 0, primary key ("word_id"));`,
    );

    this.addSql(`alter table "weekly_emails" add "quiz" jsonb null, add "quiz_key" varchar(16) null;`);
    this.addSql(
      `alter table "weekly_emails" add constraint "weekly_emails_quiz_key_unique" unique ("quiz_key");`,
    );
  }
}
