import { defineEntity, p } from '@mikro-orm/core';

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    sid: p.string().length(128).primary(),
    sess: p.json<Record<string, unknown>>(),
    expire: p.datetime(3).index('sessions_expire'),
    /** Who is signed in, so that a change of password can end the other sessions. */
    userId: p.integer().nullable().index('sessions_user_id'),
    /** No session lasts longer than `timings.sessionEndDays` after this. */
    signedInAt: p.datetime(3).nullable(),
    /** Accurate to about ten minutes, so that few requests write. */
    usedAt: p.datetime(3).nullable(),
    /** Such as `Firefox on Linux`. */
    browser: p.string().length(60).nullable(),
    /** The network of the sign-in. */
    address: p.string().length(64).nullable(),
  },
});

export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);
