import { Migration } from '@mikro-orm/migrations';

export class Migration20261126153252_two_relays extends Migration {
  override name = 'Migration20261126153252_two_relays';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`smtp_send_relays\` (\`send_id\` integer not null, \`relay\` text not null, \`sent\` integer not null default 0, primary key (\`send_id\`, \`relay\`));`,
    );

    this.addSql(`alter table \`provider_backoffs\` add column \`reason\` text null;`);
  }
}
