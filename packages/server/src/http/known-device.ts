import { randomUUID } from 'node:crypto';
import type { Config, Device } from '@wordrise/core';
import { timings } from '@wordrise/core/contract';
import type { Context } from 'koa';

/** A signed cookie, set by a login, that identifies later logins from the same browser. */
export interface KnownDevices {
  /** `undefined` if the browser has none, or one that this server did not create. */
  read(ctx: Context): Device | undefined;
  remember(ctx: Context, userId: number): void;
}

export function createKnownDevices({ publicUrl }: Pick<Config, 'publicUrl'>): KnownDevices {
  const secure = publicUrl.startsWith('https:');
  const name = `${secure ? '__Secure-' : ''}wordrise.device`;
  const maxAge = timings.knownDeviceDays * 86_400_000;
  // Sent only with logins.
  const options = {
    signed: true,
    httpOnly: true,
    sameSite: 'strict',
    path: '/api/login',
    secure,
    maxAge,
  } as const;

  function read(ctx: Context): Device | undefined {
    const [userId, id] = ctx.cookies.get(name, { signed: true })?.split('.') ?? [];
    return userId && id ? { id, userId: Number(userId) } : undefined;
  }
  return {
    read,
    remember(ctx, userId) {
      // A proxy terminates TLS; the cookie must still be secure.
      if (secure) ctx.cookies.secure = true;
      const known = read(ctx);
      const id = known?.userId === userId ? known.id : randomUUID();
      ctx.cookies.set(name, `${userId}.${id}`, options);
    },
  };
}
