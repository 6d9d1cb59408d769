import { Migration } from '@mikro-orm/migrations';

export class Migration20261123193622_welcome extends Migration {
  override name = 'Migration20261123193622_welcome';

  override up(): void | Promise<void> {
    this.addSql(`alter table \`registrations\` add column \`welcome_due_at\` datetime null;`);
    this.addSql(`alter table \`registrations\` add column \`welcomed_at\` datetime null;`);
    this.addSql(
      `create index \`registrations_welcome_due\` on \`registrations\` (\`welcome_due_at\`) where \`welcome_due_at\` is not null and \`status\` = 'subscribed';`,
    );
  }
}
