import { randomUUID } from 'node:crypto';
import type { Config, Device, Wordrise } from '@wordrise/core';
import { basePath, messages, timings } from '@wordrise/core/contract';
import type { Context } from 'koa';
import { isLocalCall } from '../http/access.ts';
import { type Api, serve } from '../http/endpoint.ts';
import { actorOf, sessionId } from '../http/session.ts';

/** The owner's account, sessions and second factor, the activity log, the sites that may embed, and the privacy page. */
export function ownerRoutes(api: Api, { accounts, audit, config, origins, privacy }: Wordrise): void {
  const { sessions } = api;
  const devices = createKnownDevices(config);
  serve(api, 'currentUser', async ({ user }) => user);

  serve(api, 'needsSetup', async () => ({ needsSetup: await accounts.needsSetup() }));

  serve(api, 'setupAdmin', async ({ ctx, body }) => ({
    user: await accounts.setup(body, { address: ctx.ip, isLocal: isLocalCall(ctx.req) }),
  }));

  serve(api, 'login', async ({ ctx, body }) => {
    const user = await accounts.logIn(body, { address: ctx.ip, device: devices.read(ctx) });
    devices.remember(ctx, user.id);
    await sessions.start(ctx, user.id);
    return { user };
  });

  serve(api, 'logout', async ({ ctx }) => {
    await sessions.end(ctx);
    return { message: 'You are signed out.' };
  });

  serve(api, 'changePassword', async ({ ctx, body, user }) => {
    await accounts.changePassword(user.id, body, sessionId(ctx), actorOf(ctx));
    devices.remember(ctx, user.id);
    return { message: messages.password.success };
  });

  serve(api, 'listSessions', async ({ ctx }) => ({ sessions: await accounts.listSessions(sessionId(ctx)) }));

  serve(api, 'endSession', async ({ ctx, params }) => {
    await accounts.endSession(params.id, actorOf(ctx));
    return { message: 'The session is signed out.' };
  });

  serve(api, 'endSessions', async ({ ctx }) => {
    await accounts.endSessions(actorOf(ctx));
    return { message: 'You are signed out everywhere.' };
  });

  serve(api, 'secondFactor', async ({ user }) => accounts.secondFactor.state(user.id));

  serve(api, 'beginSecondFactor', async ({ ctx, user, body }) =>
    accounts.secondFactor.begin(user.id, body.currentPassword, actorOf(ctx)),
  );

  serve(api, 'confirmSecondFactor', async ({ ctx, user, body }) => ({
    recoveryCodes: await accounts.secondFactor.confirm(user.id, body.code, sessionId(ctx), actorOf(ctx)),
  }));

  serve(api, 'disableSecondFactor', async ({ ctx, user, body }) => {
    await accounts.secondFactor.disable(user.id, body, actorOf(ctx));
    return { message: 'Two-step sign-in is off.' };
  });

  serve(api, 'renewRecoveryCodes', async ({ ctx, user, body }) => ({
    recoveryCodes: await accounts.secondFactor.renewRecoveryCodes(user.id, body, actorOf(ctx)),
  }));

  serve(api, 'listAudit', async ({ query }) => audit.list(query));

  serve(api, 'listOrigins', async () => origins.list());
  serve(api, 'allowOrigin', async ({ ctx, body }) => origins.allow(body.origin, actorOf(ctx)));
  serve(api, 'removeOrigin', async ({ ctx, query }) => origins.remove(query.origin, { actor: actorOf(ctx) }));

  serve(api, 'getPrivacy', async () => privacy.get());
  serve(api, 'savePrivacy', async ({ ctx, body }) => privacy.save(body, actorOf(ctx)));
  serve(api, 'resetPrivacy', async ({ ctx }) => privacy.reset(actorOf(ctx)));
  serve(api, 'previewPrivacy', async ({ body }) => privacy.preview(body));
}

/** A signed cookie, set by a login, that identifies later logins from the same browser. */
interface KnownDevices {
  /** `undefined` if the browser has none, or one that this server did not create. */
  read(ctx: Context): Device | undefined;
  /** Called when a browser has signed in or changed the password. */
  remember(ctx: Context, userId: number): void;
}

function createKnownDevices({ publicUrl }: Pick<Config, 'publicUrl'>): KnownDevices {
  const secure = publicUrl.startsWith('https:');
  const name = `${secure ? '__Secure-' : ''}wordrise.device`;
  const maxAge = timings.knownDeviceDays * 86_400_000;
  // Sent only with logins.
  const options = {
    signed: true,
    httpOnly: true,
    sameSite: 'strict',
    path: `${basePath(publicUrl)}/api/login`,
    secure,
    maxAge,
  } as const;

  function read(ctx: Context): Device | undefined {
    const [userId, id, since] = ctx.cookies.get(name, { signed: true })?.split('.') ?? [];
    return userId && id && since ? { id, userId: Number(userId), since: new Date(Number(since)) } : undefined;
  }
  return {
    read,
    remember(ctx, userId) {
      // A proxy terminates TLS; the cookie must still be secure.
      if (secure) ctx.cookies.secure = true;
      const known = read(ctx);
      const id = known?.userId === userId ? known.id : randomUUID();
      ctx.cookies.set(name, `${userId}.${id}.${Date.now()}`, options);
    },
  };
}
