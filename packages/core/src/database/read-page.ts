import type { Condition, Reads } from './reads.ts';

export interface PagedList {
  table: string;
  /** The columns to select. */
  columns: string;
  /** Rows must meet all conditions; with none, the whole table is listed. */
  where: Condition[];
  /** Ends with the id, so that the order is unique. */
  orderBy: string;
}

export interface Page<Row> {
  rows: Row[];
  /** Across all pages. */
  total: number;
  hasMore: boolean;
}

/**
 * One page of a list. `page` counts from 1.
 *
 * Ids are looked up first, because they are in the index. This way no row is read just to be skipped.
 */
export async function readPage<Row>(
  database: Reads,
  { table, columns, where, orderBy }: PagedList,
  { page, limit }: { page: number; limit: number },
): Promise<Page<Row>> {
  const offset = (page - 1) * limit;
  const { from, values } = filtered(table, where);
  const ids = `select id from ${from} order by ${orderBy} limit ? offset ?`;
  const rows = await database.read<Row>(
    `select ${columns} from ${table} where id in (${ids}) order by ${orderBy}`,
    [...values, limit, offset],
  );
  // A page that is not full is the last one, unless it is past the end.
  const isLast = rows.length < limit && (rows.length > 0 || page === 1);
  const total = isLast ? offset + rows.length : await countRows(database, table, where);
  return { rows, total, hasMore: offset + rows.length < total };
}

function countRows(database: Reads, table: string, where: readonly Condition[]): Promise<number> {
  const { from, values } = filtered(
    table,
    where.map((condition) => condition.toCount ?? condition),
  );
  return database.count(from, values);
}

function filtered(table: string, where: readonly Condition[]) {
  const conditions = where.map(({ sql }) => sql).join(' and ');
  return {
    from: conditions ? `${table} where ${conditions}` : table,
    values: where.flatMap(({ values }) => values),
  };
}
