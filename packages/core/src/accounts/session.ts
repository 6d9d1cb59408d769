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
  },
});

export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);
