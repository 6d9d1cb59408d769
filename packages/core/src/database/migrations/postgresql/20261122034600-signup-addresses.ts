import { Migration } from '@mikro-orm/migrations';

export class Migration20261122034600_signup_addresses extends Migration {
  override name = 'Migration20261122034600_signup_addresses';

  override up(): void | Promise<void> {
    this.addSql(
      `create index "registrations_with_address" on "registrations" ("created_at") where "ip_address" is not null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "registrations_with_address";`);
  }
}
