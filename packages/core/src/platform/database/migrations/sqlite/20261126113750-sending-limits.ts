import { Migration } from '@mikro-orm/migrations';

export class Migration20261126113750_sending_limits extends Migration {
  override name = 'Migration20261126113750_sending_limits';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`smtp_budgets\` (\`name\` text not null primary key, \`next_at\` datetime not null);`,
    );

    this.addSql(
      `create table \`smtp_shares\` (\`token\` text not null primary key, \`name\` text not null, \`wanted\` integer not null, \`held\` integer not null, \`lease_until\` datetime not null);`,
    );

    this.addSql(
      `create table \`smtp_spent\` (\`name\` text not null, \`at\` datetime not null, \`emails\` integer not null, primary key (\`name\`, \`at\`));`,
    );
  }
}
