import { createHash, randomBytes } from 'node:crypto';
import { limits } from '../contract/limits.ts';
import { messages } from '../contract/messages.ts';
import type { SecondFactorKey, SecondFactorView } from '../contract/second-factor.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { DomainError } from '../platform/errors.ts';
import { type SealLabel, seal, unseal } from '../platform/seal.ts';
import { SecondFactor } from './account-tables.ts';

export interface SecondFactorDeps {
  database: OpenDatabase;
  now: () => Date;
  config: {
    readonly sessionSecrets: readonly string[];
    /** Without one that reading it would generate. */
    readonly knownSessionSecrets?: readonly string[];
  };
  productName: string;
}

/** What an account requires in addition to the password: a code from an authenticator app, or a recovery code. */
export interface SecondFactors {
  state(userId: number): Promise<SecondFactorView>;
  /** Whether an app's codes can be checked. They cannot if its key was encrypted with a secret that is gone. */
  isReadable(userId: number): Promise<boolean>;
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
   * @throws DomainError `auth.wrong_code`, which says so if no code of an app can be checked
   */
  use(userId: number, code: string): Promise<'off' | 'app' | 'recovery'>;
  /** Replaces the recovery codes. @throws DomainError `second_factor.off` */
  renewRecoveryCodes(userId: number): Promise<string[]>;
  /** @returns whether it was on */
  remove(userId: number): Promise<boolean>;
}

const columns = 'second_factors (user_id, secret, confirmed_at, last_step, recovery_codes)';
/** Keeps a key that is in use: beginning again while it is being confirmed must not turn it off. */
const unlessConfirmed = `on conflict (user_id) do update set
  secret = excluded.secret, last_step = excluded.last_step, recovery_codes = excluded.recovery_codes
  where second_factors.confirmed_at is null returning user_id`;

export function openSecondFactors({ database, now, config, productName }: SecondFactorDeps): SecondFactors {
  const find = (userId: number) => database.em().findOne(SecondFactor, { userId });
  const change = (where: object, data: object) => database.em().nativeUpdate(SecondFactor, where, data);
  const sealed = (secret: string, userId: number) =>
    seal(secret, labelOf(userId), config.sessionSecrets[0] ?? '');

  function isReadableKey({ userId, secret }: SecondFactor): boolean {
    return unseal(secret, labelOf(userId), config.knownSessionSecrets ?? config.sessionSecrets) !== undefined;
  }

  /** Each code counts once: of two simultaneous calls with the same code, only one changes the row. */
  async function useAppCode({ userId, secret, lastStep }: SecondFactor, code: string): Promise<boolean> {
    const key = unseal(secret, labelOf(userId), config.sessionSecrets);
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
    async isReadable(userId) {
      const factor = await find(userId);
      return !factor?.confirmedAt || isReadableKey(factor);
    },
    async begin({ id: userId, username }) {
      const secret = await newTotpSecret();
      const row = [userId, sealed(secret, userId), null, 0, ''];
      const begun = await database.insertTogether((insert) => insert(columns, [row], unlessConfirmed));
      if (begun.length === 0) throw isOn();
      return { secret, uri: await totpUri(secret, { issuer: productName, label: username }) };
    },
    async confirm(userId, code) {
      const factor = await find(userId);
      if (!factor) throw isOff();
      if (factor.confirmedAt) throw isOn();
      const { secret } = factor;
      const key = unseal(secret, labelOf(userId), config.sessionSecrets);
      const step = key === undefined ? undefined : await stepOfCode(key, code, now());
      if (key === undefined || step === undefined) throw wrongCode();
      const codes = newRecoveryCodes();
      const on = {
        confirmedAt: now(),
        secret: sealed(key, userId),
        lastStep: step,
        recoveryCodes: codes.map((code) => hashRecoveryCode(code)).join(' '),
      };
      // Only for the key that the app has shown it has: another tab may have begun again with a new one.
      if ((await change({ userId, secret, confirmedAt: null }, on)) > 0) return codes;
      throw (await find(userId))?.confirmedAt ? isOn() : wrongCode();
    },
    async use(userId, code) {
      const factor = await find(userId);
      if (!factor?.confirmedAt) return 'off';
      const typed = code.replace(/\s/g, '');
      if (/^\d{6}$/.test(typed)) {
        if (await useAppCode(factor, typed)) return 'app';
        if (!isReadableKey(factor)) throw wrongCode(messages.secondFactor.unreadable);
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

function wrongCode(wrong: string = messages.secondFactor.wrong): DomainError {
  return new DomainError('auth.wrong_code', wrong, { fields: { code: [wrong] } });
}

function isOn(): DomainError {
  return new DomainError('second_factor.on', messages.secondFactor.on);
}

function isOff(): DomainError {
  return new DomainError('second_factor.off', messages.secondFactor.off);
}

/** Time-based one-time passwords, as generated by every authenticator app: six digits, a new one every 30 seconds. */
const periodSeconds = 30;
/** Codes before and after the current one that count too: clocks differ, and typing takes a while. */
const drift = 1;

/** Loaded only when needed: only accounts with a second factor use it. */
const otp = () => import('otpauth');

/** A new key, in Base32. */
async function newTotpSecret(): Promise<string> {
  return new (await otp()).Secret({ size: 20 }).base32;
}

/** The address that an authenticator app reads from a QR code. */
async function totpUri(secret: string, names: { issuer: string; label: string }): Promise<string> {
  const { TOTP } = await otp();
  return new TOTP({ ...names, secret }).toString();
}

/** @returns the time step of a code, counted in 30 seconds since 1970; `undefined` if the code is not valid now */
async function stepOfCode(secret: string, code: string, now: Date): Promise<number | undefined> {
  const { TOTP } = await otp();
  const timestamp = now.getTime();
  const delta = new TOTP({ secret, period: periodSeconds }).validate({
    token: code,
    timestamp,
    window: drift,
  });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / periodSeconds) + delta;
}

/** Leaves out letters that look like digits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 4;
const groupLength = 4;

/** New codes, such as `k7mp-2xqd-9hwt-c4ra`: 79 bits each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: limits.recoveryCodes }, () =>
    Array.from({ length: groups }, () => letters(groupLength)).join('-'),
  );
}

/** Salted, but fast: a code is random, and nobody can try 79 bits. */
export function hashRecoveryCode(code: string, salt = randomBytes(8).toString('hex')): string {
  const typed = code.toLowerCase().replace(/[^a-z0-9]/g, '');
  return `${salt}.${createHash('sha256').update(`${salt}.${typed}`).digest('hex')}`;
}

/** @param hash A hash from `hashRecoveryCode`. */
export function matchesRecoveryCode(hash: string, code: string): boolean {
  return hash === hashRecoveryCode(code, hash.split('.')[0]);
}

function letters(count: number): string {
  let text = '';
  while (text.length < count) {
    for (const byte of randomBytes(count)) {
      // Bytes above the last whole multiple would make some letters more likely.
      if (byte < 256 - (256 % alphabet.length) && text.length < count)
        text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}

function labelOf(userId: number): SealLabel {
  return { purpose: 'second factor', owner: String(userId) };
}
