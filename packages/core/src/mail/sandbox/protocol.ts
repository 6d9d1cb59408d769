import type { SandboxDatabase } from './sandbox-database.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface SandboxRequest {
  query: URLSearchParams;
  /** Parsed JSON of a POST or PUT. */
  body: unknown;
  version: string;
  database: SandboxDatabase;
  now: number;
}

/** The body of a 200. */
export type Answer = object;

/** A resource by the methods it has; what is missing answers 405. */
export interface SandboxResource {
  collection: Partial<Record<Method, (request: SandboxRequest) => Answer>>;
  member: Partial<Record<Method, (request: SandboxRequest, id: string) => Answer>>;
  /** Read-only lists below a member. */
  parts?: Record<string, (request: SandboxRequest, id: string) => Answer>;
}

/** Ends the request with a status and one sentence. */
export class Failure extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Leaves one item of a batch out: the answer is still 200, with this as a warning. */
export class ItemRefused extends Error {}

export type Item = Record<string, unknown>;

/** A collection takes an array of objects, or one object wrapped by its singular name. */
export function createEach(
  names: { many: string; one: string; whenNone?: [] },
  { body }: SandboxRequest,
  create: (item: Item) => Answer,
): Answer {
  const wrapped = isItem(body) && isItem(body[names.one]) ? [body[names.one]] : body;
  if (!Array.isArray(wrapped) || !wrapped.every(isItem)) {
    throw new Failure(400, `The request must be an array of ${names.many}.`);
  }
  const created: Answer[] = [];
  const warnings: string[] = [];
  for (const item of wrapped) {
    try {
      created.push(create(item));
    } catch (error) {
      if (!(error instanceof ItemRefused)) throw error;
      warnings.push(error.message);
    }
  }
  const envelope = created.length === 0 ? (names.whenNone ?? null) : created;
  return { [names.many]: envelope, ...(warnings.length > 0 ? { warnings } : {}) };
}

/** A member takes one bare object. */
export function memberItem({ body }: SandboxRequest): Item {
  if (!isItem(body)) throw new Failure(400, 'The request must be one object.');
  return body;
}

export function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Numbers and strings are the same to iContact. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : value === true ? '1' : '';
}
