import type { RouterContext } from '@koa/router';
import type { Actor } from '@wordrise/core';
import type { ServerState } from './server-state.ts';

/** Who makes the call, for the activity log. */
export function actorOf({ ip, state }: Pick<RouterContext<ServerState>, 'ip' | 'state'>): Actor {
  return { via: 'web', address: ip, account: state.user?.username };
}
