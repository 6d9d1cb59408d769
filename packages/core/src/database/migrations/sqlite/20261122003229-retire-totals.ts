import { Migration } from '@mikro-orm/migrations';

const tables = ['words', 'scheduled_emails', 'registrations'];

export class Migration20261122003229_retire_totals extends Migration {
  override name = 'Migration20261122003229_retire_totals';

  // There is no way back: lists count again by themselves.
  override up(): void | Promise<void> {
    for (const event of ['insert', 'delete', 'update']) {
      this.addSql(`drop trigger scheduled_emails_wait_${event};`);
      for (const table of tables) this.addSql(`drop trigger ${table}_count_${event};`);
    }
    this.addSql(`drop table \`totals\`;`);

    this.addSql(`drop index \`words_unused\`;`);
    this.addSql(`alter table \`words\` drop column \`waiting_count\`;`);
    this.addSql(
      `create index \`words_unused\` on \`words\` (\`sort_key\`, \`id\`) where \`removed_at\` is null and \`used_count\` = 0;`,
    );
  }
}
