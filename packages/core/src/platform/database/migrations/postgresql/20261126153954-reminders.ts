import { Migration } from '@mikro-orm/migrations';

export class Migration20261126153954_reminders extends Migration {
  override name = 'Migration20261126153954_reminders';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "reminders" ("reader_id" bigint not null, "word_id" int not null, "recall_key" varchar(16) not null, "due_day" varchar(10) not null, "send_id" bigint null, primary key ("reader_id", "word_id"));`,
    );
    this.addSql(`create index "reminders_due" on "reminders" ("send_id", "due_day");`);
  }
}
