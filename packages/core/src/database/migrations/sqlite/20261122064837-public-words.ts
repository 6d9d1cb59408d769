import { Migration } from '@mikro-orm/migrations';
import { giveSlugs } from '../give-slugs.ts';

export class Migration20261122064837_public_words extends Migration {
  override name = 'Migration20261122064837_public_words';

  override async up(): Promise<void> {
    await this.execute(`alter table \`words\` add column \`slug\` text null;`);
    await giveSlugs(this);
    this.addSql(`create unique index \`words_slug_unique\` on \`words\` (\`slug\`);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index \`words_slug_unique\`;`);
    this.addSql(`alter table \`words\` drop column \`slug\`;`);
  }
}
