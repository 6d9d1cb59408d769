import { Migration } from '@mikro-orm/migrations';

export class Migration20261122063556_alerts extends Migration {
  override name = 'Migration20261122063556_alerts';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`alerts\` (\`key\` text not null primary key, \`kind\` text not null, \`body\` text not null, \`email_id\` integer null, \`created_at\` datetime not null, \`not_before\` datetime not null, \`expires_at\` datetime not null, \`forget_at\` datetime not null, \`attempts\` integer not null default 0, \`lease_until\` datetime null, \`failure\` text null, \`sent_at\` datetime null);`,
    );
    this.addSql(`create index \`alerts_forget_at\` on \`alerts\` (\`forget_at\`);`);
    this.addSql(`create index \`alerts_unsent\` on \`alerts\` (\`not_before\`) where \`sent_at\` is null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists \`alerts\`;`);
  }
}
