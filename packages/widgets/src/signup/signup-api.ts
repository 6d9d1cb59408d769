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
  // A proxy may refuse a request with a body of its own.
  const code = response.status === 429 ? 'limit.too_many' : 'internal';
  const { message, fields, code: given = code }: Partial<ErrorAnswer> = answer;
  throw failure(given, {
    message,
    fields,
    retryAfter: Number(response.headers.get('Retry-After')) || undefined,
  });
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
