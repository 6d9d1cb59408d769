import type { ChangePasswordInput, Credentials, SetupInput, UserView } from '../contract/accounts.ts';
import {
  type AccountsDeps,
  type CallerAddress,
  changePassword,
  logIn,
  needsSetup,
  resetPassword,
  setupAdmin,
} from './admin-account.ts';
import { defaultBcryptCost } from './passwords.ts';
import { createSessionStore, type SessionStore } from './session-store.ts';

/** The one admin account and its sessions. `address` is where a call came from; calls without one have no limit. */
export interface Accounts {
  /** Whether the admin account is still to be created. */
  needsSetup(): Promise<boolean>;
  /** @throws DomainError `auth.setup_done`, `limit.too_many` */
  setup(input: SetupInput, address?: CallerAddress): Promise<UserView>;
  /** @throws DomainError `auth.invalid_credentials`, `limit.too_many` */
  logIn(input: Credentials, address?: CallerAddress): Promise<UserView>;
  /**
   * Ends every session except `keepSession`, an id.
   *
   * @throws DomainError `auth.wrong_password`, `limit.too_many`
   */
  changePassword(userId: number, input: ChangePasswordInput, keepSession?: string): Promise<void>;
  /**
   * Needs no current password and ends every session.
   *
   * @throws DomainError `auth.setup_needed`
   */
  resetPassword(newPassword: string): Promise<UserView>;
  sessions: SessionStore;
}

/** @param given.bcryptCost Work factor of bcrypt, 12 by default. */
export function openAccounts(
  given: Omit<AccountsDeps, 'bcryptCost'> & { bcryptCost?: number | undefined },
): Accounts {
  const deps = { ...given, bcryptCost: given.bcryptCost ?? defaultBcryptCost };
  return {
    needsSetup: () => needsSetup(deps),
    setup: (input, address) => setupAdmin(deps, input, address),
    logIn: (input, address) => logIn(deps, input, address),
    changePassword: (userId, input, keepSession) => changePassword(deps, userId, input, keepSession),
    resetPassword: (newPassword) => resetPassword(deps, newPassword),
    sessions: createSessionStore(deps),
  };
}
