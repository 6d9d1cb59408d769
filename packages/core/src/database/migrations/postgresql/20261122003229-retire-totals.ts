import { Migration } from '@mikro-orm/migrations';

const tables = ['words', 'scheduled_emails', 'registrations'];

export class Migration20261122003229_retire_totals extends Migration {
  override name = 'Migration20261122003229_retire_totals';

  // There is no way back: lists count again by themselves.
  override up(): void | Promise<void> {
    // In the order in which a transaction that sends an email takes them, so that there is no deadlock.
    this.addSql(`lock table scheduled_emails, words, registrations in access exclusive mode;`);
    for (const event of ['insert', 'delete', 'update', 'truncate']) {
      this.addSql(`drop function scheduled_emails_wait_${event} cascade;`);
      for (const table of tables) this.addSql(`drop function ${table}_count_${event} cascade;`);
    }
    this.addSql(`drop function add_to_total;`);
    this.addSql(`drop table "totals";`);

    this.addSql(`drop index "words_unused";`);
    this.addSql(`alter table "words" drop column "waiting_count";`);
    this.addSql(
      `create index "words_unused" on "words" ("sort_key", "id") where "removed_at" is null and "used_count" = 0;`,
    );
  }
}
