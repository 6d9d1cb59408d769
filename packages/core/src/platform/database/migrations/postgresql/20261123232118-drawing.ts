import { Migration } from '@mikro-orm/migrations';

export class Migration20261123232118_drawing extends Migration {
  override name = 'Migration20261123232118_drawing';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "autopilot_settings" add "levels" varchar(50) not null default '', add "only_tags" varchar(200) not null default '', add "never_tags" varchar(200) not null default '', add "without_sensitive" varchar(200) not null default '';`,
    );

    this.addSql(
      `create index "words_drawing" on "words" ("level", "sensitive", "tags", "id", "used_count", "removed_at") where "removed_at" is null and "used_count" = 0;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(
      `alter table "autopilot_settings" drop column "levels", drop column "only_tags", drop column "never_tags", drop column "without_sensitive";`,
    );

    this.addSql(`drop index "words_drawing";`);
  }
}
