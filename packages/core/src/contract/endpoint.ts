import type { z } from 'zod';
import type { ErrorCode } from './error-codes.ts';

/** One call of the HTTP API: what validates it, what documents it and what clients are typed by. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path parameters as `{name}`. */
  path: string;
  summary: string;
  /**
   * `session`: needs the admin's session cookie. `embed`: public, and answers the widget's origins. `token`: for
   * other services, which send the token of a setting.
   */
  access: 'public' | 'session' | 'embed' | 'token';
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** What the body may be, where it is not JSON alone. */
  bodyTypes?: readonly string[];
  /** Of success; 200 by default. */
  status?: 200 | 201;
  /** The JSON answer; left out where the answer is not JSON. */
  answer?: z.ZodType;
  answerTypes?: readonly string[];
  /** Codes beyond those that any call of its kind may answer. */
  errors?: readonly ErrorCode[];
}
