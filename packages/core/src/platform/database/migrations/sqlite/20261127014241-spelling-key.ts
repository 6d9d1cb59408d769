import { Migration } from '@mikro-orm/migrations';
import { fillSpellingKeys } from '../fill-spelling-keys.ts';

export class Migration20261127014241_spelling_key extends Migration {
  override name = 'Migration20261127014241_spelling_key';

  override async up(): Promise<void> {
    await this.execute(`alter table \`words\` add column \`spelling_key\` text not null default '';`);
    await fillSpellingKeys(
      this,
      `update words set spelling_key = batch.key
         from (select value ->> 'id' as id, value ->> 'key' as key from json_each(?)) as batch
         where words.id = batch.id`,
    );
    await this.execute(
      `create index \`words_by_spelling\` on \`words\` (\`spelling_key\`) where \`removed_at\` is null;`,
    );
  }
}
