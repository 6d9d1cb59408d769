import { Migration } from '@mikro-orm/migrations';

export class Migration20261123225604_word_quotations extends Migration {
  override name = 'Migration20261123225604_word_quotations';

  override up(): void | Promise<void> {
    this.addSql(`alter table \`words\` add column \`quotation\` text not null default '';`);
    this.addSql(`alter table \`words\` add column \`quotation_author\` text not null default '';`);
    this.addSql(`alter table \`words\` add column \`quotation_work\` text not null default '';`);
    this.addSql(`alter table \`words\` add column \`quotation_year\` text not null default '';`);
    this.addSql(`alter table \`words\` add column \`quotation_url\` text not null default '';`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table \`words\` drop column \`quotation\`;`);
    this.addSql(`alter table \`words\` drop column \`quotation_author\`;`);
    this.addSql(`alter table \`words\` drop column \`quotation_work\`;`);
    this.addSql(`alter table \`words\` drop column \`quotation_year\`;`);
    this.addSql(`alter table \`words\` drop column \`quotation_url\`;`);
  }
}
