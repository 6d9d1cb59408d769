import { Migration } from '@mikro-orm/migrations';

export class Migration20261123193235_word_findings extends Migration {
  override name = 'Migration20261123193235_word_findings';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "words" add "findings" text not null default '', add "checked_by" int not null default 0;`,
    );
    this.addSql(
      `create index "words_sent" on "words" ("sort_key", "id") where "removed_at" is null and "used_count" > 0;`,
    );
    this.addSql(
      `create index "words_needing_work" on "words" ("sort_key", "id") where "removed_at" is null and "findings" != '';`,
    );
    this.addSql(`create index "words_by_check" on "words" ("checked_by", "id") where "removed_at" is null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "words_sent";`);
    this.addSql(`drop index "words_needing_work";`);
    this.addSql(`drop index "words_by_check";`);
    this.addSql(`alter table "words" drop column "findings", drop column "checked_by";`);
  }
}
