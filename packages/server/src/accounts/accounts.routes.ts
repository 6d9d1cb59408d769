import type Router from '@koa/router';
import { DomainError, type Wordrise } from '@wordrise/core';
import { messages } from '@wordrise/core/contract';
import { serve } from '../http/endpoint.ts';
import type { ServerState } from '../http/server-state.ts';
import { endSession, sessionId, startSession } from '../http/session.ts';

export function accountRoutes(router: Router<ServerState>, { accounts }: Wordrise): void {
  serve(router, 'currentUser', async ({ userId }) => {
    const user = await accounts.find(userId);
    if (!user) throw new DomainError('auth.required', 'Please sign in first.');
    return user;
  });

  serve(router, 'needsSetup', async () => ({ needsSetup: await accounts.needsSetup() }));

  serve(router, 'setupAdmin', async ({ ctx, body }) => ({ user: await accounts.setup(body, ctx.ip) }));

  serve(router, 'login', async ({ ctx, body }) => {
    const user = await accounts.logIn(body, ctx.ip);
    await startSession(ctx, user.id);
    return { user };
  });

  serve(router, 'logout', async ({ ctx }) => {
    endSession(ctx);
    return { message: 'You are signed out.' };
  });

  serve(router, 'changePassword', async ({ ctx, body, userId }) => {
    await accounts.changePassword(userId, body, sessionId(ctx));
    return { message: messages.password.success };
  });
}
