import { Migration } from '@mikro-orm/migrations';

export class Migration20261126181713_relay_answers extends Migration {
  override name = 'Migration20261126181713_relay_answers';

  override up(): void | Promise<void> {
    this.addSql(`alter table "provider_backoffs" add "since" timestamptz(3) null;`);

    this.addSql(
      `alter table "smtp_send_relays" add "failed" int not null default 0, add "deferred" int not null default 0, add "unknown" int not null default 0;`,
    );
  }
}
