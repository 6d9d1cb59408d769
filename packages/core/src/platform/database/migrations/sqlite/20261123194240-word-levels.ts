import { Migration } from '@mikro-orm/migrations';

export class Migration20261123194240_word_levels extends Migration {
  override name = 'Migration20261123194240_word_levels';

  override up(): void | Promise<void> {
    this.addSql(`alter table \`words\` add column \`teaser\` text not null default '';`);
    this.addSql(`alter table \`words\` add column \`level\` text not null default '';`);
    this.addSql(`alter table \`words\` add column \`tags\` text not null default '';`);
    this.addSql(`alter table \`words\` add column \`sensitive\` text not null default '';`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table \`words\` drop column \`teaser\`;`);
    this.addSql(`alter table \`words\` drop column \`level\`;`);
    this.addSql(`alter table \`words\` drop column \`tags\`;`);
    this.addSql(`alter table \`words\` drop column \`sensitive\`;`);
  }
}
