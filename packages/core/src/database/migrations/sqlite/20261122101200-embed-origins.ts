import { Migration } from '@mikro-orm/migrations';

export class Migration20261122101200_embed_origins extends Migration {
  override name = 'Migration20261122101200_embed_origins';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`embed_origins\` (\`origin\` text not null primary key, \`allowed_at\` datetime null, \`refusals\` integer not null default 0, \`last_refused_at\` datetime null);`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists \`embed_origins\`;`);
  }
}
