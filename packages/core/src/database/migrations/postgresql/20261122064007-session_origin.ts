import { Migration } from '@mikro-orm/migrations';

export class Migration20261122064007_session_origin extends Migration {
  override name = 'Migration20261122064007_session_origin';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "sessions" add "signed_in_at" timestamptz(3) null, add "used_at" timestamptz(3) null, add "browser" varchar(60) null, add "address" varchar(64) null;`,
    );
    // Sessions of before were last renewed seven days before they end.
    this.addSql(
      `update "sessions" set "signed_in_at" = "expire" - interval '7 days', "used_at" = "expire" - interval '7 days';`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(
      `alter table "sessions" drop column "signed_in_at", drop column "used_at", drop column "browser", drop column "address";`,
    );
  }
}
