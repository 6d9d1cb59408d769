import { Migration } from '@mikro-orm/migrations';

export class Migration20261122104119_provider_moves extends Migration {
  override name = 'Migration20261122104119_provider_moves';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`provider_moves\` (\`id\` integer not null primary key, \`family\` text check (\`family\` in ('icontact', 'smtp')) not null, \`moved_at\` datetime not null);`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists \`provider_moves\`;`);
  }
}
