import { Migration } from '@mikro-orm/migrations';

export class Migration20261122101200_embed_origins extends Migration {
  override name = 'Migration20261122101200_embed_origins';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "embed_origins" ("origin" varchar(200) not null, "allowed_at" timestamptz(3) null, "refusals" int not null default 0, "last_refused_at" timestamptz(3) null, primary key ("origin"));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "embed_origins" cascade;`);
  }
}
