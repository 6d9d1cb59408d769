import { messages } from '../../contract/messages.ts';
import type { SecondFactorKey, SecondFactorView } from '../../contract/second-factor.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import { DomainError } from '../../errors.ts';
import { hashRecoveryCode, matchesRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { seal, unseal } from './sealed-secret.ts';
import { SecondFactor } from './second-factor.ts';
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts';

export interface SecondFactorDeps {
  database: OpenDatabase;
  now: () => Date;
  config: { readonly sessionSecrets: readonly string[] };
  productName: string;
}

/** What an account requires in addition to the password: a code from an authenticator app, or a recovery code. */
export interface SecondFactors {
  state(userId: number): Promise<SecondFactorView>;
  /** A new key for an app. No code is required until `confirm`. @throws DomainError `second_factor.on` */
  begin(user: { id: number; username: string }): Promise<SecondFactorKey>;
  /**
   * Turns it on, once a code shows that the app has the key.
   *
   * @returns recovery codes, which are stored only as hashes
   * @throws DomainError `second_factor.on`, `second_factor.off` without a key, `auth.wrong_code`
   */
  confirm(userId: number, code: string): Promise<string[]>;
  /**
   * Accepts a code once. `off` if no code is required.
   *
   * @throws DomainError `auth.wrong_code`
   */
  use(userId: number, code: string): Promise<'off' | 'app' | 'recovery'>;
  /** Replaces the recovery codes. @throws DomainError `second_factor.off` */
  renewRecoveryCodes(userId: number): Promise<string[]>;
  /** @returns whether it was on */
  remove(userId: number): Promise<boolean>;
}

export function openSecondFactors({ database, now, config, productName }: SecondFactorDeps): SecondFactors {
  const find = (userId: number) => database.em().findOne(SecondFactor, { userId });
  const change = (where: object, data: object) => database.em().nativeUpdate(SecondFactor, where, data);
  const sealed = (secret: string, userId: number) =>
    seal(secret, String(userId), config.sessionSecrets[0] ?? '');

  /** Each code counts once: of two simultaneous calls with the same code, only one changes the row. */
  async function useAppCode({ userId, secret, lastStep }: SecondFactor, code: string): Promise<boolean> {
    const key = unseal(secret, String(userId), config.sessionSecrets);
    const step = key === undefined ? undefined : await stepOfCode(key, code, now());
    if (key === undefined || step === undefined || step <= lastStep) return false;
    // Sealed again: the secret that signs sessions may have been replaced.
    const used = { lastStep: step, secret: sealed(key, userId) };
    return (await change({ userId, lastStep: { $lt: step } }, used)) > 0;
  }

  async function useRecoveryCode({ userId, recoveryCodes }: SecondFactor, code: string): Promise<boolean> {
    const left = recoveryCodes.split(' ').filter((hash) => !matchesRecoveryCode(hash, code));
    if (left.length === recoveryCodes.split(' ').length) return false;
    return (await change({ userId, recoveryCodes }, { recoveryCodes: left.join(' ') })) > 0;
  }

  return {
    async state(userId) {
      const factor = await find(userId);
      const isOn = Boolean(factor?.confirmedAt);
      return {
        isOn,
        since: factor?.confirmedAt?.toISOString() ?? null,
        recoveryCodesLeft: isOn ? (factor?.recoveryCodes.split(' ').filter(Boolean).length ?? 0) : 0,
      };
    },
    async begin({ id: userId, username }) {
      if ((await find(userId))?.confirmedAt) throw isOn();
      const secret = await newTotpSecret();
      const em = database.em();
      const row = {
        userId,
        secret: sealed(secret, userId),
        confirmedAt: null,
        lastStep: 0,
        recoveryCodes: '',
      };
      await em.upsert(SecondFactor, row, { onConflictFields: ['userId'] });
      return { secret, uri: await totpUri(secret, { issuer: productName, label: username }) };
    },
    async confirm(userId, code) {
      const factor = await find(userId);
      if (!factor) throw isOff();
      if (factor.confirmedAt) throw isOn();
      if (!(await useAppCode(factor, code))) throw wrongCode();
      const codes = newRecoveryCodes();
      const on = { confirmedAt: now(), recoveryCodes: codes.map((code) => hashRecoveryCode(code)).join(' ') };
      if ((await change({ userId, confirmedAt: null }, on)) === 0) throw isOn();
      return codes;
    },
    async use(userId, code) {
      const factor = await find(userId);
      if (!factor?.confirmedAt) return 'off';
      const typed = code.replace(/\s/g, '');
      if (/^\d{6}$/.test(typed)) {
        if (await useAppCode(factor, typed)) return 'app';
      } else if (await useRecoveryCode(factor, typed)) return 'recovery';
      throw wrongCode();
    },
    async renewRecoveryCodes(userId) {
      const codes = newRecoveryCodes();
      const recoveryCodes = codes.map((code) => hashRecoveryCode(code)).join(' ');
      if ((await change({ userId, confirmedAt: { $ne: null } }, { recoveryCodes })) === 0) throw isOff();
      return codes;
    },
    async remove(userId) {
      const wasOn = Boolean((await find(userId))?.confirmedAt);
      await database.em().nativeDelete(SecondFactor, { userId });
      return wasOn;
    },
  };
}

function wrongCode(): DomainError {
  const { wrong } = messages.secondFactor;
  return new DomainError('auth.wrong_code', wrong, { fields: { code: [wrong] } });
}

function isOn(): DomainError {
  return new DomainError('second_factor.on', messages.secondFactor.on);
}

function isOff(): DomainError {
  return new DomainError('second_factor.off', messages.secondFactor.off);
}
