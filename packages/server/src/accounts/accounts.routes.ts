import type { Wordrise } from '@wordrise/core';
import { messages } from '@wordrise/core/contract';
import { actorOf } from '../http/actor.ts';
import { type Api, serve } from '../http/endpoint.ts';
import { createKnownDevices } from '../http/known-device.ts';
import { isLocalCall } from '../http/local-call.ts';
import { sessionId } from '../http/session.ts';

export function accountRoutes(api: Api, { accounts, config }: Wordrise): void {
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

  serve(api, 'beginSecondFactor', async ({ user, body }) =>
    accounts.secondFactor.begin(user.id, body.currentPassword),
  );

  serve(api, 'confirmSecondFactor', async ({ ctx, user, body }) => ({
    recoveryCodes: await accounts.secondFactor.confirm(user.id, body.code, sessionId(ctx), actorOf(ctx)),
  }));

  serve(api, 'disableSecondFactor', async ({ ctx, user, body }) => {
    await accounts.secondFactor.disable(user.id, body, actorOf(ctx));
    return { message: 'The second factor is off.' };
  });

  serve(api, 'renewRecoveryCodes', async ({ ctx, user, body }) => ({
    recoveryCodes: await accounts.secondFactor.renewRecoveryCodes(user.id, body, actorOf(ctx)),
  }));
}
