import { Migration } from '@mikro-orm/migrations';

export class Migration20261122071746_text_keys extends Migration {
  override name = 'Migration20261122071746_text_keys';

  override up(): void | Promise<void> {
    this.addSql(`alter table "scheduled_emails" add "text_key" varchar(64) null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "scheduled_emails" drop column "text_key";`);
  }
}
