import { Migration } from '@mikro-orm/migrations';

export class Migration20261123194224_left_unknown extends Migration {
  override name = 'Migration20261123194224_left_unknown';

  override up(): void | Promise<void> {
    this.addSql(`alter table \`smtp_sends\` add column \`left_unknown\` integer not null default 0;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table \`smtp_sends\` drop column \`left_unknown\`;`);
  }
}
