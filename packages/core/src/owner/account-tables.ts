import { defineEntity, p } from '@mikro-orm/core';
import { limits } from '../contract/limits.ts';

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.integer().primary().autoincrement(),
    username: p.string().length(limits.usernameLength).unique(),
    /** bcrypt hash. */
    password: p.string().length(100).hidden(),
    /** Always 1 and unique: the database itself refuses a second admin, even for two calls at the same time. */
    seat: p.integer().default(1).unique(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

/** The admin's account. */
export class User extends UserSchema.class {}
UserSchema.setClass(User);

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

const SecondFactorSchema = defineEntity({
  name: 'SecondFactor',
  tableName: 'second_factors',
  properties: {
    userId: p.integer().primary(),
    /** The key shared with the authenticator app, encrypted. */
    secret: p.text().hidden(),
    /** `null` until a code has shown that the app has the key; no code is required before that. */
    confirmedAt: p.datetime(3).nullable(),
    /** The time step of the last used code: neither that code nor an older one is accepted again. */
    lastStep: p.integer().default(0),
    /** Salted hashes of the remaining recovery codes, separated by spaces. */
    recoveryCodes: p.text().hidden(),
  },
});

/** What an account requires in addition to the password. */
export class SecondFactor extends SecondFactorSchema.class {}
SecondFactorSchema.setClass(SecondFactor);
