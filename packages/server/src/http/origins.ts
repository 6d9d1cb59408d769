import cors from '@koa/cors';
import { type Config, DomainError } from '@wordrise/core';
import type { Middleware } from 'koa';

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Origins that may make changes with the admin's session: the public address and, on the machine
 * itself, any loopback name. The Host header alone proves nothing, since a foreign name can point
 * to this server.
 */
function isOwnOrigin(origin: string, host: string, publicOrigin: string): boolean {
  if (origin === publicOrigin) return true;
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.host === host && loopback.test(url.hostname);
}

/** Browsers send the origin with every request that changes something, so a missing one is refused too. */
export function ownOriginOnly({ publicUrl }: Config): Middleware {
  const { origin: publicOrigin } = new URL(publicUrl);
  return function ownOriginOnly(ctx, next) {
    if (isOwnOrigin(ctx.get('Origin'), ctx.host, publicOrigin)) return next();
    throw new DomainError(
      'request.origin',
      `This request must come from ${publicOrigin}. If you reach this site at another address, set PUBLIC_URL to it.`,
    );
  };
}

/** Lets other sites embed the signup form, without credentials. Our own pages always may. */
export function embedding({ publicUrl, widgetOrigins }: Config): Middleware {
  const { origin: publicOrigin } = new URL(publicUrl);
  const mayEmbed = (origin: string, host: string) =>
    widgetOrigins.includes('*') || widgetOrigins.includes(origin) || isOwnOrigin(origin, host, publicOrigin);
  return cors({
    origin: (ctx) => (mayEmbed(ctx.get('Origin'), ctx.host) ? ctx.get('Origin') : ''),
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['Content-Type'],
    exposeHeaders: ['Retry-After'],
    credentials: false,
    maxAge: 86_400,
  });
}
