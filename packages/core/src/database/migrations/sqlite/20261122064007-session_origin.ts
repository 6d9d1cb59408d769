import { Migration } from '@mikro-orm/migrations';

export class Migration20261122064007_session_origin extends Migration {
  override name = 'Migration20261122064007_session_origin';

  override up(): void | Promise<void> {
    this.addSql(`alter table \`sessions\` add column \`signed_in_at\` datetime null;`);
    this.addSql(`alter table \`sessions\` add column \`used_at\` datetime null;`);
    this.addSql(`alter table \`sessions\` add column \`browser\` text null;`);
    this.addSql(`alter table \`sessions\` add column \`address\` text null;`);
    // Sessions of before were last renewed seven days before they end.
    this.addSql(
      `update \`sessions\` set \`signed_in_at\` = \`expire\` - 604800000, \`used_at\` = \`expire\` - 604800000;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table \`sessions\` drop column \`signed_in_at\`;`);
    this.addSql(`alter table \`sessions\` drop column \`used_at\`;`);
    this.addSql(`alter table \`sessions\` drop column \`browser\`;`);
    this.addSql(`alter table \`sessions\` drop column \`address\`;`);
  }
}
