import { Migration } from '@mikro-orm/migrations';
import { fillSpellingKeys } from '../fill-spelling-keys.ts';

export class Migration20261127014241_spelling_key extends Migration {
  override name = 'Migration20261127014241_spelling_key';

  override async up(): Promise<void> {
    await this.execute(`alter table "words" add "spelling_key" varchar(100) not null default '';`);
    await fillSpellingKeys(
      this,
      `update words set spelling_key = batch.key
         from json_to_recordset(?::json) as batch (id bigint, key text)
         where words.id = batch.id`,
    );
    await this.execute(
      `create index "words_by_spelling" on "words" ("spelling_key") where "removed_at" is null;`,
    );
  }
}
