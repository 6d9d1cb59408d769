import { Migration } from '@mikro-orm/migrations';

export class Migration20261123195235_local_times extends Migration {
  override name = 'Migration20261123195235_local_times';

  override up(): void | Promise<void> {
    this.addSql(`alter table "deliveries" add "first_due_at" timestamptz(3) null;`);

    this.addSql(
      `alter table "smtp_sends" add "last_at" timestamptz(3) null, add "day" varchar(10) null, add "local_time" varchar(12) null, add "timezone" varchar(64) null, add "owner_at" timestamptz(3) null, add "joined_to" timestamptz(3) null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "deliveries" drop column "first_due_at";`);

    this.addSql(
      `alter table "smtp_sends" drop column "last_at", drop column "day", drop column "local_time", drop column "timezone", drop column "owner_at", drop column "joined_to";`,
    );
  }
}
