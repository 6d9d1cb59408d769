import { existsSync, readFileSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { Client } from 'pg';
import { type Postgres, startPostgres } from '../../../test/postgres.ts';

/** What a database has written and holds so far. Only what its own catalogs say, whatever its tables are. */
export interface DatabaseUsage {
  /** Of everything, in bytes. */
  size: number;
  /** Its log of changes so far, in bytes; SQLite does not separate it from the rest. */
  wal: number | undefined;
  /** Rows inserted, updated and deleted, and those of the updates that did not write to an index. */
  rows: { written: number; updated: number; hot: number } | undefined;
  deadRows: number | undefined;
  /** Of the server's processes. */
  cpuSeconds: number;
  /** Largest first; the partitions of a table count as one. */
  tables: { name: string; bytes: number; indexBytes: number }[];
}

export interface MeasuredDatabase {
  url: string;
  usage(): Promise<DatabaseUsage>;
  /** How long it takes to clean up all tables, in ms. */
  vacuum(): Promise<number>;
  stop(): Promise<void>;
}

export type DatabaseName = 'SQLite' | 'PostgreSQL';

/** An empty database whose commits wait for the disk. */
export async function openMeasured(name: DatabaseName, file: string): Promise<MeasuredDatabase> {
  return name === 'SQLite' ? onSqlite(file) : onPostgres(await startPostgres({ durable: true }));
}

function onSqlite(file: string): MeasuredDatabase {
  const within = <T>(work: (database: Database.Database) => T): T => {
    const database = new Database(file);
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  const sizeOf = (path: string) => (existsSync(path) ? statSync(path).size : 0);
  return {
    url: `sqlite:${file}`,
    usage: async () => ({
      size: sizeOf(file) + sizeOf(`${file}-wal`),
      wal: undefined,
      rows: undefined,
      deadRows: undefined,
      cpuSeconds: 0,
      tables: within((database) => database.prepare(sqliteTables).all() as DatabaseUsage['tables']),
    }),
    async vacuum() {
      const startedAt = performance.now();
      within((database) => database.pragma('wal_checkpoint(truncate)'));
      return performance.now() - startedAt;
    },
    stop: async () => {},
  };
}

const sqliteTables = `select tbl_name as name, sum(case type when 'table' then bytes else 0 end) as bytes,
    sum(case type when 'index' then bytes else 0 end) as indexBytes
  from (select name, sum(pgsize) as bytes from dbstat group by name) join sqlite_master using (name)
  group by tbl_name order by sum(bytes) desc limit 8`;

export function onPostgres(server: Postgres): MeasuredDatabase {
  const within = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
    const client = new Client({ connectionString: server.url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  return {
    url: server.url,
    usage: () =>
      within(async (client) => {
        const { rows } = await client.query(`select pg_database_size(current_database())::float8 as size,
            pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal, sum(n_dead_tup)::float8 as dead,
            sum(n_tup_ins + n_tup_upd + n_tup_del)::float8 as written, sum(n_tup_upd)::float8 as updated,
            sum(n_tup_hot_upd)::float8 as hot from pg_stat_user_tables`);
        const [{ size, wal, dead, written, updated, hot }] = rows;
        const { rows: tables } = await client.query(postgresTables);
        const cpuSeconds = cpuOfTree(server.pid());
        return { size, wal, deadRows: dead, rows: { written, updated, hot }, cpuSeconds, tables };
      }),
    vacuum: () =>
      within(async (client) => {
        const startedAt = performance.now();
        await client.query('vacuum (analyze)');
        return performance.now() - startedAt;
      }),
    stop: () => server.stop(),
  };
}

const postgresTables = `select name, sum(pg_table_size(oid))::float8 as bytes, sum(pg_indexes_size(oid))::float8 as "indexBytes"
  from (select c.oid, coalesce(parent.relname, c.relname) as name from pg_class c
    left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace) t
  group by name order by sum(pg_total_relation_size(oid)) desc limit 8`;

/** Of a process, the children it has, and those that have ended. */
function cpuOfTree(pid: number): number {
  const ticksOf = (one: number, from: number, to: number) => {
    const stat = readFileSync(`/proc/${one}/stat`, 'utf8');
    // The second field is a name in parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(from, to).reduce((sum, ticks) => sum + Number(ticks), 0);
  };
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  let ticks = ticksOf(pid, 11, 15);
  for (const child of children.filter(Boolean)) {
    try {
      ticks += ticksOf(Number(child), 11, 13);
    } catch {
      // It has just ended, and counts as one of the parent's next time.
    }
  }
  return ticks / 100;
}
