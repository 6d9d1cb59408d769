import { createHmac, timingSafeEqual } from 'node:crypto';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { ChangePasswordInput, Credentials, SetupInput, UserView } from '../contract/accounts.ts';
import { messages } from '../contract/messages.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { DomainError } from '../platform/errors.ts';
import type { AttemptLimits } from '../platform/rate-limits/attempt-limits.ts';
import type { Config } from '../platform/settings/config.ts';
import { Session, User } from './account-tables.ts';
import { hashPassword, passwordMatches, refuseCommonPassword } from './passwords.ts';
import type { SecondFactors } from './second-factor.ts';

export interface AccountsDeps {
  database: OpenDatabase;
  now: () => Date;
  limits: AttemptLimits;
  bcryptCost: number;
  /** Resolves after this many milliseconds. */
  wait: (ms: number) => Promise<unknown>;
  setupToken: SetupToken;
  secondFactors: SecondFactors;
}

/** Whether the one admin account still has to be created. */
export async function needsSetup({ database }: Pick<AccountsDeps, 'database'>): Promise<boolean> {
  return (await database.em().count(User)) === 0;
}

/**
 * Creates the one admin account. A call over the network needs the token that the server prints.
 *
 * @throws DomainError `auth.setup_done` if it already exists, even for two calls at the same time, `auth.setup_token`,
 * `limit.too_many`, `input.invalid` for a common password
 */
export async function setupAdmin(
  { database, now, limits, bcryptCost, setupToken }: AccountsDeps,
  input: SetupInput,
  caller: Caller,
): Promise<UserView> {
  const { address } = caller;
  if (address !== undefined) await limits.attempt('setupPerAddress', address);
  // Checked before the slow hash, so that a late call costs nothing.
  if (!(await needsSetup({ database }))) throw setupDone();
  if (!setupToken.admits(caller, input.token)) {
    throw new DomainError('auth.setup_token', messages.setup.tokenNeeded);
  }
  await refuseCommonPassword(input.password, { field: 'password', username: input.username });
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

/**
 * Guesses are refused by address and slowed down by account: if accounts could be locked, a stranger could lock them. A
 * browser that has signed in before has its own limit, so its owner gets in no matter what others try.
 *
 * @throws DomainError `auth.invalid_credentials`, `limit.too_many`, and while the second factor is on
 * `auth.code_required`, `auth.wrong_code`
 */
export async function logIn(
  deps: AccountsDeps,
  { username, password, code }: Credentials,
  { address, device }: Caller,
  onRecoveryCode: () => void = () => {},
): Promise<UserView> {
  const { database, limits, bcryptCost, wait } = deps;
  const account = username.toLowerCase().slice(0, 100);
  const user = await database.em().findOne(User, { username });
  const isKnown = device !== undefined && device.userId === user?.id && device.since >= user.updatedAt;
  if (isKnown) await limits.attempt('loginPerDevice', device.id);
  else {
    await limits.attempt('loginPerAddress', address ?? 'unknown');
    await wait(await limits.delay('loginPerAccount', account));
  }
  if (!(await passwordMatches(password, user?.password, bcryptCost)) || !user) {
    throw new DomainError('auth.invalid_credentials', messages.login.invalid);
  }
  const used = await useCode(deps, user, code, isKnown ? device.id : undefined);
  if (used === 'recovery') onRecoveryCode();
  if (isKnown) await limits.forget('loginPerDevice', device.id);
  else await limits.forget('loginPerAccount', account);
  return presentUser(user);
}

/** The second step of a login. Guesses are limited for the account, and for each known browser. */
async function useCode(
  { secondFactors, limits }: AccountsDeps,
  { id }: User,
  code: string | undefined,
  deviceId: string | undefined,
): ReturnType<SecondFactors['use']> {
  if (!(await secondFactors.state(id)).isOn) return 'off';
  if (code === undefined) throw new DomainError('auth.code_required', messages.secondFactor.needed);
  const [kind, key] =
    deviceId === undefined
      ? (['codePerAccount', String(id)] as const)
      : (['codePerDevice', deviceId] as const);
  await limits.attempt(kind, key);
  const used = await secondFactors.use(id, code);
  await limits.forget(kind, key);
  return used;
}

/**
 * Changes the password and ends every session except the caller's.
 *
 * @param keepSession Its id.
 * @throws DomainError `auth.wrong_password`, `limit.too_many`, `input.invalid` for a common password
 */
export async function changePassword(
  { database, now, limits, bcryptCost }: AccountsDeps,
  userId: number,
  { currentPassword, newPassword }: ChangePasswordInput,
  keepSession: string | undefined,
): Promise<void> {
  await limits.attempt('passwordPerUser', String(userId));
  const user = await requirePassword({ database, bcryptCost }, userId, currentPassword);
  await refuseCommonPassword(newPassword, { field: 'newPassword', username: user.username });
  const password = await hashPassword(newPassword, bcryptCost);
  // Of several simultaneous changes, only the first matches: for the others, the current password has changed.
  const unchanged = { id: user.id, password: user.password };
  if (!(await storePassword({ database, now }, unchanged, password, keepSession))) throw wrongPassword();
  await limits.forget('passwordPerUser', String(userId));
}

/**
 * Sets the admin's password without the old one, for an owner of the machine who has forgotten it. Ends every session,
 * and clears the limits reached by failed logins.
 *
 * @throws DomainError `auth.setup_needed` if there is no admin yet, `input.invalid` for a common password
 */
export async function resetPassword(
  { database, now, limits, bcryptCost }: AccountsDeps,
  newPassword: string,
): Promise<UserView> {
  const [user] = await database.em().find(User, {}, { limit: 1 });
  if (!user) throw new DomainError('auth.setup_needed', 'There is no admin account yet. Run: wordrise setup');
  const { id, username } = user;
  await refuseCommonPassword(newPassword, { field: 'password', username });
  await storePassword({ database, now }, { id }, await hashPassword(newPassword, bcryptCost), undefined);
  await limits.forgetAll([
    'loginPerAddress',
    'loginPerAccount',
    'loginPerDevice',
    'passwordPerUser',
    'codePerAccount',
    'codePerDevice',
  ]);
  return presentUser(user);
}

/** @throws DomainError `auth.wrong_password` */
export async function requirePassword(
  { database, bcryptCost }: Pick<AccountsDeps, 'database' | 'bcryptCost'>,
  userId: number,
  currentPassword: string,
): Promise<User> {
  const user = await database.em().findOne(User, { id: userId });
  if (!user || !(await passwordMatches(currentPassword, user.password, bcryptCost))) throw wrongPassword();
  return user;
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

/**
 * Proves that the person who creates the admin account can read what the server prints. Valid until the account exists.
 */
export interface SetupToken {
  value: string;
  /** The part of the link after the page's path; empty if no token is needed on the machine itself. */
  partOfLink: string;
  /** Whether this caller may create the account. The command line always may. */
  admits(caller: Caller, given: string | undefined): boolean;
}

/** Derived from the secret that signs sessions, so every process knows it and nothing is stored. */
export function createSetupToken(config: Pick<Config, 'sessionSecrets' | 'trustsLocalCalls'>): SetupToken {
  // Read only when needed: the first access may have to create a secret.
  const tokens = () => config.sessionSecrets.map(tokenOf);
  return {
    get value() {
      return tokens()[0] ?? '';
    },
    get partOfLink() {
      // After the #, so that it reaches no log on the way.
      return config.trustsLocalCalls ? '' : `#token=${tokens()[0]}`;
    },
    admits({ address, isLocal = false }, given = '') {
      if (address === undefined || (isLocal && config.trustsLocalCalls)) return true;
      return tokens().some((token) => isEqual(token, given));
    },
  };
}

function tokenOf(secret: string): string {
  return createHmac('sha256', secret).update('wordrise admin setup').digest('base64url').slice(0, 32);
}

function isEqual(token: string, given: string): boolean {
  const [a, b] = [Buffer.from(token), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Where a call came from. The command line has no address, and no limit. */
export interface Caller {
  address?: string | undefined;
  /** Whether it seems to come from the machine itself. A proxy's call may, too: see `Config.trustsLocalCalls`. */
  isLocal?: boolean;
  /** The browser's mark from an earlier login, if it has a valid one. */
  device?: Device | undefined;
}

/** A browser that has signed in before. */
export interface Device {
  id: string;
  /** The user it signed in. */
  userId: number;
  /** When it last signed in. A change of password since then makes it unknown. */
  since: Date;
}
