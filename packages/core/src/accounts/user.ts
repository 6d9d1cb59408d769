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
