import { Migration } from '@mikro-orm/migrations';

export class Migration20261122094049_template_versions extends Migration {
  override name = 'Migration20261122094049_template_versions';

  override up(): void | Promise<void> {
    this.addSql(`alter table \`templates\` add column \`origin\` text not null default 'edit';`);
    this.addSql(`alter table \`templates\` add column \`account\` text null;`);
    this.addSql(`alter table \`templates\` add column \`via\` text null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table \`templates\` drop column \`origin\`;`);
    this.addSql(`alter table \`templates\` drop column \`account\`;`);
    this.addSql(`alter table \`templates\` drop column \`via\`;`);
  }
}
