import {
  bareEasternTime,
  easternTime,
  findRow,
  type Item,
  ItemRefused,
  type Resource,
  type Row,
  resources,
  type SandboxRequest,
} from './icontact-records.ts';
import { type SandboxDatabase, sandboxAccount } from './store.ts';

export interface Call {
  method: string;
  /** Below the API's root. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Ends the call with a status and one sentence. */
class Failure extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const notImplemented = 'Resource Or Version Not Implemented';

/** Carries out a call and answers as iContact would. */
export function answerCall(
  database: SandboxDatabase,
  now: number,
  call: Call,
): { status: number; body: object } {
  try {
    if (call.path === '/time') {
      return { status: 200, body: { time: easternTime(now), timestamp: Math.floor(now / 1000) } };
    }
    checkHeaders(call);
    const body = call.method === 'POST' ? readJson(call) : undefined;
    const request: SandboxRequest = { database, now, query: call.query, body };
    const work = () => route(request, call);
    // All or nothing, and no other process writes in between.
    const isWrite = call.method !== 'GET';
    return { status: 200, body: isWrite ? database.transaction(work).immediate() : work() };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { status: error.status, body: { errors: [error.message] } };
  }
}

function checkHeaders({ headers, method }: Call): void {
  if (headers['api-version'] !== '2.2') throw new Failure(501, notImplemented);
  if (headers['api-appid'] !== sandboxAccount.appId) throw new Failure(401, 'Api application id invalid');
  if (headers['api-username'] !== sandboxAccount.username) throw new Failure(401, 'Api username invalid');
  if (headers['api-password'] !== sandboxAccount.password) throw new Failure(401, 'Api password invalid');
  if (!/json|\*\/\*/.test(`${headers.accept ?? '*/*'}`)) {
    throw new Failure(406, 'The answer is only given in JSON.');
  }
  if (method === 'POST' && !`${headers['content-type'] ?? ''}`.includes('json')) {
    throw new Failure(415, 'The request must be JSON.');
  }
}

function readJson({ body }: Call): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Failure(400, 'The request could not be parsed.');
  }
}

function route(request: SandboxRequest, { path, method }: Call): object {
  const segments = path.replace(/\/$/, '').split('/').slice(1);
  // iContact treats a path with an empty id as a different path.
  if (segments.includes('')) throw new Failure(501, notImplemented);
  const [a, accountId, c, folderId, name = '', id, ...rest] = segments;
  if (a !== 'a' || (c ?? 'c') !== 'c' || rest.length > 0) throw new Failure(501, notImplemented);
  if (accountId === undefined) return supported(method === 'GET' && accounts, method);
  if (accountId !== sandboxAccount.accountId) {
    throw new Failure(404, `The account ${accountId} is not known.`);
  }
  if (c !== undefined && folderId === undefined) return supported(method === 'GET' && clientFolders, method);
  if (folderId !== sandboxAccount.clientFolderId) {
    throw new Failure(404, `The folder ${folderId} is not known.`);
  }
  const resource = Object.hasOwn(resources, name) && resources[name];
  if (!resource) throw new Failure(501, notImplemented);
  return id === undefined ? onCollection(resource, request, method) : onMember(resource, request, method, id);
}

function onCollection(resource: Resource, request: SandboxRequest, method: string): object {
  const { table, isListed, create } = resource;
  if (method === 'GET' && isListed) return listRecords(resource, request);
  const creating = supported(method === 'POST' && create, method);
  const { body } = request;
  if (!Array.isArray(body) || !body.every(isItem)) {
    throw new Failure(400, `The request must be an array of ${table}.`);
  }
  const { accepted, warnings } = tryEach(body, (item) => creating(request, item));
  const none = table === 'sends' ? [] : null;
  return { [table]: accepted.length === 0 ? none : accepted, ...warnings };
}

function onMember(resource: Resource, request: SandboxRequest, method: string, id: string): object {
  const { one, change, remove } = resource;
  const row = () => {
    const found = findRow(request, resource, id);
    if (!found) throw new Failure(404, `There is no ${one} ${id}.`);
    if (found.isDeleted) throw new Failure(500, `No result for ${one} ${id}`);
    return found;
  };
  if (method === 'GET') return { [one]: present(row(), 'member') };
  if (method === 'DELETE' && remove) {
    const refusal = remove(request, row());
    return refusal ? { warnings: [refusal] } : [];
  }
  const changing = supported(method === 'POST' && change, method);
  const known = row();
  if (!isItem(request.body)) throw new Failure(400, 'The request must be one object.');
  const { accepted, warnings } = tryEach([request.body], (item) => changing(request, known, item));
  return { [one]: accepted[0] ?? null, ...warnings };
}

function supported<T>(handler: T | false | undefined, method: string): T {
  if (!handler) throw new Failure(405, `${method} is not supported here.`);
  return handler;
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is refused is left out, with a warning. */
function tryEach(items: readonly Item[], write: (item: Item) => Row) {
  const accepted: object[] = [];
  const warnings: string[] = [];
  for (const item of items) {
    try {
      accepted.push(present(write(item), 'created'));
    } catch (error) {
      if (!(error instanceof ItemRefused)) throw error;
      warnings.push(error.message);
    }
  }
  return { accepted, warnings: someWarnings(warnings) };
}

const someWarnings = (warnings: string[]) => (warnings.length > 0 ? { warnings } : {});

const hiddenColumns = ['isDeleted', 'dueAt'];

/** `created` writes empty values as "", the others write null; `member` writes ids as numbers. */
type Occasion = 'created' | 'listed' | 'member';

function present(row: Row, occasion: Occasion): object {
  const empty = occasion === 'created' ? '' : null;
  const shown = Object.entries(row).filter(([name]) => !hiddenColumns.includes(name));
  return Object.fromEntries(
    shown.map(([name, value]) => [
      name,
      value === null || value === '' ? empty : presentValue(name, value, occasion),
    ]),
  );
}

function presentValue(name: string, value: string | number, occasion: Occasion): string | number {
  if (name === 'createDate') return bareEasternTime(Number(value));
  if (name === 'addDate' || name === 'releasedTime') return easternTime(Number(value));
  if (name.endsWith('Id') && occasion !== 'member') return `${value}`;
  if (name.endsWith('Count') && occasion === 'created') return `${value}`;
  return value;
}

interface Condition {
  sql: string;
  values: string[];
}

/**
 * A collection as iContact lists it: twenty records unless more are requested, filters by field with `*` and commas,
 * unknown terms ignored with a warning, empty terms matching nothing, `null` instead of an empty list.
 */
function listRecords({ table, keys, statusFilter }: Resource, { database, query }: SandboxRequest): object {
  const columns = database.prepare(`SELECT * FROM ${table}`).columns();
  const fields = columns.map(({ name }) => name).filter((name) => !hiddenColumns.includes(name));
  const conditions: Condition[] = statusFilter ? [statusFilter(query.get('status'))] : [];
  const order: string[] = [];
  const warnings: string[] = [];
  for (const [name, value] of query) {
    if (['limit', 'offset', 'orderby'].includes(name) || (statusFilter && name === 'status')) continue;
    if (fields.includes(name)) conditions.push(compare(name, value));
    else warnings.push(`The search term ${name} is not known and was ignored.`);
  }
  for (const term of (query.get('orderby') ?? '').split(',').filter(Boolean)) {
    const [name = '', direction] = term.split(':');
    if (fields.includes(name)) order.push(`${name} ${direction === 'desc' ? 'DESC' : 'ASC'}`);
    else warnings.push(`The field ${name} is not known and does not order the answer.`);
  }
  const limit = Math.min(500, wholeNumber(query.get('limit')) || 20);
  const offset = wholeNumber(query.get('offset'));
  const where = conditions.map(({ sql }) => `(${sql})`).join(' AND ') || '1';
  const values = conditions.flatMap((condition) => condition.values);
  const from = `FROM ${table} WHERE ${where}`;
  const sorted = `ORDER BY ${[...order, ...keys].join(', ')} LIMIT ? OFFSET ?`;
  const rows = database.prepare<unknown[], Row>(`SELECT * ${from} ${sorted}`).all(...values, limit, offset);
  return {
    [table]: rows.length === 0 ? null : rows.map((row) => present(row, 'listed')),
    limit,
    offset,
    total: database.prepare(`SELECT count(*) ${from}`).pluck().get(values),
    ...someWarnings(warnings),
  };
}

function compare(name: string, value: string): Condition {
  if (value === '') return { sql: '0', values: [] };
  const choices = value.split(',');
  const isPattern = (choice: string) => choice.includes('*');
  const like = (choice: string) => choice.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%');
  return {
    sql: choices.map((choice) => `${name} ${isPattern(choice) ? "LIKE ? ESCAPE '\\'" : '= ?'}`).join(' OR '),
    values: choices.map((choice) => (isPattern(choice) ? like(choice) : choice)),
  };
}

function wholeNumber(text: string | null): number {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

const accounts = { accounts: [{ accountId: sandboxAccount.accountId, enabled: '1' }], total: 1 };
const clientFolders = { clientfolders: [{ clientFolderId: sandboxAccount.clientFolderId }], total: 1 };
