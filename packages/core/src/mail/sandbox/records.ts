import { bareEasternTime, easternTime } from './eastern-clock.ts';
import { type Item, type SandboxRequest, textOf } from './protocol.ts';

type FieldKind = 'id' | 'text' | 'flag' | 'count' | 'time' | 'bareTime';

/** A table as the API shows it. */
export interface Records {
  table: string;
  /** Columns of the primary key; in a path their values are joined by `_`. */
  keys: readonly string[];
  many: string;
  one: string;
  fields: Record<string, FieldKind>;
  /** Text fields that a caller may set. */
  writable?: readonly string[];
  /** Filters that do more than compare the field of that name; `undefined` means no filter. */
  filters?: Record<string, (value: string | undefined) => Condition>;
  /** Returned instead of `null` if none of the posted items was created. */
  whenNoneCreated?: [];
}

export type Row = Record<string, string | number | null>;

export interface Condition {
  sql: string;
  values: (string | number)[];
}

/** `created` writes empty values as "", the others write null; `member` writes ids as numbers. */
export type Occasion = 'created' | 'listed' | 'member';

export function present(records: Records, row: Row, occasion: Occasion): object {
  const empty = occasion === 'created' ? '' : null;
  const shown = Object.entries(records.fields).map(([name, kind]) => {
    const value = row[name] ?? '';
    return [name, value === '' ? empty : presentValue(kind, value, occasion)];
  });
  return Object.fromEntries(shown);
}

function presentValue(kind: FieldKind, value: string | number, occasion: Occasion): string | number {
  switch (kind) {
    case 'id':
      return occasion === 'member' ? value : `${value}`;
    case 'count':
      return occasion === 'created' ? `${value}` : value;
    case 'time':
      return easternTime(Number(value));
    case 'bareTime':
      return bareEasternTime(Number(value));
    default:
      return value;
  }
}

export function findRow({ database }: SandboxRequest, { table, keys }: Records, id: string): Row | undefined {
  const values = id.split('_');
  if (values.length !== keys.length || !values.every((value) => /^\d{1,15}$/.test(value))) return undefined;
  const where = keys.map((key) => `${key} = ?`).join(' AND ');
  return database.prepare<string[], Row>(`SELECT * FROM ${table} WHERE ${where}`).get(...values);
}

/** The writable columns that an item contains. */
export function columnsOf({ writable = [] }: Records, item: Item): Row {
  const named = writable.filter((name) => item[name] !== undefined);
  return Object.fromEntries(named.map((name) => [name, textOf(item[name])]));
}

export function insertRow({ database }: SandboxRequest, { table }: Records, columns: Row): Row {
  const names = Object.keys(columns);
  const sql = `INSERT INTO ${table} (${names}) VALUES (${names.map((name) => `@${name}`)}) RETURNING *`;
  return returned(database.prepare<[Row], Row>(sql).get(columns));
}

export function updateRow(
  { database }: SandboxRequest,
  { table, keys }: Records,
  row: Row,
  columns: Row,
): Row {
  const names = Object.keys(columns);
  if (names.length === 0) return row;
  const where = keys.map((key) => `${key} = @${key}`).join(' AND ');
  const sql = `UPDATE ${table} SET ${names.map((name) => `${name} = @${name}`)} WHERE ${where} RETURNING *`;
  return returned(database.prepare<[Row], Row>(sql).get({ ...row, ...columns }));
}

function returned(row: Row | undefined): Row {
  if (!row) throw new Error('the sandbox has lost a record');
  return row;
}
