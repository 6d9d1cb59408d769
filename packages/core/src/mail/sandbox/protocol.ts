import type { SandboxDatabase } from './sandbox-database.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

export interface SandboxRequest {
  query: URLSearchParams;
  /** The parsed JSON of a POST. */
  body: unknown;
  database: SandboxDatabase;
  now: number;
}

/** The body of a 200 answer. */
export type Answer = object;

/** Ends the request with a status and one sentence. */
export class Failure extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Leaves out one item of a batch. The answer is still 200, with this as a warning. */
export class ItemRefused extends Error {}

export type Item = Record<string, unknown>;

export function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** iContact does not distinguish numbers from strings. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
}

export function requireFields(item: Item, names: readonly string[]): void {
  const missing = names.find((name) => textOf(item[name]).trim() === '');
  if (missing) throw new ItemRefused(`The ${missing} field is required and was not supplied.`);
}
