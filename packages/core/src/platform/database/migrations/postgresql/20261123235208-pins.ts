import { Migration } from '@mikro-orm/migrations';

export class Migration20261123235208_pins extends Migration {
  override name = 'Migration20261123235208_pins';

  override up(): void | Promise<void> {
    this.addSql(`alter table "words" add "pin" varchar(20) not null default '';`);
    this.addSql(`create index "words_pinned" on "words" ("pin", "id") where "pin" != '';`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "words_pinned";`);
    this.addSql(`alter table "words" drop column "pin";`);
  }
}
