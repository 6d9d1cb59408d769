import { setTimeout } from 'node:timers/promises';
import type {
  ChangePasswordInput,
  Credentials,
  SessionView,
  SetupInput,
  UserView,
} from '../contract/accounts.ts';
import { setupPath } from '../contract/limits.ts';
import { DomainError } from '../platform/errors.ts';
import type { Config } from '../platform/settings/config.ts';
import { User } from './account-tables.ts';
import {
  type AccountsDeps,
  type Caller,
  changePassword,
  createSetupToken,
  logIn,
  needsSetup,
  resetPassword,
  setupAdmin,
} from './admin-account.ts';
import { type Actor, type AuditLog, atCommandLine, audited, auditedRefusals } from './audit.ts';
import { type OwnSecondFactor, openOwnSecondFactor } from './own-second-factor.ts';
import { defaultBcryptCost } from './passwords.ts';
import { openSecondFactors, type SecondFactorDeps } from './second-factor.ts';
import { createSessionStore, type SessionStore, type SessionStoreDeps } from './session-store.ts';

/** The one admin account and its sessions. */
export interface Accounts {
  /** Whether the admin account still has to be created. */
  needsSetup(): Promise<boolean>;
  /** @throws DomainError `auth.setup_done`, `auth.setup_token`, `limit.too_many` */
  setup(input: SetupInput, caller?: Caller): Promise<UserView>;
  /** Where the admin account can be created. @param address The site's, without a path. */
  setupLink(address: string): string;
  /**
   * @throws DomainError `auth.invalid_credentials`, `limit.too_many`; while the second factor is on, also
   * `auth.code_required` and `auth.wrong_code`
   */
  logIn(input: Credentials, caller?: Caller): Promise<UserView>;
  /**
   * Ends every session except `keepSession`, an id.
   *
   * @throws DomainError `auth.wrong_password`, `limit.too_many`
   */
  changePassword(
    userId: number,
    input: ChangePasswordInput,
    keepSession?: string,
    actor?: Actor,
  ): Promise<void>;
  /**
   * Needs no current password, ends every session and clears the counts of failed logins.
   *
   * @throws DomainError `auth.setup_needed`
   */
  resetPassword(newPassword: string): Promise<UserView>;
  secondFactor: OwnSecondFactor;
  sessions: SessionStore;
  /** Where the admin is signed in, most recently used first. @param sid The caller's own session. */
  listSessions(sid?: string): Promise<SessionView[]>;
  /** Signs out one session. @throws DomainError `session.not_found` */
  endSession(id: string, actor?: Actor): Promise<void>;
  /** Signs out everywhere. @returns how many sessions ended */
  endSessions(actor?: Actor): Promise<number>;
}

export interface OpenAccountsDeps
  extends Pick<AccountsDeps, 'database' | 'now' | 'limits'>,
    SessionStoreDeps {
  audit: AuditLog;
  productName: string;
  config: Pick<Config, 'sessionSecrets' | 'trustsLocalCalls'> & SecondFactorDeps['config'];
  /** For tests: the work factor of bcrypt, 12 by default, and the function that waits before a login. */
  overrides?: Partial<Pick<AccountsDeps, 'bcryptCost' | 'wait'>>;
}

export function openAccounts({ config, overrides = {}, audit, ...given }: OpenAccountsDeps): Accounts {
  const { bcryptCost = defaultBcryptCost, wait = setTimeout } = overrides;
  const sessions = createSessionStore(given);
  const secondFactors = openSecondFactors({ ...given, config });
  const deps = { ...given, bcryptCost, wait, secondFactors, setupToken: createSetupToken(config) };

  /** Anything typed as a username that is not one may be a password, and stays out of the log. */
  async function actorOf(username: string, { address }: Caller): Promise<Actor> {
    const isKnown = (await given.database.em().count(User, { username })) > 0;
    return {
      via: address === undefined ? 'cli' : 'web',
      address,
      account: isKnown ? username : undefined,
    };
  }
  return {
    needsSetup: () => needsSetup(deps),
    async setup(input, caller = {}) {
      const actor = await actorOf(input.username, caller);
      const user = await auditedRefusals(audit, 'setup', actor, () => setupAdmin(deps, input, caller));
      await audit.record({ action: 'setup', actor: { ...actor, account: user.username } });
      return user;
    },
    setupLink: (address) => `${address}${setupPath}${deps.setupToken.partOfLink}`,
    async logIn(input, caller = {}) {
      let detail: string | undefined;
      const usedRecoveryCode = () => {
        detail = 'with a recovery code';
      };
      return audited(
        audit,
        'login',
        await actorOf(input.username, caller),
        () => logIn(deps, input, caller, usedRecoveryCode),
        () => detail,
      );
    },
    changePassword: (userId, input, keepSession, actor = atCommandLine) =>
      audited(audit, 'password.change', actor, () => changePassword(deps, userId, input, keepSession)),
    resetPassword: (newPassword) =>
      audited(audit, 'password.reset', atCommandLine, () => resetPassword(deps, newPassword)),
    secondFactor: openOwnSecondFactor(deps, audit),
    sessions,
    listSessions: (sid) => sessions.list(sid),
    endSession: (id, actor = atCommandLine) =>
      audited(audit, 'session.end', actor, async () => {
        if (!(await sessions.end(id)))
          throw new DomainError('session.not_found', 'This session has ended already.');
      }),
    endSessions: (actor = atCommandLine) => audited(audit, 'session.end_all', actor, () => sessions.endAll()),
  };
}
