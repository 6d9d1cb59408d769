import { Migration } from '@mikro-orm/migrations';

export class Migration20261126115914_mailbox_providers extends Migration {
  override name = 'Migration20261126115914_mailbox_providers';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`mailbox_domains\` (\`domain\` text not null primary key, \`provider\` text not null, \`expires_at\` datetime not null);`,
    );

    this.addSql(
      `create table \`mailbox_providers\` (\`name\` text not null primary key, \`until\` datetime not null, \`reason\` text not null, \`rest_ms\` integer not null);`,
    );

    this.addSql(
      `create table \`smtp_send_providers\` (\`send_id\` integer not null, \`provider\` text not null, \`sent\` integer not null default 0, primary key (\`send_id\`, \`provider\`));`,
    );
  }
}
