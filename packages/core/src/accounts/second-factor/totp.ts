/** Time-based one-time passwords as every authenticator app makes them: six digits, a new one each 30 seconds. */
const periodSeconds = 30;
/** Codes before and after the current one that count too: clocks differ, and typing takes a while. */
const drift = 1;

/** Loaded when needed: only accounts with a second factor use it. */
const otp = () => import('otpauth');

/** A new key, in Base32. */
export async function newTotpSecret(): Promise<string> {
  return new (await otp()).Secret({ size: 20 }).base32;
}

/** The address that an authenticator app reads from a QR code. */
export async function totpUri(secret: string, names: { issuer: string; label: string }): Promise<string> {
  const { TOTP } = await otp();
  return new TOTP({ ...names, secret }).toString();
}

/** @returns the 30 seconds, counted since 1970, that a code is of; `undefined` if it is not one of now */
export async function stepOfCode(secret: string, code: string, now: Date): Promise<number | undefined> {
  const { TOTP } = await otp();
  const timestamp = now.getTime();
  const delta = new TOTP({ secret, period: periodSeconds }).validate({
    token: code,
    timestamp,
    window: drift,
  });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / periodSeconds) + delta;
}
