import { Migration } from '@mikro-orm/migrations';

export class Migration20261123190630_reader_preferences extends Migration {
  override name = 'Migration20261123190630_reader_preferences';

  // By hand: a generated migration would write the whole table again, which takes a while for a million readers.
  override up(): void | Promise<void> {
    this.addSql(`alter table \`registrations\` add column \`timezone\` text null;`);
    this.addSql(`alter table \`registrations\` add column \`send_time\` text null;`);
    this.addSql(`alter table \`registrations\` add column \`weekdays\` text null;`);
    this.addSql(`alter table \`registrations\` add column \`paused_until\` text null;`);
    this.addSql(
      `alter table \`registrations\` add column \`cadence\` text check (\`cadence\` in ('daily', 'weekly')) not null default 'daily';`,
    );
    this.addSql(
      `alter table \`registrations\` add column \`digest_day\` text check (\`digest_day\` in ('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun')) null;`,
    );
    this.addSql(
      `create index \`registrations_times\` on \`registrations\` (\`timezone\`, \`send_time\`) where \`status\` = 'subscribed' and \`timezone\` is not null;`,
    );
    this.addSql(
      `create index \`registrations_joined\` on \`registrations\` (\`status_at\`) where \`status\` = 'subscribed';`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index \`registrations_times\`;`);
    this.addSql(`drop index \`registrations_joined\`;`);
    this.addSql(`alter table \`registrations\` drop column \`timezone\`;`);
    this.addSql(`alter table \`registrations\` drop column \`send_time\`;`);
    this.addSql(`alter table \`registrations\` drop column \`weekdays\`;`);
    this.addSql(`alter table \`registrations\` drop column \`paused_until\`;`);
    this.addSql(`alter table \`registrations\` drop column \`cadence\`;`);
    this.addSql(`alter table \`registrations\` drop column \`digest_day\`;`);
  }
}
