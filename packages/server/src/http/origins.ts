import { type Config, DomainError } from '@wordrise/core';
import type { Context } from 'koa';

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Origins that may make changes with the admin's session: the public address and, on the machine
 * itself, any loopback name. The Host header alone proves nothing, since a foreign name can point
 * to this server.
 */
export function isOwnOrigin(origin: string, host: string, config: Pick<Config, 'publicUrl'>): boolean {
  if (origin === new URL(config.publicUrl).origin) return true;
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.host === host && loopback.test(url.hostname);
}

/** Browsers send the origin with every request that changes something, so a missing one is refused too. */
export function requireOwnOrigin(ctx: Context): void {
  const config = ctx.state.config as Config;
  if (isOwnOrigin(ctx.get('Origin'), ctx.host, config)) return;
  throw new DomainError(
    'request.origin',
    `This request must come from ${new URL(config.publicUrl).origin}. If you reach this site at another address, set PUBLIC_URL to it.`,
  );
}

/** Whether a site may embed the signup form; our own pages always may. */
export function mayEmbed(
  origin: string,
  host: string,
  config: Pick<Config, 'publicUrl' | 'widgetOrigins'>,
): boolean {
  const { widgetOrigins } = config;
  return widgetOrigins.includes('*') || widgetOrigins.includes(origin) || isOwnOrigin(origin, host, config);
}
