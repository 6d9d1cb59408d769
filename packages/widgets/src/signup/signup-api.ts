import type { ErrorAnswer, PublicConfig, SignupBody } from '@wordrise/core/contract';
import { remember } from './remember.ts';

/** A signup that did not work, with the API's code and message where there was an answer. */
export interface Failure {
  code: string;
  message?: string | undefined;
  fields?: Record<string, string[]> | undefined;
  /** In seconds. */
  retryAfter?: number | undefined;
}

/** What the form needs to know of the installation. */
export interface Installation {
  productName: string;
  recaptchaSiteKey: string | null;
}

/** What the visitor filled in. */
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
  // A proxy in front may refuse in its own words.
  const code = response.status === 429 ? 'limit.too_many' : 'internal';
  const { message, fields, code: told = code }: Partial<ErrorAnswer> = answer;
  throw failure(told, {
    message,
    fields,
    retryAfter: Number(response.headers.get('Retry-After')) || undefined,
  });
}

/** Asked once per address and page; asked again after a failure. */
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
