import { type Actor, DomainError, type SignInOrigin, type Wordrise } from '@wordrise/core';
import { basePath, timings, type UserView } from '@wordrise/core/contract';
import type Koa from 'koa';
import type { Context, Middleware, Next } from 'koa';
import { createSession } from 'koa-session';

/** State of one request. */
export interface ServerState {
  requestId: string;
  /** Every answer has these, unless it replaces them. */
  headers: Record<string, string>;
  /** The path's pattern, for files with their own; the router knows those of calls. */
  route?: string;
  /** The admin, while signed in. */
  user?: UserView;
  /** Whether the session is due for renewal. */
  renewSession?: boolean;
  /** The id of the user whose session a login is about to create. */
  signingIn?: number | undefined;
}

/** A session in use is renewed in steps of this size, so that few requests write. */
const renewalStepMs = 10 * 60_000;

export interface Sessions {
  /** Lets only a signed-in admin pass, and renews the session. */
  required: Middleware<ServerState>;
  /** Signs in with a new session id at every login, so that a planted one is worthless. */
  start(ctx: Context, userId: number): Promise<void>;
  /** Signs out. */
  end(ctx: Context): Promise<void>;
}

/** What koa-session adds to the context. */
interface LoadedSession {
  externalKey: string;
  userId?: number;
  save(): Promise<void>;
  regenerate(): Promise<void>;
}

/** Browsers accept a cookie with these prefixes only over TLS, and with `__Host-` only from this exact host. */
export function sessionCookie(publicUrl: string): string {
  if (!publicUrl.startsWith('https:')) return 'wordrise.sid';
  // Browsers accept the stricter prefix only for the whole host.
  return `${basePath(publicUrl) === '' ? '__Host-' : '__Secure-'}wordrise.sid`;
}

/** koa-session on the `sessions` table. Only calls that need a session load it. */
export function createSessions(app: Koa<ServerState>, { accounts, config }: Wordrise): Sessions {
  const secure = config.publicUrl.startsWith('https:');
  const maxAge = timings.sessionDays * 86_400_000;
  const store = {
    async get(sid: string, _maxAge: number, { ctx }: { ctx: Context }) {
      const session = await accounts.sessions.get(sid);
      if (!session?.user) return undefined;
      ctx.state.user = session.user;
      const latest = Math.min(Date.now() + maxAge, session.endsAt.getTime());
      ctx.state.renewSession = session.expire.getTime() < latest - renewalStepMs;
      return { userId: session.user.id };
    },
    async set(sid: string, _data: object, ms: number, { ctx, changed }: { ctx: Context; changed: boolean }) {
      const { signingIn } = ctx.state as ServerState;
      ctx.state.signingIn = undefined;
      if (signingIn !== undefined)
        await accounts.sessions.create(sid, { userId: signingIn }, ms, originOf(ctx));
      // koa-session also saves the session that a login has just stored.
      else if (!changed) await accounts.sessions.prolong(sid, ms);
    },
    destroy: (sid: string) => accounts.sessions.destroy(sid),
  };
  const options = {
    key: sessionCookie(config.publicUrl),
    maxAge,
    path: `${basePath(config.publicUrl)}/`,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    signed: true,
    store,
  };
  const load = createSession(options as Parameters<typeof createSession>[0], app);
  const withSession = (ctx: Context, work: Next): Promise<void> => {
    // A proxy terminates TLS; the cookie must still be secure.
    if (secure) ctx.cookies.secure = true;
    return load(ctx, work);
  };
  return {
    required: (ctx, next) =>
      withSession(ctx, async () => {
        if (!ctx.state.user) throw new DomainError('auth.required', 'Please sign in first.');
        if (ctx.state.renewSession) await loaded(ctx).save();
        await next();
      }),
    start: (ctx, userId) =>
      withSession(ctx, async () => {
        ctx.state.signingIn = userId;
        loaded(ctx).userId = userId;
        await loaded(ctx).regenerate();
      }),
    end: (ctx) =>
      withSession(ctx, async () => {
        ctx.session = null;
      }),
  };
}

function originOf(ctx: Context): SignInOrigin {
  return { address: ctx.ip, userAgent: ctx.get('User-Agent') };
}

function loaded(ctx: Context): LoadedSession {
  return ctx.session as unknown as LoadedSession;
}

/** The id of the request's session. */
export function sessionId(ctx: Context): string {
  return loaded(ctx).externalKey;
}

/** Who makes the call, for the activity log. */
export function actorOf({ ip, state }: Pick<Context, 'ip'> & { state: ServerState }): Actor {
  return { via: 'web', address: ip, account: state.user?.username };
}
