import { type Config, DomainError } from '@wordrise/core';
import type { Middleware } from 'koa';
import { sendsToken } from './given-token.ts';
import { noSuchEndpoint } from './no-such-endpoint.ts';

/** Lets through services that send DELIVERY_HOOK_TOKEN. Without that setting, the call does not exist. */
export function hookToken({ deliveryHookToken }: Pick<Config, 'deliveryHookToken'>): Middleware {
  return function hookToken(ctx, next) {
    if (deliveryHookToken === undefined) throw noSuchEndpoint();
    if (sendsToken(ctx.get('Authorization'), deliveryHookToken)) return next();
    // Amazon SNS sends user and password only after being asked for them.
    ctx.set('WWW-Authenticate', 'Basic realm="reports"');
    throw new DomainError(
      'auth.hook_token',
      'Send DELIVERY_HOOK_TOKEN as the bearer token, or as the password of basic authentication.',
    );
  };
}
