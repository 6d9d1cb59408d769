import type { Answer, SandboxRequest } from './protocol.ts';
import { type Condition, present, type Records, type Row } from './records.ts';

const defaultLimit = 20;
const largestLimit = 500;

/**
 * A collection as iContact lists it: twenty records unless more are requested, filters by field with `*` and commas,
 * unknown terms ignored with a warning, empty terms matching nothing, `null` instead of an empty list.
 */
export function listRecords(records: Records, { database, query }: SandboxRequest): Answer {
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
}

function readFilters({ fields, filters = {} }: Records, query: URLSearchParams) {
  const conditions = Object.entries(filters).map(([name, filter]) => filter(query.get(name) ?? undefined));
  const warnings: string[] = [];
  for (const [name, value] of query) {
    if (['limit', 'offset', 'orderby', ...Object.keys(filters)].includes(name)) continue;
    if (!Object.hasOwn(fields, name)) warnings.push(`The search term ${name} is not known and was ignored.`);
    else if (value === '') conditions.push({ sql: '0', values: [] });
    else conditions.push(compare(name, value));
  }
  return { conditions, warnings };
}

function compare(name: string, value: string): Condition {
  const choices = value.split(',');
  const isPattern = (choice: string) => choice.includes('*');
  const like = (choice: string) => choice.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%');
  return {
    sql: choices.map((choice) => `${name} ${isPattern(choice) ? "LIKE ? ESCAPE '\\'" : '= ?'}`).join(' OR '),
    values: choices.map((choice) => (isPattern(choice) ? like(choice) : choice)),
  };
}

function readOrder({ fields, keys }: Records, orderby: string | null): { sql: string; warnings: string[] } {
  const terms: string[] = [];
  const warnings: string[] = [];
  for (const term of (orderby ?? '').split(',').filter(Boolean)) {
    const [name = '', direction = 'asc'] = term.split(':');
    if (Object.hasOwn(fields, name)) terms.push(`${name} ${direction === 'desc' ? 'DESC' : 'ASC'}`);
    else warnings.push(`The field ${name} is not known and does not order the answer.`);
  }
  return { sql: [...terms, ...keys].join(', '), warnings };
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
