import { Migration } from '@mikro-orm/migrations';

interface Counted {
  /** The totals of the table. */
  names: string;
  /** Name and key of what each row counts in; `rows` is the table or some rows of it. */
  totals: (rows: string) => string;
}

const counted: Record<string, Counted> = {
  words: {
    names: 'words.%',
    totals: (rows) =>
      `select case when used_count = 0 and waiting_count = 0 then 'words.unused' else 'words.other' end as name,
         least(greatest(ascii(sort_key), 96), 123) as key from ${rows} where removed_at is null`,
  },
  scheduled_emails: {
    names: 'emails.%',
    totals: (rows) => `select 'emails.' || status as name, 0 as key from ${rows}`,
  },
  registrations: {
    names: 'readers.%',
    totals: (rows) =>
      `select 'readers.all' as name, 0 as key from ${rows} union all
       select 'readers.signups', floor(extract(epoch from created_at) / 900)::int from ${rows}`,
  },
};

const waiting = (rows: string) => `select word_id from ${rows} where status in ('pending', 'scheduled')`;

const newRows = 'new table as new_rows';
const oldRows = 'old table as old_rows';
/** A trigger runs once for each statement and sees all its rows, from before and from after it. */
const events = [
  { event: 'insert', rows: newRows, less: false, more: true },
  { event: 'delete', rows: oldRows, less: true, more: false },
  { event: 'update', rows: `${oldRows} ${newRows}`, less: true, more: true },
];

/** What a statement changes: the columns that `query` gives, and by how much. */
function changes(
  columns: string,
  query: (rows: string) => string,
  { less, more }: { less: boolean; more: boolean },
): string {
  const changed = [
    ...(more ? [`select more.*, 1 as change from (${query('new_rows')}) more`] : []),
    ...(less ? [`select less.*, -1 as change from (${query('old_rows')}) less`] : []),
  ];
  return `select ${columns}, sum(change)::int as change
    from (${changed.join(' union all ')}) changed group by ${columns} having sum(change) <> 0`;
}

export class Migration20261121102645_totals extends Migration {
  override name = 'Migration20261121102645_totals';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "totals" ("name" varchar(50) not null, "key" int not null, "slot" bigint not null, "count" int not null, primary key ("name", "key", "slot"));`,
    );

    // Nothing may be written between the counting and the triggers. In this order, which is that of
    // whoever writes an email, and the strongest lock at once: there is no deadlock with an older version at work.
    this.addSql(`lock table scheduled_emails in share row exclusive mode;`);
    this.addSql(`lock table words in access exclusive mode;`);
    this.addSql(`lock table registrations in share row exclusive mode;`);

    this.addSql(`drop index "words_unused";`);
    this.addSql(`alter table "words" add "waiting_count" int not null default 0;`);
    this.addSql(`update words set waiting_count = 1 where id in (${waiting('scheduled_emails')});`);
    this.addSql(
      `create index "words_unused" on "words" ("sort_key", "id") where "removed_at" is null and "used_count" = 0 and "waiting_count" = 0;`,
    );

    // Nobody waits for another's commit, so that there are no deadlocks: where others hold every row
    // of a total, it gets one more. Its slot is the transaction's own number, which nobody else has.
    this.addSql(
      `create function add_to_total(total_name text, total_key int, change int) returns void language plpgsql as $$
       declare
         free_slot bigint;
       begin
         select slot into free_slot from totals where name = total_name and key = total_key
           limit 1 for update skip locked;
         if found then
           update totals set count = count + change
             where name = total_name and key = total_key and slot = free_slot;
         else
           insert into totals (name, key, slot, count) values (total_name, total_key, txid_current(), change);
         end if;
       end $$;`,
    );
    for (const [table, { names, totals }] of Object.entries(counted)) {
      this.addSql(
        `insert into totals (name, key, slot, count)
         select name, key, 0, count(*) from (${totals(table)}) counted group by name, key;`,
      );
      for (const event of events) {
        this.#addTrigger(
          `${table}_count_${event.event}`,
          `after ${event.event} on ${table} referencing ${event.rows}`,
          `perform add_to_total(name, key, change) from (${changes('name, key', totals, event)}) changes;`,
        );
      }
      this.#addTrigger(
        `${table}_count_truncate`,
        `after truncate on ${table}`,
        `delete from totals where name like '${names}';`,
      );
    }
    for (const event of events) {
      this.#addTrigger(
        `scheduled_emails_wait_${event.event}`,
        `after ${event.event} on scheduled_emails referencing ${event.rows}`,
        `update words set waiting_count = waiting_count + change
           from (${changes('word_id', waiting, event)}) changes where words.id = word_id;`,
      );
    }
    this.#addTrigger(
      'scheduled_emails_wait_truncate',
      'after truncate on scheduled_emails',
      'update words set waiting_count = 0 where waiting_count <> 0;',
    );
  }

  #addTrigger(name: string, when: string, body: string): void {
    this.addSql(
      `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$;`,
    );
    this.addSql(`create trigger ${name} ${when} for each statement execute function ${name}();`);
  }

  override down(): void | Promise<void> {
    for (const event of ['insert', 'delete', 'update', 'truncate']) {
      this.addSql(`drop function scheduled_emails_wait_${event} cascade;`);
      for (const table of Object.keys(counted)) this.addSql(`drop function ${table}_count_${event} cascade;`);
    }
    this.addSql(`drop function add_to_total;`);
    this.addSql(`drop table if exists "totals" cascade;`);

    this.addSql(`drop index "words_unused";`);
    this.addSql(`alter table "words" drop column "waiting_count";`);
    this.addSql(
      `create index "words_unused" on "words" ("sort_key", "id") where "removed_at" is null and "used_count" = 0;`,
    );
  }
}
