import { Migration } from '@mikro-orm/migrations';

export class Migration20261126113751_sending_limits extends Migration {
  override name = 'Migration20261126113751_sending_limits';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "smtp_budgets" ("name" varchar(20) not null, "next_at" timestamptz(3) not null, primary key ("name"));`,
    );

    this.addSql(
      `create table "smtp_shares" ("token" varchar(32) not null, "name" varchar(20) not null, "wanted" int not null, "held" int not null, "lease_until" timestamptz(3) not null, primary key ("token"));`,
    );

    this.addSql(
      `create table "smtp_spent" ("name" varchar(20) not null, "at" timestamptz(3) not null, "emails" int not null, primary key ("name", "at"));`,
    );
  }
}
