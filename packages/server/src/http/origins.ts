import { type Config, DomainError } from '@wordrise/core';
import type { Context } from 'koa';

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * The origins that may change things with the admin's session: the public address, and on the
 * machine itself whichever loopback name the browser was given. The Host header alone proves
 * nothing, for a foreign name can be pointed at this server.
 */
export function isOwnOrigin(origin: string, host: string, config: Pick<Config, 'publicUrl'>): boolean {
  if (origin === new URL(config.publicUrl).origin) return true;
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.host === host && loopback.test(url.hostname);
}

/** Browsers name the origin with every changing call; one that is missing is refused too. */
export function requireOwnOrigin(ctx: Context): void {
  const config = ctx.state.config as Config;
  if (isOwnOrigin(ctx.get('Origin'), ctx.host, config)) return;
  throw new DomainError(
    'request.origin',
    `This call must come from ${new URL(config.publicUrl).origin}. If you reach this site at another address, set PUBLIC_URL to it.`,
  );
}

/** Sites that may embed the signup form; our own pages always may. */
export function mayEmbed(
  origin: string,
  host: string,
  config: Pick<Config, 'publicUrl' | 'widgetOrigins'>,
): boolean {
  const { widgetOrigins } = config;
  return widgetOrigins.includes('*') || widgetOrigins.includes(origin) || isOwnOrigin(origin, host, config);
}
