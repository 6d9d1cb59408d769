import { TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { type DatabaseKind, databaseKinds } from '../../../../test/databases.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { statement } from '../../../../test/statement.ts';
import { messages } from '../contract/messages.ts';
import { attemptLimits, openAttemptLimits } from '../platform/rate-limits/attempt-limits.ts';
import { openAudit } from './audit.ts';
import { openAccounts } from './open-accounts.ts';
import {
  hashRecoveryCode,
  matchesRecoveryCode,
  newRecoveryCodes,
  openSecondFactors,
} from './second-factor.ts';

const admin = { username: 'admin', password: 'correct horse' };
const address = '192.0.2.1';
const wrongCode = { code: 'auth.wrong_code' };

async function openTestAccounts(kind: DatabaseKind, sessionSecrets = ['a secret']) {
  const database = await openTestDatabase(kind);
  const clock = { now: new Date('2026-07-01T12:00:05Z') };
  const base = { database, now: () => clock.now, keepAddressDays: 30 };
  const audit = openAudit(base);
  const open = (sessionSecrets: string[]) =>
    openAccounts({
      ...base,
      audit,
      limits: openAttemptLimits(base),
      productName: 'Wordrise',
      config: { sessionSecrets, trustsLocalCalls: false },
      overrides: { bcryptCost: 4, wait: async () => {} },
    });
  const accounts = open(sessionSecrets);
  const { id } = await accounts.setup(admin);
  const { secret, uri } = await accounts.secondFactor.begin(id, admin.password);
  return {
    accounts,
    audit,
    clock,
    database,
    id,
    open,
    secret,
    uri,
    /** The app's code, this many seconds from now. */
    code: (seconds = 0) => new TOTP({ secret }).generate({ timestamp: clock.now.getTime() + seconds * 1000 }),
    later(seconds: number) {
      clock.now = new Date(clock.now.getTime() + seconds * 1000);
    },
    logIn: (code?: string, device?: string) =>
      accounts.logIn(
        { ...admin, ...(code === undefined ? {} : { code }) },
        {
          address,
          ...(device === undefined ? {} : { device: { id: device, userId: id, since: clock.now } }),
        },
      ),
  };
}

async function switchedOn(kind: DatabaseKind) {
  const test = await openTestAccounts(kind);
  const recoveryCodes = await test.accounts.secondFactor.confirm(test.id, test.code());
  test.later(60);
  return { ...test, recoveryCodes };
}

describe.each(databaseKinds)('the second factor on %s', (kind) => {
  test('is required only after a code has confirmed it; then every other session ends', async () => {
    const { accounts, code, id, logIn, secret, uri } = await openTestAccounts(kind);
    expect(uri).toMatch(/^otpauth:\/\/totp\/Wordrise:admin\?issuer=Wordrise&secret=/);
    expect(uri).toContain(secret);
    expect(await logIn()).toEqual({ id, username: 'admin' });
    for (const sid of ['mine', 'other']) await accounts.sessions.create(sid, { userId: id }, 60_000);
    const { secondFactor } = accounts;
    expect(await secondFactor.state(id)).toEqual({ isOn: false, since: null, recoveryCodesLeft: 0 });
    await expect(secondFactor.confirm(id, '000000', 'mine')).rejects.toMatchObject(wrongCode);
    const recoveryCodes = await secondFactor.confirm(id, code(), 'mine');
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await secondFactor.state(id)).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
    expect(await accounts.sessions.get('mine')).toBeDefined();
    expect(await accounts.sessions.get('other')).toBeUndefined();
    await expect(secondFactor.begin(id, admin.password)).rejects.toMatchObject({ code: 'second_factor.on' });
    await expect(secondFactor.confirm(id, code())).rejects.toMatchObject({ code: 'second_factor.on' });
    await expect(logIn()).rejects.toMatchObject({
      code: 'auth.code_required',
      message: 'Enter the code from your authenticator app',
    });
    // People who do not know the password learn nothing about it.
    const stranger = accounts.logIn({ ...admin, password: 'wrong', code: '123456' }, { address });
    await expect(stranger).rejects.toMatchObject({ code: 'auth.invalid_credentials' });
  });

  test('accepts each code once, up to one step early or late, and no other', async () => {
    const { code, later, logIn } = await switchedOn(kind);
    await expect(logIn(code(-60))).rejects.toMatchObject(wrongCode);
    await expect(logIn(code(60))).rejects.toMatchObject(wrongCode);
    expect(await logIn(code(-30))).toMatchObject({ username: 'admin' });
    await expect(logIn(code(-30))).rejects.toMatchObject(wrongCode);
    const together = await Promise.allSettled([1, 2, 3].map(() => logIn(code(30))));
    expect(together.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    // A code older than one that was used.
    await expect(logIn(code())).rejects.toMatchObject(wrongCode);
    later(60);
    const spaced = `${code().slice(0, 3)} ${code().slice(3)}`;
    expect(await logIn(spaced)).toMatchObject({ username: 'admin' });
  });

  test('accepts each recovery code once, however it is typed', async () => {
    const { accounts, audit, id, logIn, recoveryCodes } = await switchedOn(kind);
    const [first = '', second = ''] = recoveryCodes;
    expect(await logIn(first.toUpperCase().replaceAll('-', ' '))).toMatchObject({ username: 'admin' });
    await expect(logIn(first)).rejects.toMatchObject(wrongCode);
    const together = await Promise.allSettled([1, 2, 3].map(() => logIn(second)));
    expect(together.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await accounts.secondFactor.state(id)).toMatchObject({ recoveryCodesLeft: 8 });
    const { entries } = await audit.list({ page: 1, limit: 20 });
    expect(entries.map(({ detail }) => detail)).toContain('with a recovery code');
    expect(entries.map(({ detail }) => detail)).toContain('wrong code');
  });

  test('limits guesses for the account, and separately for a known browser', async () => {
    const { accounts, code, later, logIn } = await switchedOn(kind);
    for (let n = 0; n < attemptLimits.codePerAccount.points; n += 1) {
      const guess = accounts.logIn({ ...admin, code: '000000' }, { address: `198.51.100.${n}` });
      await expect(guess).rejects.toMatchObject(wrongCode);
    }
    await expect(logIn(code())).rejects.toMatchObject({ code: 'limit.too_many' });
    expect(await logIn(code(), 'laptop')).toMatchObject({ username: 'admin' });
    later(3601);
    expect(await logIn(code())).toMatchObject({ username: 'admin' });
  });

  test('is turned off, and its recovery codes are renewed, with password and code', async () => {
    const { accounts, code, id, later, logIn, recoveryCodes } = await switchedOn(kind);
    const { secondFactor } = accounts;
    const proof = () => ({ currentPassword: admin.password, code: code() });
    const wrong = { code: 'auth.wrong_password' };
    const guess = { ...proof(), currentPassword: 'wrong' };
    await expect(secondFactor.disable(id, guess)).rejects.toMatchObject(wrong);
    await expect(secondFactor.disable(id, { ...proof(), code: '000000' })).rejects.toMatchObject(wrongCode);
    const renewed = await secondFactor.renewRecoveryCodes(id, proof());
    await expect(logIn(recoveryCodes[0])).rejects.toMatchObject(wrongCode);
    expect(await logIn(renewed[0])).toMatchObject({ username: 'admin' });
    later(60);
    await secondFactor.disable(id, proof());
    expect(await logIn()).toMatchObject({ username: 'admin' });
    await expect(secondFactor.disable(id, proof())).rejects.toMatchObject({ code: 'second_factor.off' });
  });

  test('stays on, with the key of the app that confirmed it, while others begin again', async () => {
    const { accounts, clock, database, id, later } = await openTestAccounts(kind);
    await accounts.secondFactor.switchOff();
    const config = { sessionSecrets: ['a secret'] };
    const factors = openSecondFactors({ database, now: () => clock.now, config, productName: 'Wordrise' });
    const user = { id, username: admin.username };
    const codeOf = (key: string) => new TOTP({ secret: key }).generate({ timestamp: clock.now.getTime() });
    for (let round = 0; round < 15; round += 1) {
      const key = await factors.begin(user);
      const begun = await Promise.allSettled([
        factors.confirm(id, codeOf(key.secret)),
        factors.begin(user),
        factors.begin(user),
      ]);
      const [confirmed] = begun;
      later(60);
      if (confirmed.status === 'fulfilled') {
        expect(await factors.state(id)).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
        expect(await factors.use(id, codeOf(key.secret))).toBe('app');
      } else expect(await factors.state(id)).toMatchObject({ isOn: false });
      await factors.remove(id);
    }
  });

  test('is switched off by the owner of the machine', async () => {
    const { accounts, logIn } = await switchedOn(kind);
    expect(await accounts.secondFactor.stateOfAdmin()).toMatchObject({ username: 'admin', isOn: true });
    expect(await accounts.secondFactor.switchOff()).toBe(true);
    expect(await accounts.secondFactor.switchOff()).toBe(false);
    expect(await logIn()).toMatchObject({ username: 'admin' });
  });

  test('is stored encrypted, and its codes as hashes; a rotated secret is replaced at the next use', async () => {
    const { code, database, later, open, recoveryCodes, secret } = await switchedOn(kind);
    const rows = JSON.stringify(await database.read(statement('select * from second_factors')));
    for (const text of [secret, ...recoveryCodes]) expect(rows).not.toContain(text);
    const credentials = () => ({ ...admin, code: code() });
    await open(['newer', 'a secret']).logIn(credentials(), { address });
    later(60);
    await open(['newer']).logIn(credentials(), { address });
    later(60);
    // If the secret is lost, only a recovery code works.
    expect(await open(['newer']).secondFactor.stateOfAdmin()).toMatchObject({ isReadable: true });
    expect(await open(['lost']).secondFactor.stateOfAdmin()).toMatchObject({ isReadable: false });
    const message = messages.secondFactor.unreadable;
    const refused = { ...wrongCode, message, fields: { code: [message] } };
    await expect(open(['lost']).logIn(credentials(), { address })).rejects.toMatchObject(refused);
    const rescue = { ...admin, code: recoveryCodes[0] ?? '' };
    expect(await open(['lost']).logIn(rescue, { address })).toMatchObject({ username: 'admin' });
  });
});

test('recovery codes are read ignoring hyphens, spaces and case', () => {
  const codes = newRecoveryCodes();
  for (const code of codes) expect(code).toMatch(/^([a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/);
  const [code = ''] = codes;
  const hash = hashRecoveryCode(code);
  expect(hash).not.toBe(hashRecoveryCode(code));
  expect(matchesRecoveryCode(hash, ` ${code.toUpperCase().replaceAll('-', '')} `)).toBe(true);
  expect(matchesRecoveryCode(hash, codes[1] ?? '')).toBe(false);
  expect(matchesRecoveryCode('', code)).toBe(false);
});
