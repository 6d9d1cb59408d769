import { Migration } from '@mikro-orm/migrations';

export class Migration20261122093511_fewer_reader_indexes extends Migration {
  override name = 'Migration20261122093511_fewer_reader_indexes';

  override up(): void | Promise<void> {
    this.addSql(`drop index \`registrations_mail_token_unique\`;`);
    this.addSql(`drop index \`registrations_waiting\`;`);
    this.addSql(
      `create unique index \`registrations_mail_token_unique\` on \`registrations\` (\`mail_token\`) where \`mail_token\` is not null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index \`registrations_mail_token_unique\`;`);
    this.addSql(
      `create index \`registrations_waiting\` on \`registrations\` (\`id\`) where \`handover\` = 'waiting';`,
    );
    this.addSql(
      `create unique index \`registrations_mail_token_unique\` on \`registrations\` (\`mail_token\`);`,
    );
  }
}
