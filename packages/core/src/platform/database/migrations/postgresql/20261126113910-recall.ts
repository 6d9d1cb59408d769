import { Migration } from '@mikro-orm/migrations';

export class Migration20261126113910_recall extends Migration {
  override name = 'Migration20261126113910_recall';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "recall_results" ("word_id" int not null, "days" int not null, "known" int not null default 0, "again" int not null default 0, primary key ("word_id", "days"));`,
    );

    this.addSql(
      `alter table "scheduled_emails" add "recalls" varchar(60) null, add "recall_key" varchar(16) null;`,
    );
    this.addSql(
      `alter table "scheduled_emails" add constraint "scheduled_emails_recall_key_unique" unique ("recall_key");`,
    );
  }
}
