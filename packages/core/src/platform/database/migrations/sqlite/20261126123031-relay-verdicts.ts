import { Migration } from '@mikro-orm/migrations';

export class Migration20261126123031_relay_verdicts extends Migration {
  override name = 'Migration20261126123031_relay_verdicts';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`relay_verdicts\` (\`send_id\` integer not null, \`reader_id\` integer not null, \`result\` text check (\`result\` in ('sent', 'failed', 'absent')) not null, \`failure\` text null, \`answer\` text not null, \`at\` datetime not null, primary key (\`send_id\`, \`reader_id\`));`,
    );
  }
}
