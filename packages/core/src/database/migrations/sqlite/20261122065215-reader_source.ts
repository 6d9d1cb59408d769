import { Migration } from '@mikro-orm/migrations';

export class Migration20261122065215_reader_source extends Migration {
  override name = 'Migration20261122065215_reader_source';

  override up(): void | Promise<void> {
    this.addSql(`alter table \`registrations\` add column \`source\` text null;`);
    this.addSql(`alter table \`registrations\` add column \`consent\` text null;`);
    this.addSql(
      `create index \`registrations_not_subscribed\` on \`registrations\` (\`handover\`, \`id\`) where \`handover\` != 'subscribed';`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index \`registrations_not_subscribed\`;`);
    this.addSql(`alter table \`registrations\` drop column \`source\`;`);
    this.addSql(`alter table \`registrations\` drop column \`consent\`;`);
  }
}
