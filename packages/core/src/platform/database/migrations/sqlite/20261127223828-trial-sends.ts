import { Migration } from '@mikro-orm/migrations';

export class Migration20261127223828_trial_sends extends Migration {
  override name = 'Migration20261127223828_trial_sends';

  override up(): void | Promise<void> {
    this.addSql(`alter table \`smtp_sends\` add column \`is_trial\` integer not null default false;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table \`smtp_sends\` drop column \`is_trial\`;`);
  }
}
