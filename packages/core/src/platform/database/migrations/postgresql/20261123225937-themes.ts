import { Migration } from '@mikro-orm/migrations';

export class Migration20261123225937_themes extends Migration {
  override name = 'Migration20261123225937_themes';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "themes" ("id" serial primary key, "title" varchar(80) not null, "introduction" text not null default '');`,
    );
    this.addSql(`alter table "themes" add constraint "themes_title_unique" unique ("title");`);

    this.addSql(
      `alter table "words" add "theme" varchar(80) not null default '', add "theme_place" varchar(3) not null default '';`,
    );
    this.addSql(`create index "words_by_theme" on "words" ("theme", "id") where "theme" != '';`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "themes" cascade;`);

    this.addSql(`drop index "words_by_theme";`);
    this.addSql(`alter table "words" drop column "theme", drop column "theme_place";`);
  }
}
