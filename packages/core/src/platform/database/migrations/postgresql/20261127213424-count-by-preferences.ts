import { Migration } from '@mikro-orm/migrations';

export class Migration20261127213424_count_by_preferences extends Migration {
  override name = 'Migration20261127213424_count_by_preferences';

  override up(): void | Promise<void> {
    this.addSql(
      `create index "registrations_choosy" on "registrations" ("cadence", "weekdays", "paused_until") where "status" = 'subscribed' and ("cadence" = 'weekly' or "weekdays" is not null or "paused_until" is not null);`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "registrations_choosy";`);
  }
}
