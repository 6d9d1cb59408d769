import type { Wordrise } from '@wordrise/core';
import { timings } from '@wordrise/core/contract';
import type Koa from 'koa';
import type { Context, Middleware } from 'koa';
import { createSession } from 'koa-session';
import type { ServerState } from './server-state.ts';

const cookieName = 'wordrise.sid';

/** koa-session on the `sessions` table; only API calls need it. */
export function sessions(app: Koa<ServerState>, { accounts, config }: Wordrise): Middleware<ServerState> {
  const secure = config.publicUrl.startsWith('https:');
  const middleware = createSession(
    {
      key: cookieName,
      maxAge: timings.sessionDays * 86_400_000,
      rolling: true,
      httpOnly: true,
      sameSite: 'lax',
      secure,
      signed: true,
      store: {
        async get(sid: string) {
          const session = await accounts.sessions.get(sid);
          // koa-session reads the expiry from the data, which a prolonged session does not update.
          return session ? { ...session.data, _expire: session.expire.getTime() } : undefined;
        },
        async set(sid: string, data: Record<string, unknown>, maxAge: unknown, { ctx }: { ctx: Context }) {
          if (!ctx.state.signingIn) return accounts.sessions.prolong(sid, Number(maxAge));
          ctx.state.signingIn = false;
          return accounts.sessions.create(sid, { userId: data.userId }, Number(maxAge));
        },
        destroy: (sid: string) => accounts.sessions.destroy(sid),
      },
    } as Parameters<typeof createSession>[0],
    app as unknown as Parameters<typeof createSession>[1],
  ) as unknown as Middleware<ServerState>;
  return async function sessions(ctx, next) {
    // A proxy terminates TLS; the cookie must still be secure.
    if (secure) ctx.cookies.secure = true;
    await middleware(ctx, next);
  };
}

/** Sets the admin's id on the state if the session is valid. */
export function signedIn({ accounts }: Wordrise): Middleware<ServerState> {
  return async function signedIn(ctx, next) {
    const id = ctx.session?.userId;
    if (typeof id === 'number' && (await accounts.find(id))) ctx.state.userId = id;
    await next();
  };
}

/** Creates a new session id at every login, so that a planted one is worthless. */
export async function startSession(ctx: Context, userId: number): Promise<void> {
  ctx.state.signingIn = true;
  const session = ctx.session as unknown as { userId: number; regenerate(): Promise<void> };
  session.userId = userId;
  await session.regenerate();
}

export function endSession(ctx: Context): void {
  ctx.session = null;
}

/** The session id that the request was sent with. */
export function sessionId(ctx: Context): string | undefined {
  return ctx.cookies.get(cookieName, { signed: true });
}
