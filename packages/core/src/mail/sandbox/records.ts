import { bareEasternTime, easternTime } from './eastern-clock.ts';
import type { Item, SandboxRequest } from './protocol.ts';
import { Failure, textOf } from './protocol.ts';

export type FieldKind = 'id' | 'text' | 'flag' | 'count' | 'time' | 'bareTime';

/** A table as the API shows it. */
export interface Records {
  table: string;
  key: string;
  many: string;
  one: string;
  fields: Record<string, FieldKind>;
  /** Fields that a caller may set. */
  writable: readonly string[];
  /** Filters that are no plain field; `undefined` for no condition at all. */
  filters?: Record<string, (value: string) => Condition | undefined>;
  /** Which records a listing covers when no filter of that name is given. */
  unless?: Record<string, Condition>;
  /** Rows that no listing ever shows. */
  hidden?: string;
  extra?: (row: Row) => object;
}

export type Row = Record<string, string | number | null>;

export interface Condition {
  sql: string;
  values: (string | number)[];
}

/** `created` writes what is empty as "", the others as null; `member` writes ids and counts as numbers. */
export type Occasion = 'created' | 'listed' | 'member';

export function present(records: Records, row: Row, occasion: Occasion): Answer {
  const empty = occasion === 'created' ? '' : null;
  const shown = Object.entries(records.fields).map(([name, kind]) => {
    const value = row[name] ?? '';
    if (value === '') return [name, empty];
    switch (kind) {
      case 'id':
        return [name, occasion === 'member' && typeof value === 'number' ? value : `${value}`];
      case 'count':
        return [name, occasion === 'created' ? `${value}` : value];
      case 'time':
        return [name, easternTime(Number(value))];
      case 'bareTime':
        return [name, bareEasternTime(Number(value))];
      default:
        return [name, value];
    }
  });
  return { ...Object.fromEntries(shown), ...records.extra?.(row) };
}
type Answer = Record<string, unknown>;

export function findRow({ database }: SandboxRequest, records: Records, id: string): Row | undefined {
  if (!/^\d{1,15}$/.test(id)) return undefined;
  const hidden = records.hidden ? ` AND NOT (${records.hidden})` : '';
  const sql = `SELECT * FROM ${records.table} WHERE ${records.key} = ?${hidden}`;
  return database.prepare<[number], Row>(sql).get(Number(id));
}

export function mustFindRow(request: SandboxRequest, records: Records, id: string): Row {
  const row = findRow(request, records, id);
  if (!row) throw new Failure(404, `There is no ${records.one} ${id}.`);
  return row;
}

export function readMember(records: Records) {
  return (request: SandboxRequest, id: string) => ({
    [records.one]: present(records, mustFindRow(request, records, id), 'member'),
  });
}

/** The writable columns that an item names, as the table stores them. */
export function columnsOf(records: Records, item: Item): Row {
  const named = records.writable.filter((name) => item[name] !== undefined);
  return Object.fromEntries(named.map((name) => [name, stored(records.fields[name], item[name])]));
}

/** Every writable column, those that the item does not name emptied. */
export function columnsReplaced(records: Records, item: Item): Row {
  const emptied = Object.fromEntries(records.writable.map((name) => [name, '']));
  return columnsOf(records, { ...emptied, ...item });
}

function stored(kind: FieldKind | undefined, value: unknown): string | number | null {
  const text = textOf(value);
  if (kind === 'text') return text;
  if (kind === 'flag') return text === '' ? 0 : Number(text) || 0;
  return text === '' ? null : Number(text);
}

export function insertRow({ database }: SandboxRequest, { table, key }: Records, columns: Row): Row {
  const names = Object.keys(columns);
  const marks = names.map((name) => `@${name}`);
  const sql = `INSERT INTO ${table} (${names}) VALUES (${marks}) RETURNING *`;
  const row = database.prepare<[Row], Row>(sql).get(columns);
  if (!row) throw new Error(`no ${key} came of an insertion`);
  return row;
}

export function updateRow(
  { database }: SandboxRequest,
  records: Records,
  id: number | string,
  columns: Row,
): Row {
  const { table, key } = records;
  const changes = Object.keys(columns).map((name) => `${name} = @${name}`);
  const sql =
    changes.length === 0
      ? `SELECT * FROM ${table} WHERE ${key} = @theKey`
      : `UPDATE ${table} SET ${changes} WHERE ${key} = @theKey RETURNING *`;
  return database.prepare<[Row], Row>(sql).get({ ...columns, theKey: Number(id) })!;
}
