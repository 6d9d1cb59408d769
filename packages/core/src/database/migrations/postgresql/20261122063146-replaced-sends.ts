import { Migration } from '@mikro-orm/migrations';

export class Migration20261122063146_replaced_sends extends Migration {
  override name = 'Migration20261122063146_replaced_sends';

  override up(): void | Promise<void> {
    this.addSql(`alter table "scheduled_emails" add "replaced" jsonb null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "scheduled_emails" drop column "replaced";`);
  }
}
