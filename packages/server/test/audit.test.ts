import type { Overrides } from '@wordrise/core';
import { type Endpoint, type EndpointName, endpoints } from '@wordrise/core/contract';
import { TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { admin, startTestServer } from './start-test-server.ts';

const template = { content: '<p>{{word}}</p>', subject: '{{word}}' };
const reader = { email: 'ada@example.com', firstName: 'Ada' };
const header =
  'word,phoneticPronunciation,partOfSpeech,definition,etymology,example1,example2,conversationTip';

test('the admin’s actions, and refusals, are in the activity log', async () => {
  const { ok, refused, signIn } = await startTestServer();
  await signIn();
  const wrong = { ...admin, password: 'wrong' };
  for (let n = 0; n < 3; n += 1) await refused('login', { body: wrong });
  await refused('setupAdmin', { body: { ...admin, username: 'mallory' } });
  await refused('changePassword', { body: { currentPassword: 'wrong', newPassword: 'battery staple' } });
  await ok('changePassword', { body: { currentPassword: admin.password, newPassword: 'battery staple' } });
  await ok('saveTemplate', { body: template });
  await ok('sendTestEmail', { body: { to: 'owner@example.com' } });
  await ok('savePrivacy', { body: { content: '# Privacy' } });
  await ok('resetPrivacy');
  const plan = { isOn: false, time: '07:00', days: ['mon' as const], ahead: 5 };
  await ok('saveAutopilot', { body: plan });
  await ok('register', { body: reader });
  await ok('describeReader', { params: { email: reader.email } });
  await ok('removePerson', { params: { email: reader.email } });
  const csv = `${header}\nmeander,/mɪˈændər/,verb,Wander.,Greek.,We meander.,It meanders.,Say it.`;
  await ok('uploadWords', { raw: csv, headers: { 'Content-Type': 'text/csv' } });

  const { entries, total, hasMore } = await ok('listAudit');
  const mine = { account: 'admin', address: '127.0.0.1', via: 'web', count: 1 };
  const done = { ...mine, outcome: 'done', detail: null };
  expect({ total, hasMore }).toEqual({ total: 14, hasMore: false });
  expect(entries.map(({ id: _, at: __, ...entry }) => entry)).toEqual([
    { ...done, action: 'words.import', detail: '1 added, 0 updated' },
    { ...done, action: 'reader.remove', detail: 'reader 1' },
    { ...done, action: 'reader.show', detail: 'reader 1' },
    { ...done, action: 'autopilot.save', detail: 'off' },
    { ...done, action: 'privacy.save', detail: 'back to the default' },
    { ...done, action: 'privacy.save' },
    { ...done, action: 'template.test' },
    { ...done, action: 'template.save' },
    { ...done, action: 'password.change' },
    { ...mine, outcome: 'refused', action: 'password.change', detail: 'wrong current password' },
    {
      ...mine,
      account: null,
      outcome: 'refused',
      action: 'setup',
      detail: 'there is an account already',
    },
    { ...mine, outcome: 'refused', action: 'login', detail: 'wrong username or password', count: 3 },
    { ...done, action: 'login' },
    { ...done, account: 'admin', action: 'setup' },
  ]);
  const second = await ok('listAudit', { query: { page: '2', limit: '5' } });
  expect(second.entries).toEqual(entries.slice(5, 10));
});

describe('every refusal of a call about the account', () => {
  const nothing = { points: 0, seconds: 60 };
  const proof = { currentPassword: admin.password, code: '000000' };
  const guess = { ...proof, currentPassword: 'wrong' };
  const passwords = { currentPassword: admin.password, newPassword: 'battery staple' };
  const fullPassword = { passwordPerUser: nothing };
  const tooMany = 'too many attempts';
  const wrongPassword = 'wrong current password';
  const common = { ...passwords, newPassword: 'password1' };

  /** `factor` is the second factor's state. Without it, there is no account yet. */
  interface Refusal {
    call: EndpointName;
    body?: object;
    params?: Record<string, string>;
    factor?: 'off' | 'begun' | 'on';
    limits?: Overrides['limits'];
    code: string;
    logged: string;
  }
  const refusals: Refusal[] = [
    {
      call: 'login',
      body: { ...admin, password: 'wrong' },
      factor: 'off',
      code: 'auth.invalid_credentials',
      logged: 'login wrong username or password',
    },
    {
      call: 'login',
      body: admin,
      factor: 'on',
      code: 'auth.code_required',
      logged: 'login right password, no code yet',
    },
    {
      call: 'login',
      body: { ...admin, code: '000000' },
      factor: 'on',
      code: 'auth.wrong_code',
      logged: 'login wrong code',
    },
    {
      call: 'login',
      body: admin,
      limits: { loginPerAddress: nothing },
      code: 'limit.too_many',
      logged: `login ${tooMany}`,
    },
    {
      call: 'setupAdmin',
      body: admin,
      factor: 'off',
      code: 'auth.setup_done',
      logged: 'setup there is an account already',
    },
    {
      call: 'setupAdmin',
      body: admin,
      code: 'auth.setup_token',
      logged: 'setup without the setup link',
    },
    {
      call: 'setupAdmin',
      body: admin,
      limits: { setupPerAddress: nothing },
      code: 'limit.too_many',
      logged: `setup ${tooMany}`,
    },
    {
      call: 'changePassword',
      body: { ...passwords, currentPassword: 'wrong' },
      factor: 'off',
      code: 'auth.wrong_password',
      logged: `password.change ${wrongPassword}`,
    },
    {
      call: 'changePassword',
      body: common,
      factor: 'off',
      code: 'input.invalid',
      logged: 'password.change the password is too common',
    },
    {
      call: 'changePassword',
      body: passwords,
      factor: 'off',
      limits: fullPassword,
      code: 'limit.too_many',
      logged: `password.change ${tooMany}`,
    },
    {
      call: 'endSession',
      params: { id: 'unknown' },
      factor: 'off',
      code: 'session.not_found',
      logged: 'session.end no such session',
    },
    {
      call: 'beginSecondFactor',
      body: proof,
      factor: 'on',
      code: 'second_factor.on',
      logged: 'second_factor.on on already',
    },
    {
      call: 'beginSecondFactor',
      body: guess,
      factor: 'off',
      code: 'auth.wrong_password',
      logged: `second_factor.on ${wrongPassword}`,
    },
    {
      call: 'beginSecondFactor',
      body: proof,
      factor: 'off',
      limits: fullPassword,
      code: 'limit.too_many',
      logged: `second_factor.on ${tooMany}`,
    },
    {
      call: 'confirmSecondFactor',
      body: proof,
      factor: 'on',
      code: 'second_factor.on',
      logged: 'second_factor.on on already',
    },
    {
      call: 'confirmSecondFactor',
      body: proof,
      factor: 'off',
      code: 'second_factor.off',
      logged: 'second_factor.on off already',
    },
    {
      call: 'confirmSecondFactor',
      body: proof,
      factor: 'begun',
      code: 'auth.wrong_code',
      logged: 'second_factor.on wrong code',
    },
    {
      call: 'confirmSecondFactor',
      body: proof,
      factor: 'off',
      limits: fullPassword,
      code: 'limit.too_many',
      logged: `second_factor.on ${tooMany}`,
    },
    ...(['disableSecondFactor', 'renewRecoveryCodes'] as const).flatMap((call): Refusal[] => {
      const action = call === 'disableSecondFactor' ? 'second_factor.off' : 'recovery_codes.renew';
      return [
        { call, body: proof, factor: 'off', code: 'second_factor.off', logged: `${action} off already` },
        {
          call,
          body: guess,
          factor: 'on',
          code: 'auth.wrong_password',
          logged: `${action} ${wrongPassword}`,
        },
        { call, body: proof, factor: 'on', code: 'auth.wrong_code', logged: `${action} wrong code` },
        {
          call,
          body: proof,
          factor: 'off',
          limits: fullPassword,
          code: 'limit.too_many',
          logged: `${action} ${tooMany}`,
        },
      ];
    }),
  ];

  test.each(refusals)(
    'is in the log: $call $code',
    async ({ call, body, params = {}, factor, limits, code, logged }) => {
      const { wordrise, signIn, ok, refused } = await startTestServer({
        overrides: { limits: limits ?? {} },
      });
      const { audit } = wordrise;
      if (factor) await signIn();
      if (factor === 'begun' || factor === 'on') {
        const { secret } = await ok('beginSecondFactor', { body: proof });
        const right = { code: new TOTP({ secret }).generate() };
        if (factor === 'on') await ok('confirmSecondFactor', { body: right });
      }
      const before = (await audit.list({ page: 1, limit: 100 })).total;
      expect(await refused(call, { body, params })).toMatchObject({ code });
      const { entries, total } = await audit.list({ page: 1, limit: 100 });
      expect(total).toBe(before + 1);
      expect(entries[0]).toMatchObject({ outcome: 'refused', via: 'web', address: '127.0.0.1' });
      expect(`${entries[0]?.action} ${entries[0]?.detail}`).toBe(logged);
    },
  );

  test('has a case above', () => {
    const all = Object.entries<Endpoint>(endpoints)
      .filter(([, { path }]) => /^\/api\/(auth\/|login$|setup-admin$)/.test(path))
      .flatMap(([call, { errors = [] }]) => errors.map((code) => `${call} ${code}`));
    expect(all.length).toBeGreaterThan(15);
    const covered = refusals.map(({ call, code }) => `${call} ${code}`);
    expect(all.filter((one) => !covered.includes(one))).toEqual([]);
  });
});
