import { Migration } from '@mikro-orm/migrations';

export class Migration20261122065514_autopilot extends Migration {
  override name = 'Migration20261122065514_autopilot';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`autopilot_days\` (\`day\` text not null primary key, \`is_skipped\` integer not null);`,
    );

    this.addSql(
      `create table \`autopilot_settings\` (\`id\` integer not null primary key autoincrement, \`is_on\` integer not null, \`time\` text not null, \`days\` text not null, \`ahead\` integer not null, \`seed\` integer not null);`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists \`autopilot_days\`;`);
    this.addSql(`drop table if exists \`autopilot_settings\`;`);
  }
}
