import { Migration } from '@mikro-orm/migrations';

interface Counted {
  /** The columns that `totals` follows from. */
  columns: string[];
  /** What a row counts in, as SQL; `row` stands before each column. */
  totals: (row: string) => { name: string; key: string; only?: string }[];
}

const counted: Record<string, Counted> = {
  words: {
    columns: ['sort_key', 'used_count', 'waiting_count', 'removed_at'],
    totals: (row) => [
      {
        name: `iif(${row}used_count = 0 and ${row}waiting_count = 0, 'words.unused', 'words.other')`,
        key: `min(max(coalesce(unicode(${row}sort_key), 0), 96), 123)`,
        only: `${row}removed_at is null`,
      },
    ],
  },
  scheduled_emails: {
    columns: ['status'],
    totals: (row) => [{ name: `'emails.' || ${row}status`, key: '0' }],
  },
  registrations: {
    columns: ['created_at'],
    totals: (row) => [
      { name: `'readers.all'`, key: '0' },
      { name: `'readers.signups'`, key: `cast(${row}created_at / 900000 as integer)` },
    ],
  },
};

function change({ totals }: Counted, row: 'old.' | 'new.', by: 1 | -1): string {
  const statements = totals(row).map(
    ({ name, key, only = 'true' }) => `
      insert into totals (name, key, slot, count) select ${name}, ${key}, 0, ${by} where ${only}
        on conflict do update set count = count + excluded.count;`,
  );
  return statements.join('');
}

const waits = (row: 'old' | 'new') => `${row}.status in ('pending', 'scheduled')`;
const noLonger = `update words set waiting_count = waiting_count - 1 where id = old.word_id and ${waits('old')};`;
const fromNowOn = `update words set waiting_count = waiting_count + 1 where id = new.word_id and ${waits('new')};`;

export class Migration20261121102645_totals extends Migration {
  override name = 'Migration20261121102645_totals';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`totals\` (\`name\` text not null, \`key\` integer not null, \`slot\` bigint not null, \`count\` integer not null, primary key (\`name\`, \`key\`, \`slot\`));`,
    );

    this.addSql(`drop index \`words_unused\`;`);
    this.addSql(`alter table \`words\` add column \`waiting_count\` integer not null default 0;`);
    this.addSql(
      `create index \`words_unused\` on \`words\` (\`sort_key\`, \`id\`) where \`removed_at\` is null and \`used_count\` = 0 and \`waiting_count\` = 0;`,
    );
    this.addSql(
      `update words set waiting_count = 1 where id in
         (select word_id from scheduled_emails where status in ('pending', 'scheduled'));`,
    );
    this.addSql(
      `create trigger scheduled_emails_wait_insert after insert on scheduled_emails begin ${fromNowOn} end;`,
    );
    this.addSql(
      `create trigger scheduled_emails_wait_delete after delete on scheduled_emails begin ${noLonger} end;`,
    );
    this.addSql(
      `create trigger scheduled_emails_wait_update after update of word_id, status on scheduled_emails
       when (old.word_id, ${waits('old')}) is not (new.word_id, ${waits('new')})
       begin ${noLonger} ${fromNowOn} end;`,
    );

    for (const [table, it] of Object.entries(counted)) {
      for (const { name, key, only = 'true' } of it.totals('')) {
        this.addSql(
          `insert into totals (name, key, slot, count)
           select ${name}, ${key}, 0, count(*) from ${table} where ${only} group by 1, 2;`,
        );
      }
      const [less, more] = [change(it, 'old.', -1), change(it, 'new.', 1)];
      const [before, after] = ['old', 'new'].map((row) => it.columns.map((column) => `${row}.${column}`));
      this.addSql(`create trigger ${table}_count_insert after insert on ${table} begin ${more} end;`);
      this.addSql(`create trigger ${table}_count_delete after delete on ${table} begin ${less} end;`);
      this.addSql(
        `create trigger ${table}_count_update after update of ${it.columns} on ${table}
         when (${before}) is not (${after}) begin ${less} ${more} end;`,
      );
    }
  }

  override down(): void | Promise<void> {
    for (const event of ['insert', 'delete', 'update']) {
      this.addSql(`drop trigger scheduled_emails_wait_${event};`);
      for (const table of Object.keys(counted)) this.addSql(`drop trigger ${table}_count_${event};`);
    }
    this.addSql(`drop table if exists \`totals\`;`);

    this.addSql(`drop index \`words_unused\`;`);
    this.addSql(`alter table \`words\` drop column \`waiting_count\`;`);
    this.addSql(
      `create index \`words_unused\` on \`words\` (\`sort_key\`, \`id\`) where \`removed_at\` is null and \`used_count\` = 0;`,
    );
  }
}
