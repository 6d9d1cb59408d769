import { Migration } from '@mikro-orm/migrations';

export class Migration20261122065938_second_factor extends Migration {
  override name = 'Migration20261122065938_second_factor';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`second_factors\` (\`user_id\` integer not null primary key autoincrement, \`secret\` text not null, \`confirmed_at\` datetime null, \`last_step\` integer not null default 0, \`recovery_codes\` text not null);`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists \`second_factors\`;`);
  }
}
