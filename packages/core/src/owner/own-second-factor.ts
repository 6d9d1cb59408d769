import { messages } from '../contract/messages.ts';
import type { SecondFactorKey, SecondFactorProof, SecondFactorView } from '../contract/second-factor.ts';
import { DomainError } from '../platform/errors.ts';
import { Session, User } from './account-tables.ts';
import { type AccountsDeps, requirePassword } from './admin-account.ts';
import { type Actor, type AuditLog, atCommandLine, audited, auditedRefusals } from './audit.ts';

/** The second factor of an account, for its owner. */
export interface OwnSecondFactor {
  state(userId: number): Promise<SecondFactorView>;
  /** A new key for an authenticator app. @throws DomainError `second_factor.on`, `auth.wrong_password`, `limit.too_many` */
  begin(userId: number, currentPassword: string, actor?: Actor): Promise<SecondFactorKey>;
  /**
   * Turns it on and ends every session except `keepSession`.
   *
   * @returns recovery codes, which are shown only once
   * @throws DomainError `second_factor.on`, `second_factor.off`, `auth.wrong_code`, `limit.too_many`
   */
  confirm(userId: number, code: string, keepSession?: string, actor?: Actor): Promise<string[]>;
  /** @throws DomainError `second_factor.off`, `auth.wrong_password`, `auth.wrong_code`, `limit.too_many` */
  disable(userId: number, proof: SecondFactorProof, actor?: Actor): Promise<void>;
  /** @throws DomainError `second_factor.off`, `auth.wrong_password`, `auth.wrong_code`, `limit.too_many` */
  renewRecoveryCodes(userId: number, proof: SecondFactorProof, actor?: Actor): Promise<string[]>;
  /** Turns it off for the owner of the machine, without password and code. @returns whether it was on */
  switchOff(): Promise<boolean>;
  /**
   * Whether it is on for the admin, regardless of the caller, and whether an app's codes can be checked.
   *
   * @throws DomainError `auth.setup_needed`
   */
  stateOfAdmin(): Promise<SecondFactorView & { username: string; isReadable: boolean }>;
}

export function openOwnSecondFactor(deps: AccountsDeps, audit: AuditLog): OwnSecondFactor {
  const { database, limits, secondFactors } = deps;
  const attempt = (userId: number) => limits.attempt('passwordPerUser', String(userId));

  async function prove(userId: number, { currentPassword, code }: SecondFactorProof): Promise<void> {
    await attempt(userId);
    await requirePassword(deps, userId, currentPassword);
    if ((await secondFactors.use(userId, code)) === 'off')
      throw new DomainError('second_factor.off', messages.secondFactor.off);
    await limits.forget('passwordPerUser', String(userId));
  }

  async function admin(): Promise<User> {
    const [user] = await database.em().find(User, {}, { limit: 1 });
    if (!user)
      throw new DomainError('auth.setup_needed', 'There is no admin account yet. Run: wordrise setup');
    return user;
  }

  return {
    state: (userId) => secondFactors.state(userId),
    begin: (userId, currentPassword, actor = atCommandLine) =>
      auditedRefusals(audit, 'second_factor.on', actor, async () => {
        await attempt(userId);
        return secondFactors.begin(await requirePassword(deps, userId, currentPassword));
      }),
    confirm: (userId, code, keepSession = '', actor = atCommandLine) =>
      audited(audit, 'second_factor.on', actor, async () => {
        await attempt(userId);
        const codes = await secondFactors.confirm(userId, code);
        await limits.forget('passwordPerUser', String(userId));
        await database.em().nativeDelete(Session, { userId, sid: { $ne: keepSession } });
        return codes;
      }),
    disable: (userId, proof, actor = atCommandLine) =>
      audited(audit, 'second_factor.off', actor, async () => {
        await prove(userId, proof);
        await secondFactors.remove(userId);
      }),
    renewRecoveryCodes: (userId, proof, actor = atCommandLine) =>
      audited(audit, 'recovery_codes.renew', actor, async () => {
        await prove(userId, proof);
        return secondFactors.renewRecoveryCodes(userId);
      }),
    async switchOff() {
      const { id } = await admin();
      const wasOn = await secondFactors.remove(id);
      if (wasOn) await audit.record({ action: 'second_factor.off', actor: atCommandLine });
      return wasOn;
    },
    async stateOfAdmin() {
      const { id, username } = await admin();
      return { username, ...(await secondFactors.state(id)), isReadable: await secondFactors.isReadable(id) };
    },
  };
}
