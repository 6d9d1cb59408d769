import { Migration } from '@mikro-orm/migrations';

export class Migration20261126115914_mailbox_providers extends Migration {
  override name = 'Migration20261126115914_mailbox_providers';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "mailbox_domains" ("domain" varchar(255) not null, "provider" varchar(100) not null, "expires_at" timestamptz(3) not null, primary key ("domain"));`,
    );

    this.addSql(
      `create table "mailbox_providers" ("name" varchar(100) not null, "until" timestamptz(3) not null, "reason" text not null, "rest_ms" int not null, primary key ("name"));`,
    );

    this.addSql(
      `create table "smtp_send_providers" ("send_id" int not null, "provider" varchar(100) not null, "sent" int not null default 0, primary key ("send_id", "provider"));`,
    );
  }
}
