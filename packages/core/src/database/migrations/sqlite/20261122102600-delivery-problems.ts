import { Migration } from '@mikro-orm/migrations';

export class Migration20261122102600_delivery_problems extends Migration {
  override name = 'Migration20261122102600_delivery_problems';

  override up(): void | Promise<void> {
    this.addSql(
      `create index \`deliveries_problems\` on \`deliveries\` (\`send_id\`, \`state\`, \`failure\`, \`id\`) where \`state\` in ('failed', 'unknown', 'deferred');`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index \`deliveries_problems\`;`);
  }
}
