import type { z } from 'zod';
import type { ErrorCode } from './error-codes.ts';

/** One call of the HTTP API: its validation, its documentation and the types for clients. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path parameters as `{name}`. */
  path: string;
  summary: string;
  /**
   * `session`: needs the admin's session cookie. `embed`: public, and open to the widget's origins. `token`: for other
   * services, which send a token from the settings.
   */
  access: 'public' | 'session' | 'embed' | 'token';
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Whether the body may be left out, and its content type with it. */
  hasOptionalBody?: boolean;
  /** Content types of an HTML form with the same fields, whose answer is a page. */
  formTypes?: readonly string[];
  /** Content types of the body, if it is not only JSON. */
  bodyTypes?: readonly string[];
  /** The status on success; 200 by default. */
  status?: 200 | 201;
  /** The JSON answer; left out if the answer is not JSON. */
  answer?: z.ZodType;
  answerTypes?: readonly string[];
  /** Error codes in addition to those of every call of its kind. */
  errors?: readonly ErrorCode[];
}
