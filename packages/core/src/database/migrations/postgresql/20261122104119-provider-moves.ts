import { Migration } from '@mikro-orm/migrations';

export class Migration20261122104119_provider_moves extends Migration {
  override name = 'Migration20261122104119_provider_moves';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "provider_moves" ("id" int not null, "family" text not null, "moved_at" timestamptz(3) not null, primary key ("id"));`,
    );

    this.addSql(
      `alter table "provider_moves" add constraint "provider_moves_family_check" check ("family" in ('icontact', 'smtp'));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "provider_moves" cascade;`);
  }
}
