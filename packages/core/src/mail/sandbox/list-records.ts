import type { Answer, SandboxRequest } from './protocol.ts';
import { type Condition, type FieldKind, present, type Records, type Row } from './records.ts';

const defaultLimit = 20;
const largestLimit = 500;
const comparisons: Record<string, string> = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' };

/**
 * A collection as iContact lists it: twenty unless asked for more, filters by field with `*` and
 * commas, comparisons by `…SearchType`, an unknown term ignored with a warning, an empty one matching
 * nothing, `null` in place of an empty list.
 */
export function listRecords(records: Records) {
  return (request: SandboxRequest): Answer => {
    const { database, query } = request;
    const limit = Math.min(largestLimit, wholeNumber(query.get('limit')) || defaultLimit);
    const offset = wholeNumber(query.get('offset')) ?? 0;
    const { conditions, warnings } = readFilters(records, query);
    const order = readOrder(records, query.get('orderby'));
    warnings.push(...order.warnings);
    const where = conditions.map(({ sql }) => `(${sql})`).join(' AND ') || '1';
    const values = conditions.flatMap((condition) => condition.values);
    const from = `FROM ${records.table} WHERE ${where}`;
    const total = database.prepare(`SELECT count(*) ${from}`).pluck().get(values);
    const rows = database
      .prepare<unknown[], Row>(`SELECT * ${from} ORDER BY ${order.sql} LIMIT ? OFFSET ?`)
      .all([...values, limit, offset]);
    return {
      [records.many]: rows.length === 0 ? null : rows.map((row) => present(records, row, 'listed')),
      limit,
      offset,
      total,
      ...(warnings.length > 0 ? { warnings } : {}),
    };
  };
}

function readFilters(records: Records, query: URLSearchParams) {
  const conditions: Condition[] = records.hidden ? [{ sql: `NOT (${records.hidden})`, values: [] }] : [];
  const warnings: string[] = [];
  const companion = 'SearchType';
  for (const [name, value] of query) {
    if (['limit', 'offset', 'orderby'].includes(name)) continue;
    if (name.endsWith(companion) && Object.hasOwn(records.fields, name.slice(0, -companion.length))) continue;
    const filter =
      records.filters && Object.hasOwn(records.filters, name) ? records.filters[name] : undefined;
    const kind = Object.hasOwn(records.fields, name) ? records.fields[name] : undefined;
    if (!filter && !kind) {
      warnings.push(`The search term ${name} is not known and was ignored.`);
    } else if (value === '') {
      conditions.push({ sql: '0', values: [] });
    } else {
      const condition = filter ? filter(value) : compare(name, kind!, value, query.get(name + companion));
      if (condition) conditions.push(condition);
    }
  }
  for (const [name, condition] of Object.entries(records.unless ?? {})) {
    if (!query.has(name)) conditions.push(condition);
  }
  return { conditions, warnings };
}

function compare(name: string, kind: FieldKind, value: string, searchType: string | null): Condition {
  const read = (text: string) => {
    if (kind === 'time' || kind === 'bareTime') return Date.parse(text) || 0;
    return kind === 'text' || !/^-?\d+$/.test(text) ? text : Number(text);
  };
  if (searchType === 'bet') {
    const [from = '', to = ''] = value.split(',');
    return { sql: `${name} BETWEEN ? AND ?`, values: [read(from), read(to)] };
  }
  const operator = comparisons[searchType ?? 'eq'];
  if (operator && operator !== '=') return { sql: `${name} ${operator} ?`, values: [read(value)] };
  const choices = value
    .split(',')
    .map((choice) =>
      choice.includes('*')
        ? { sql: `${name} LIKE ? ESCAPE '\\'`, value: choice.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%') }
        : { sql: `${name} = ?`, value: read(choice) },
    );
  return { sql: choices.map(({ sql }) => sql).join(' OR '), values: choices.map((choice) => choice.value) };
}

function readOrder({ fields, key }: Records, orderby: string | null): { sql: string; warnings: string[] } {
  const terms: string[] = [];
  const warnings: string[] = [];
  for (const term of (orderby ?? '').split(',').filter(Boolean)) {
    const [name = '', direction = 'asc'] = term.split(':');
    if (Object.hasOwn(fields, name)) terms.push(`${name} ${direction === 'desc' ? 'DESC' : 'ASC'}`);
    else warnings.push(`The field ${name} is not known and does not order the answer.`);
  }
  return { sql: [...terms, key].join(', '), warnings };
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
