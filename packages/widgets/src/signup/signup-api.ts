import type { ErrorAnswer, PublicConfig, SignupBody } from '@wordrise/core/contract';
import { remember } from './remember.ts';

/** A failed signup, with the API's code and message if it answered. */
export interface Failure {
  code: string;
  message?: string | undefined;
  fields?: Record<string, string[]> | undefined;
  /** In seconds. */
  retryAfter?: number | undefined;
}

/** The installation's settings that the form needs. */
export interface Installation {
  productName: string;
  recaptchaSiteKey: string | null;
}

/** The submitted fields. */
export interface SignupValues {
  email: string;
  firstName: string;
  favoriteWord?: string | undefined;
  website?: string | undefined;
  recaptchaToken?: string | undefined;
}

export function failure(code: string, details?: Omit<Failure, 'code'>): Failure {
  return Object.assign(new Error(), details, { code });
}

async function call<Answer>(url: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(url, {
    ...init,
    credentials: 'omit',
    signal: AbortSignal.timeout(30_000),
  }).catch(() => {
    throw failure('network.unreachable');
  });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  // A proxy may refuse a request with its own body.
  const code = response.status === 429 ? 'limit.too_many' : 'internal';
  const { message, fields, code: given = code }: Partial<ErrorAnswer> = answer;
  throw failure(given, {
    message,
    fields,
    retryAfter: Number(response.headers.get('Retry-After')) || undefined,
  });
}

/**
 * A browser does not say whether a server is unreachable or does not allow this site. A request that needs no
 * permission reveals it: it has no body, and its answer cannot be read. It also lets the server remember the site.
 */
export async function explainUnreachable(apiUrl: string, failed: Failure): Promise<Failure> {
  try {
    const isUnknown = failed.code === 'network.unreachable';
    // On a page of the same origin the answer can be read and has a status.
    if (isUnknown && !(await fetch(`${apiUrl}/api/register`, { method: 'POST', mode: 'no-cors' })).status)
      return failure('request.origin');
  } catch {}
  return failed;
}

/** Requested once per address and page; requested again after a failure. */
export function loadInstallation(apiUrl: string): Promise<Installation> {
  return remember(`${apiUrl}/api/config`, call<PublicConfig>);
}

export function register(apiUrl: string, values: SignupValues): Promise<{ message: string }> {
  return call(`${apiUrl}/api/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(values satisfies SignupBody),
  });
}
