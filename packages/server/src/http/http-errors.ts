import type { Notice } from '@wordrise/admin-ui';
import { DomainError, databaseFailure, invalidInput } from '@wordrise/core';
import { type ErrorAnswer, type ErrorCode, z } from '@wordrise/core/contract';
import type { Context, Middleware } from 'koa';

/** The only place that turns errors of calls into HTTP responses. */
export function httpErrors(onFailure: OnFailure): Middleware {
  return async function httpErrors(ctx, next) {
    try {
      await next();
    } catch (thrown) {
      const { status, answer, retryAfterSeconds } = toHttpError(thrown);
      // Given up because the client is gone: no failure, and nobody to answer.
      const isGivenUp = ctx.res.closed && (thrown as Error).name === 'AbortError';
      if (status >= 500 && !isGivenUp) onFailure(thrown, ctx);
      ctx.status = isGivenUp ? 499 : status;
      ctx.set('Cache-Control', 'no-store');
      // Do not wait for the rest of a body that is too large or too slow.
      if (status === 413 || status === 408) ctx.set('Connection', 'close');
      if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds));
      ctx.body = answer;
    }
  };
}

/** For calls whose errors a visitor reads, who does not run the database. The log has the cause. */
export const forVisitors: Middleware = async function forVisitors(_ctx, next) {
  try {
    await next();
  } catch (thrown) {
    throw visitorError(thrown);
  }
};

/** An error as a visitor should read it. */
export function visitorError(cause: unknown): unknown {
  const failure = cause instanceof DomainError ? cause : databaseFailure(cause);
  if (!failure?.code.startsWith('database.')) return cause;
  const { code, retryAfterSeconds } = failure;
  return new DomainError(code, 'Signing up is not possible at the moment. Please try again in a minute.', {
    cause,
    retryAfterSeconds,
  });
}

/** Called with each error that is not the client's. */
export type OnFailure = (error: unknown, ctx: Pick<Context, 'state'>) => void;

/** The same for people who opened a page or a link: a page with 503 if it will pass on its own, otherwise with 500. */
export function pageErrors(renderNotice: (notice: Notice) => string, onFailure: OnFailure): Middleware {
  return async function pageErrors(ctx, next) {
    try {
      await next();
    } catch (thrown) {
      onFailure(thrown, ctx);
      const { status, retryAfterSeconds = 30 } = toHttpError(thrown);
      const isTemporary = status === 503;
      if (isTemporary) ctx.set('Retry-After', String(retryAfterSeconds));
      ctx.status = isTemporary ? 503 : 500;
      ctx.set('Cache-Control', 'no-store');
      ctx.type = 'text/html';
      ctx.body = renderNotice(isTemporary ? notAvailable : wentWrong);
    }
  };
}

const notAvailable: Notice = {
  title: 'Not available at the moment',
  paragraphs: ['This page is not available at the moment. Please try again in a minute.'],
};

const wentWrong: Notice = {
  title: 'Something went wrong',
  paragraphs: ['An error occurred on our side, and it was logged. Please try again later.'],
};

export interface HttpError {
  status: number;
  answer: ErrorAnswer;
  retryAfterSeconds?: number | undefined;
}

export function toHttpError(error: unknown): HttpError {
  if (error instanceof DomainError) return domainAnswer(error);
  if (error instanceof z.ZodError) return domainAnswer(invalidInput(error.issues));
  const ofDatabase = databaseFailure(error);
  if (ofDatabase) return domainAnswer(ofDatabase);
  // Koa and its body parser reject bad JSON and large bodies with their own status.
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  if (status === 413) return refusal('request.too_large', 'This is too large. Send it in smaller parts.');
  if (status === 415) return refusal('request.content_type', 'Send the request as application/json.');
  if ((status >= 400 && status < 500) || isBrokenCompression(error)) {
    return refusal('request.unreadable', 'The request could not be read. Its body must be valid JSON.');
  }
  return refusal('internal', 'Something went wrong on our side. Please try again.');
}

function domainAnswer({ code, message, fields, retryAfterSeconds }: DomainError): HttpError {
  const answer = { message, code, ...(fields ? { fields } : {}) };
  const status = statusOf[code];
  return { status, answer, retryAfterSeconds: retryAfterSeconds ?? (status === 503 ? 30 : undefined) };
}

function refusal(code: ErrorCode, message: string): HttpError {
  return { status: statusOf[code], answer: { message, code } };
}

export function noSuchEndpoint(): DomainError {
  return new DomainError(
    'request.not_found',
    'There is no such endpoint. /api/openapi.json lists all of them.',
  );
}

/** Whether a body is not in its declared `Content-Encoding`. */
function isBrokenCompression(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(Z_|ERR__ERROR_)/.test(String(error.code));
}

/** HTTP status by error code. The type makes a missing code a compile error. */
const statusOf: Record<ErrorCode, number> = {
  'input.invalid': 400,
  'request.unreadable': 400,
  'request.not_found': 404,
  'request.method_not_allowed': 405,
  'request.too_large': 413,
  'request.timeout': 408,
  'request.content_type': 415,
  'request.origin': 403,
  'auth.required': 401,
  'auth.invalid_credentials': 401,
  'auth.setup_done': 403,
  'auth.setup_needed': 409,
  'auth.setup_token': 403,
  'auth.wrong_password': 400,
  'auth.metrics_token': 401,
  'auth.hook_token': 401,
  'auth.hook_signature': 403,
  'auth.code_required': 401,
  'auth.wrong_code': 400,
  'second_factor.on': 409,
  'second_factor.off': 409,
  'session.not_found': 404,
  'limit.too_many': 429,
  'bot_check.rejected': 403,
  'bot_check.unreachable': 503,
  'signup.blocked_domain': 400,
  'signup.not_found': 404,
  'origin.not_found': 404,
  'word.not_found': 404,
  'word.exists': 409,
  'word.waiting': 409,
  'word.recording': 400,
  'theme.not_found': 404,
  'theme.exists': 409,
  'import.unreadable': 400,
  'import.unclear': 400,
  'import.conflict': 409,
  'import.not_found': 404,
  'import.started': 409,
  'schedule.not_found': 404,
  'schedule.in_past': 400,
  'schedule.word_waiting': 409,
  'schedule.day_taken': 409,
  'schedule.released': 409,
  'schedule.sending': 409,
  'schedule.busy': 409,
  'schedule.not_sending': 409,
  'template.syntax': 400,
  'template.too_large': 400,
  'template.no_test': 409,
  'template.not_found': 404,
  'template.changed': 409,
  'template.logo': 400,
  'word.changed': 409,
  'privacy.changed': 409,
  'dictionary.not_found': 404,
  'dictionary.quota': 429,
  'dictionary.refused': 502,
  'dictionary.unreachable': 503,
  'email_provider.refused': 502,
  'email_provider.unreachable': 503,
  'outbox.not_found': 404,
  'backup.unusable': 400,
  'backup.refused': 409,
  'config.invalid': 500,
  'database.unreachable': 503,
  'database.missing': 503,
  'database.outdated': 503,
  'database.newer': 503,
  internal: 500,
};
