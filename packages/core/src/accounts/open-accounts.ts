import { setTimeout } from 'node:timers/promises';
import type { ChangePasswordInput, Credentials, SetupInput, UserView } from '../contract/accounts.ts';
import { setupPath } from '../contract/limits.ts';
import type { Config } from '../settings/config.ts';
import {
  type AccountsDeps,
  changePassword,
  logIn,
  needsSetup,
  resetPassword,
  setupAdmin,
} from './admin-account.ts';
import type { Caller } from './caller.ts';
import { defaultBcryptCost } from './passwords.ts';
import { createSessionStore, type SessionStore } from './session-store.ts';
import { createSetupToken } from './setup-token.ts';

/** The one admin account and its sessions. */
export interface Accounts {
  /** Whether the admin account is still to be created. */
  needsSetup(): Promise<boolean>;
  /** @throws DomainError `auth.setup_done`, `auth.setup_token`, `limit.too_many` */
  setup(input: SetupInput, caller?: Caller): Promise<UserView>;
  /** Where the admin account can be created. @param address The site's, without a path. */
  setupLink(address: string): string;
  /** @throws DomainError `auth.invalid_credentials`, `limit.too_many` */
  logIn(input: Credentials, caller?: Caller): Promise<UserView>;
  /**
   * Ends every session except `keepSession`, an id.
   *
   * @throws DomainError `auth.wrong_password`, `limit.too_many`
   */
  changePassword(userId: number, input: ChangePasswordInput, keepSession?: string): Promise<void>;
  /**
   * Needs no current password, ends every session and clears what failed logins have counted.
   *
   * @throws DomainError `auth.setup_needed`
   */
  resetPassword(newPassword: string): Promise<UserView>;
  sessions: SessionStore;
}

export interface OpenAccountsDeps extends Pick<AccountsDeps, 'database' | 'now' | 'limits'> {
  config: Pick<Config, 'sessionSecrets' | 'environment'>;
  /** For tests: the work factor of bcrypt, 12 by default, and what waits before a login. */
  overrides?: Partial<Pick<AccountsDeps, 'bcryptCost' | 'wait'>>;
}

export function openAccounts({ config, overrides = {}, ...given }: OpenAccountsDeps): Accounts {
  const { bcryptCost = defaultBcryptCost, wait = setTimeout } = overrides;
  const deps = { ...given, bcryptCost, wait, setupToken: createSetupToken(config) };
  return {
    needsSetup: () => needsSetup(deps),
    setup: (input, caller = {}) => setupAdmin(deps, input, caller),
    setupLink: (address) => `${address}${setupPath}${deps.setupToken.partOfLink(address)}`,
    logIn: (input, caller = {}) => logIn(deps, input, caller),
    changePassword: (userId, input, keepSession) => changePassword(deps, userId, input, keepSession),
    resetPassword: (newPassword) => resetPassword(deps, newPassword),
    sessions: createSessionStore(deps),
  };
}
