import { Migration } from '@mikro-orm/migrations';

export class Migration20261123194240_word_levels extends Migration {
  override name = 'Migration20261123194240_word_levels';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "words" add "teaser" varchar(60) not null default '', add "level" varchar(50) not null default '', add "tags" varchar(200) not null default '', add "sensitive" varchar(50) not null default '';`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(
      `alter table "words" drop column "teaser", drop column "level", drop column "tags", drop column "sensitive";`,
    );
  }
}
