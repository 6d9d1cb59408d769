import { Migration } from '@mikro-orm/migrations';

export class Migration20261122105000_mailbox_readings extends Migration {
  override name = 'Migration20261122105000_mailbox_readings';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "mailbox_readings" ("name" varchar(300) not null, "uid_validity" varchar(20) null, "last_uid" varchar(20) null, "lease_until" timestamptz(3) null, primary key ("name"));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "mailbox_readings" cascade;`);
  }
}
