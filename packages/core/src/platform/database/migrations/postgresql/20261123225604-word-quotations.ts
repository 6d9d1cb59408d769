import { Migration } from '@mikro-orm/migrations';

export class Migration20261123225604_word_quotations extends Migration {
  override name = 'Migration20261123225604_word_quotations';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "words" add "quotation" varchar(600) not null default '', add "quotation_author" varchar(200) not null default '', add "quotation_work" varchar(200) not null default '', add "quotation_year" varchar(30) not null default '', add "quotation_url" varchar(500) not null default '';`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(
      `alter table "words" drop column "quotation", drop column "quotation_author", drop column "quotation_work", drop column "quotation_year", drop column "quotation_url";`,
    );
  }
}
