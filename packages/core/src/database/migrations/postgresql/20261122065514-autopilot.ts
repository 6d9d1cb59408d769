import { Migration } from '@mikro-orm/migrations';

export class Migration20261122065514_autopilot extends Migration {
  override name = 'Migration20261122065514_autopilot';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "autopilot_days" ("day" varchar(10) not null, "is_skipped" boolean not null, primary key ("day"));`,
    );

    this.addSql(
      `create table "autopilot_settings" ("id" serial primary key, "is_on" boolean not null, "time" varchar(5) not null, "days" varchar(30) not null, "ahead" int not null, "seed" int not null);`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "autopilot_days" cascade;`);
    this.addSql(`drop table if exists "autopilot_settings" cascade;`);
  }
}
