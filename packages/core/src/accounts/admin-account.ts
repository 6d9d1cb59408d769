import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { ChangePasswordInput, Credentials, SetupInput, UserView } from '../contract/accounts.ts';
import { messages } from '../contract/messages.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { DomainError } from '../errors.ts';
import type { AttemptLimits } from '../limits/attempt-limits.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { Session } from './session.ts';
import { User } from './user.ts';

export interface AccountsDeps {
  database: OpenDatabase;
  now: () => Date;
  limits: AttemptLimits;
  bcryptCost: number;
}

/** Where a call came from; `undefined` from the command line, which has no limit. */
export type CallerAddress = string | undefined;

/** Whether the one admin account is still to be created. */
export async function needsSetup({ database }: Pick<AccountsDeps, 'database'>): Promise<boolean> {
  return (await database.em().count(User)) === 0;
}

/**
 * Creates the one admin account.
 *
 * @throws DomainError `auth.setup_done` if there is one already, even for two calls at the same time
 */
export async function setupAdmin(
  { database, now, limits, bcryptCost }: AccountsDeps,
  input: SetupInput,
  address: CallerAddress,
): Promise<UserView> {
  if (address !== undefined) await limits.attempt('setupPerAddress', address);
  // Before the slow hash, so that a late call costs nothing.
  if (!(await needsSetup({ database }))) throw setupDone();
  const password = await hashPassword(input.password, bcryptCost);
  const times = { createdAt: now(), updatedAt: now() };
  const em = database.em();
  const user = em.create(User, { username: input.username, password, seat: 1, ...times });
  try {
    await em.flush();
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) throw setupDone(error);
    throw error;
  }
  return presentUser(user);
}

/** @throws DomainError `auth.invalid_credentials`, `limit.too_many` */
export async function logIn(
  { database, limits, bcryptCost }: AccountsDeps,
  { username, password }: Credentials,
  address: CallerAddress,
): Promise<UserView> {
  const name = username.toLowerCase().slice(0, 100);
  await limits.attempt('loginPerAddress', address ?? 'unknown');
  await limits.attempt('loginPerUsername', name);
  const user = await database.em().findOne(User, { username });
  if (!(await passwordMatches(password, user?.password, bcryptCost)) || !user) {
    throw new DomainError('auth.invalid_credentials', messages.login.invalid);
  }
  await limits.forget('loginPerUsername', name);
  return presentUser(user);
}

/**
 * Changes the password and ends every session except the caller's.
 *
 * @param keepSession Its id.
 * @throws DomainError `auth.wrong_password`, `limit.too_many`
 */
export async function changePassword(
  { database, now, limits, bcryptCost }: AccountsDeps,
  userId: number,
  { currentPassword, newPassword }: ChangePasswordInput,
  keepSession: string | undefined,
): Promise<void> {
  await limits.attempt('passwordPerUser', String(userId));
  const user = await database.em().findOne(User, { id: userId });
  if (!user || !(await passwordMatches(currentPassword, user.password, bcryptCost))) throw wrongPassword();
  const password = await hashPassword(newPassword, bcryptCost);
  // Of several at the same time only the first matches: for the others the current password has changed.
  const unchanged = { id: user.id, password: user.password };
  if (!(await storePassword({ database, now }, unchanged, password, keepSession))) throw wrongPassword();
  await limits.forget('passwordPerUser', String(userId));
}

/**
 * Sets the admin's password without the old one, for an owner of the machine who has forgotten it.
 * Every session ends.
 *
 * @throws DomainError `auth.setup_needed` if there is no admin yet
 */
export async function resetPassword(
  { database, now, bcryptCost }: Omit<AccountsDeps, 'limits'>,
  newPassword: string,
): Promise<UserView> {
  const [user] = await database.em().find(User, {}, { limit: 1 });
  if (!user) throw new DomainError('auth.setup_needed', 'There is no admin account yet. Run: wordrise setup');
  const { id } = user;
  await storePassword({ database, now }, { id }, await hashPassword(newPassword, bcryptCost), undefined);
  return presentUser(user);
}

/** @returns whether a user matched and now has the password */
async function storePassword(
  { database, now }: Pick<AccountsDeps, 'database' | 'now'>,
  user: { id: number; password?: string },
  password: string,
  keepSession: string | undefined,
): Promise<boolean> {
  return database.em().transactional(async (tx) => {
    if ((await tx.nativeUpdate(User, user, { password, updatedAt: now() })) === 0) return false;
    await tx.nativeDelete(Session, { userId: user.id, sid: { $ne: keepSession ?? '' } });
    return true;
  });
}

function wrongPassword(): DomainError {
  return new DomainError('auth.wrong_password', messages.password.incorrect, {
    fields: { currentPassword: [messages.password.incorrect] },
  });
}

function setupDone(cause?: unknown): DomainError {
  return new DomainError('auth.setup_done', messages.setup.alreadyDone, { cause });
}

function presentUser({ id, username }: User): UserView {
  return { id, username };
}
