import { Migration } from '@mikro-orm/migrations';

export class Migration20261122094049_template_versions extends Migration {
  override name = 'Migration20261122094049_template_versions';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "templates" add "origin" varchar(10) not null default 'edit', add "account" varchar(100) null, add "via" varchar(10) null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "templates" drop column "origin", drop column "account", drop column "via";`);
  }
}
