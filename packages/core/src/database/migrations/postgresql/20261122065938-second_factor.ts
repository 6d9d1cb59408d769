import { Migration } from '@mikro-orm/migrations';

export class Migration20261122065938_second_factor extends Migration {
  override name = 'Migration20261122065938_second_factor';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "second_factors" ("user_id" serial primary key, "secret" text not null, "confirmed_at" timestamptz(3) null, "last_step" int not null default 0, "recovery_codes" text not null);`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "second_factors" cascade;`);
  }
}
