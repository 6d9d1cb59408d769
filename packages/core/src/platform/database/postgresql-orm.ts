import { Migrator } from '@mikro-orm/migrations';
import { PostgreSqlConnection, PostgreSqlDriver, MikroORM as PostgresOrm } from '@mikro-orm/postgresql';
import type { EntityClass, MikroORM } from '@mikro-orm/sql';
import { type SqlBool, sql } from 'kysely';
import {
  Client,
  type Pool,
  type PoolClient,
  type QueryConfig,
  type QueryResult,
  type QueryResultRow,
  types,
} from 'pg';
import { refuseZeroCharacters } from './database-failure.ts';
import { keepConnections } from './keep-connections.ts';
import { postgresqlMigrations } from './migrations/postgresql.ts';
import type { DatabaseAccess, OpenedOrm } from './opened-orm.ts';
import { connectionString } from './postgresql-tls.ts';
import { compile, containing, containsAtLeast, type Query, type SqlValue } from './query.ts';
import { CachedCounts, groupsOf, type OpenReads, type ReadLimits, type Reads } from './reads.ts';
import { limitWaiting, noteWaited, waitingLeft, waitLimited } from './waiting.ts';
import { Answers, type InsertRows, type RunStatement, type WriteOptions, type Writes } from './writes.ts';

export const connectionTimeoutMs = 10_000;

// The driver leaves 64-bit integers as text. Ours are ids and counts, which numbers represent exactly up to 2^53.
types.setTypeParser(types.builtins.INT8, Number);

export async function openPostgresqlOrm(
  url: string,
  entities: readonly EntityClass[],
  access: DatabaseAccess,
): Promise<OpenedOrm> {
  const orm = await PostgresOrm.init({
    driver: LastingPostgreSqlDriver,
    entities: [...entities],
    clientUrl: url,
    // Otherwise a mistyped name would create a database.
    ensureDatabase: access === 'create',
    // One connection stays open when idle, so that a restore can see that the database is in use.
    pool: { min: 1, max: 10 },
    // The ORM takes host, user and database from the URL, but ignores its TLS options.
    driverOptions: {
      Client: LimitedClient,
      connectionTimeoutMillis: connectionTimeoutMs,
      connectionString: connectionString(url),
      // A statement may be sent before the previous one is answered.
      pipeline: true,
    },
    forceUtcTimezone: true,
    onQuery: refuseZeroCharacters,
    extensions: [Migrator],
    migrations: { migrationsList: postgresqlMigrations, snapshot: false, silent: true },
  });
  const pool = (await orm.em.getConnection().getNativeClient()) as Pool;
  limitConnecting(pool);
  const keepsSession = await isDirect(pool).catch(async (error) => {
    await orm.close(true);
    throw error;
  });
  const reads = postgresqlReads(pool, { named: keepsSession });
  return {
    orm: () => orm as unknown as MikroORM,
    native: { kind: 'postgresql', pool },
    reads,
    clockOffset: () => clockOffset(pool),
    migrations: postgresqlMigrations.map(({ name }) => name),
    writes: postgresqlWrites(pool, { named: keepsSession }),
    underLock: (work) => holdingLock(pool, work),
    async close() {
      reads.close();
      await orm.close(true);
      // The ORM leaves the pool open if it made no queries itself.
      if (!pool.ending) await pool.end();
    },
  };
}

/**
 * Whether connections lead to PostgreSQL itself. A pooler such as PgBouncer gives each connection its own id, and may
 * run each transaction on a different server connection. Anything that belongs to a session, such as a named statement,
 * is then lost between transactions.
 */
async function isDirect(pool: Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return rows[0]?.pid === (client as { processID?: number | null }).processID;
  } finally {
    client.release();
  }
}

async function clockOffset(pool: Pool): Promise<number> {
  const before = Date.now();
  const { rows } = await queryPool<{ now: string }>(pool, {
    text: 'select extract(epoch from clock_timestamp()) * 1000 as now',
  });
  const [theirs, after] = [Number(rows[0]?.now), Date.now()];
  // A difference of less than a second, or less than the query took, does not count.
  if (theirs > before - 1000 && theirs < after + 1000) return 0;
  return Math.round(theirs - (before + after) / 2);
}

/** An arbitrary number that nobody else uses. */
export const migrationLock = 7_019_643_117;

/** Holds a lock while `work` runs: in a separate transaction, which a pooler keeps on one connection. */
async function holdingLock<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    const result = await work();
    await client.query('commit');
    return result;
  } finally {
    client.release(true);
  }
}

const deadlock = '40P01';
const mostTries = 5;

/** Writes through the pool, all rows of a call in one statement. */
function postgresqlWrites(pool: Pool, { named }: StatementNames): Writes {
  const writeTogether: Writes['writeTogether'] = (work, options = {}) =>
    untilNoDeadlock(() => transact(pool, { named, ...options }, work));
  return {
    writeTogether,
    insertTogether: (work) => writeTogether((_, insert) => work(insert)),
    async writeOne<Row>(one: Query<Row>) {
      const { sql: text, values } = compile('postgresql', one);
      const query = { ...statementName(named, text), text, values: [...values] };
      const { rows } = await untilNoDeadlock(() => queryPool(pool, query));
      return rows as Row[];
    },
  };
}

async function untilNoDeadlock<T>(write: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await write();
    } catch (error) {
      if ((error as { code?: string }).code !== deadlock || tried === mostTries) throw error;
    }
  }
}

/**
 * The connection is in pipeline mode: no statement waits for the answer to the previous one, unless `work` does.
 * `begin` is sent with the first statement, and `commit` with those that `work` did not wait for. After a failed
 * statement, PostgreSQL treats `commit` as `rollback`.
 */
async function transact<T>(
  pool: Pool,
  { named, isVolatile }: StatementNames & WriteOptions,
  work: (run: RunStatement, insert: InsertRows) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const answers = new Answers();
  const send = <Row>(query: QueryConfig) =>
    answers.add(client.query(query).then(({ rows }) => rows as Row[]));
  let failure: unknown;
  try {
    send({ text: 'begin' });
    if (isVolatile) send({ text: 'set local synchronous_commit = off' });
    const result = await work(
      // Has no name, so that it is planned for its values: the best plan for few rows is not the best for many.
      (query) => {
        const { sql: text, values } = compile('postgresql', query);
        return send({ text, values: [...values] });
      },
      (into, rows, after) =>
        rows.length > 0 ? send(insertion(named, into, rows, after)) : Promise.resolve([]),
    );
    send({ text: 'commit' });
    await answers.wait();
    return result;
  } catch (error) {
    await client.query('rollback').catch((lost) => {
      failure = lost;
    });
    throw error;
  } finally {
    // Without a rollback, the connection would stay in this transaction.
    client.release(failure !== undefined);
  }
}

/**
 * The rows are passed as one value, so that the statement stays the same for any number of rows and each connection
 * plans it once.
 */
function insertion(named: boolean, into: string, rows: readonly SqlValue[][], after = ''): QueryConfig {
  const [table = '', list = ''] = into.split(/ \(|\)/);
  const columns = list.split(', ');
  const records = rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])));
  const text = `insert into ${into} select ${list} from json_populate_recordset(null::${table}, $1) ${after}`;
  return { ...statementName(named, text), text, values: [JSON.stringify(records)] };
}

const names = new Map<string, string>();

function statementName(named: boolean, text: string): { name?: string } {
  if (!named) return {};
  const name = names.get(text) ?? `write_${names.size}`;
  names.set(text, name);
  return { name };
}

/** Two statements that see the same snapshot see the same rows. */
const snapshot = sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`;

/** Which statements have names. If sessions are kept, named statements are prepared once for each connection. */
interface StatementNames {
  named: boolean;
}

/** Reads through the pool. */
function postgresqlReads(pool: Pool, { named }: StatementNames): OpenReads {
  const names = new Map<string, string>();
  const counts = new CachedCounts();

  function prepare(text: string): { name?: string; text: string } {
    // The best index depends on how common a text is, so a search is planned for its text and has no name.
    if (!named || text.includes(' like $') || text.includes(' ~ $')) return { text };
    const name = names.get(text) ?? `read_${names.size}`;
    names.set(text, name);
    return { name, text };
  }

  async function run<Row>(
    text: string,
    values: readonly SqlValue[],
    { mostMs, signal }: ReadLimits = {},
  ): Promise<Row[]> {
    // The ORM's pool leaves instants as text, for the ORM to parse.
    const query = { ...prepare(text), values: [...values], types };
    const { rows } = await (mostMs === undefined
      ? queryPool<Row & QueryResultRow>(pool, query)
      : queryInTime<Row & QueryResultRow>(pool, query, mostMs, signal));
    return rows;
  }

  const read: Reads['read'] = <Row>(query: Query<Row>, limits?: ReadLimits) => {
    const statement = compile('postgresql', query);
    return run<Row>(statement.sql, statement.values, limits);
  };

  return {
    read,
    async count(query, options) {
      const { sql: text, values } = compile('postgresql', query);
      const [now] = await read(snapshot);
      const count = async (limits: ReadLimits) =>
        (await run<{ count: number }>(text, values, limits))[0]?.count ?? 0;
      return counts.get(JSON.stringify([text, ...values]), now?.snapshot, count, options);
    },
    searching: async (_, text) => ({ where: containing(sql.ref('search_text'), text) }),
    containingMost(table, words, atLeast) {
      const column = sql.ref(`${table}.search_text`);
      const contains = containsAtLeast('postgresql', column, words, atLeast);
      const groups = groupsOf(words, atLeast)?.map((group) => {
        const all = group.map((word) => containing(column, word));
        return sql`(${sql.join(all, sql` and `)})`;
      });
      return groups ? sql<SqlBool>`(${sql.join(groups, sql` or `)}) and ${contains}` : contains;
    },
    // The ORM closes the pool.
    close() {},
  };
}

/**
 * A connection that is given up if a statement of limited work gets no answer. Its socket is destroyed: in pipeline
 * mode, no later statement would be answered either.
 */
class LimitedClient extends Client {
  // biome-ignore lint/suspicious/noExplicitAny: it has eight signatures, and only those that return a promise are limited.
  override query(...args: any[]): any {
    const left = waitingLeft();
    const [statement, values] = args;
    const isPlain = typeof statement === 'string' || typeof statement?.submit !== 'function';
    const hasCallback = args.some((arg) => typeof arg === 'function');
    const ask = super.query.bind(this) as (...all: unknown[]) => Promise<unknown>;
    if (left === undefined || !isPlain || hasCallback) return ask(...args);
    const startedAt = performance.now();
    const config: QueryConfig = typeof statement === 'string' ? { text: statement } : statement;
    // 0 would be no limit.
    return ask({ ...config, query_timeout: Math.max(1, left) }, values).then(
      (result) => {
        noteWaited(0, true);
        return result;
      },
      (error) => {
        // A statement that PostgreSQL refused was answered.
        noteWaited(performance.now() - startedAt, typeof error.severity === 'string');
        throw error;
      },
    );
  }
}

/** Makes waiting for one of the pool's connections part of the limit. */
function limitConnecting(pool: Pool): void {
  const connect = pool.connect.bind(pool) as (callback?: unknown) => Promise<PoolClient>;
  pool.connect = ((callback?: unknown) =>
    callback ? connect(callback) : waitLimited(connect(), (client) => client.release())) as Pool['connect'];
}

/** One statement on one of the pool's connections. `pool.query` would lose track of whose statement it is. */
async function queryPool<Row extends QueryResultRow>(
  pool: Pool,
  query: QueryConfig,
): Promise<QueryResult<Row>> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    return await client.query<Row>(query);
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    client.release(failure);
  }
}

/**
 * One statement that PostgreSQL gives up after `mostMs`, or once nobody waits for it: it would go on after its connection
 * is closed. Work may wait for it that much longer than for others.
 */
async function queryInTime<Row extends QueryResultRow>(
  pool: Pool,
  query: QueryConfig,
  mostMs: number,
  signal?: AbortSignal,
): Promise<QueryResult<Row>> {
  const client = await pool.connect();
  if (signal?.aborted) client.release();
  signal?.throwIfAborted();
  const cancel = () => {
    const { processID } = client as { processID?: number | null };
    void queryPool(pool, { text: 'select pg_cancel_backend($1)', values: [processID] }).catch(() => {});
  };
  signal?.addEventListener('abort', cancel, { once: true });
  let isLost = false;
  try {
    const left = waitingLeft();
    // In pipeline mode, these are sent together. After a failed statement, `commit` is a `rollback`.
    const ask = () =>
      Promise.allSettled([
        client.query('begin'),
        client.query(`set local statement_timeout = ${Math.trunc(mostMs)}`),
        client.query<Row>(query),
        client.query('commit'),
      ]);
    const [, , answer, end] = await (left === undefined ? ask() : limitWaiting(left + mostMs, ask));
    isLost = end.status === 'rejected';
    signal?.throwIfAborted();
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  } finally {
    signal?.removeEventListener('abort', cancel);
    // What cancels this statement must not meet the next one on this connection.
    client.release(isLost || signal?.aborted === true);
  }
}

class LastingConnection extends PostgreSqlConnection {
  override createKyselyDialect(overrides: Parameters<PostgreSqlConnection['createKyselyDialect']>[0]) {
    const dialect = super.createKyselyDialect(overrides);
    const createDriver = dialect.createDriver.bind(dialect);
    dialect.createDriver = () => keepConnections(createDriver());
    return dialect;
  }
}

/** MikroORM's driver, with a pool that keeps its connections when transactions fail. */
class LastingPostgreSqlDriver extends PostgreSqlDriver {
  protected override readonly connection = new LastingConnection(this.config);
}
