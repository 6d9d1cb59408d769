import { Migration } from '@mikro-orm/migrations';

export class Migration20261123191007_design extends Migration {
  override name = 'Migration20261123191007_design';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "logos" ("key" varchar(64) not null, "content" text not null, "width" int not null, "height" int not null, "ground" varchar(10) not null, "created_at" timestamptz(3) not null, "is_used" boolean not null default false, primary key ("key"));`,
    );

    this.addSql(
      `alter table "templates" add "design" jsonb null, add "is_designed" boolean not null default false;`,
    );
  }
}
