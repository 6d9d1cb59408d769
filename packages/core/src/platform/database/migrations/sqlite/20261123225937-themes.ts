import { Migration } from '@mikro-orm/migrations';

export class Migration20261123225937_themes extends Migration {
  override name = 'Migration20261123225937_themes';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`themes\` (\`id\` integer not null primary key autoincrement, \`title\` text not null, \`introduction\` text not null default '');`,
    );
    this.addSql(`create unique index \`themes_title_unique\` on \`themes\` (\`title\`);`);

    this.addSql(`alter table \`words\` add column \`theme\` text not null default '';`);
    this.addSql(`alter table \`words\` add column \`theme_place\` text not null default '';`);
    this.addSql(`create index \`words_by_theme\` on \`words\` (\`theme\`, \`id\`) where \`theme\` != '';`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists \`themes\`;`);

    this.addSql(`drop index \`words_by_theme\`;`);
    this.addSql(`alter table \`words\` drop column \`theme\`;`);
    this.addSql(`alter table \`words\` drop column \`theme_place\`;`);
  }
}
