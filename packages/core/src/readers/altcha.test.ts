import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import type { BotChallenge } from '../contract/signups.ts';
import { altchaPolicy, openAltcha } from './altcha.ts';

const visitor = { address: '192.0.2.7', page: 'https://blog.example' };

async function solutionOf(challenge: BotChallenge) {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('not solved');
  return solution;
}

const encode = (payload: object) => Buffer.from(JSON.stringify(payload)).toString('base64');

async function solve(challenge: BotChallenge): Promise<string> {
  return encode({ challenge, solution: await solutionOf(challenge) });
}

describe.each(databaseKinds)('proof of work on %s', (kind) => {
  async function given() {
    const database = await openTestDatabase(kind);
    const now = () => new Date();
    /** One process. */
    const open = (secrets = ['a secret of the installation']) =>
      openAltcha({ database, now, secrets: () => secrets });
    return { open, altcha: open() };
  }

  test('a solved challenge counts once, whichever process is asked', async () => {
    const { altcha, open } = await given();
    const token = await solve(await altcha.challenge(visitor));
    const verdicts = await Promise.all([
      altcha.verify(token, visitor),
      open().verify(token, visitor),
      altcha.verify(token, visitor),
    ]);
    expect(verdicts.filter(({ outcome }) => outcome === 'passed')).toHaveLength(1);
    expect(
      verdicts.filter((verdict) => 'reason' in verdict && verdict.reason === 'used before'),
    ).toHaveLength(2);
  });

  test('another number that solves the same challenge does not count either', async () => {
    const { altcha } = await given();
    const challenge = await altcha.challenge(visitor);
    const first = await solutionOf(challenge);
    const second = await solveChallenge({ challenge, deriveKey, counterStart: first.counter + 1 });
    expect(await altcha.verify(encode({ challenge, solution: first }), visitor)).toEqual({
      outcome: 'passed',
    });
    expect(await altcha.verify(encode({ challenge, solution: second }), visitor)).toMatchObject({
      outcome: 'rejected',
      reason: 'used before',
    });
  });

  test.each([
    { why: 'from another address', caller: { ...visitor, address: '198.51.100.9' } },
    { why: 'on another site', caller: { ...visitor, page: 'https://shop.example' } },
    { why: 'on our own page', caller: { address: visitor.address } },
  ])('is not accepted $why, and still counts for its visitor', async ({ caller }) => {
    const { altcha } = await given();
    const token = await solve(await altcha.challenge(visitor));
    expect(await altcha.verify(token, caller)).toMatchObject({
      outcome: 'rejected',
      reason: 'made for another visitor or site',
    });
    expect(await altcha.verify(token, visitor)).toEqual({ outcome: 'passed' });
  });

  test('a visitor keeps the challenge within an IPv6 network', async () => {
    const { altcha } = await given();
    const token = await solve(await altcha.challenge({ address: '2001:db8:1:2::1' }));
    expect(await altcha.verify(token, { address: '2001:db8:1:2:ffff::9' })).toEqual({ outcome: 'passed' });
  });

  test('nothing of a challenge can be changed or moved into another one (CVE-2025-68113)', async () => {
    const { altcha } = await given();
    const challenge = await altcha.challenge(visitor);
    const other = await altcha.challenge(visitor);
    const { parameters, signature } = challenge;
    const forged: BotChallenge[] = [
      { ...challenge, parameters: { ...parameters, cost: 1 } },
      { ...challenge, parameters: { ...parameters, keyPrefix: '0' } },
      { ...challenge, parameters: { ...parameters, expiresAt: parameters.expiresAt + 3600 } },
      { ...challenge, parameters: { ...parameters, nonce: other.parameters.nonce } },
      { ...challenge, parameters: { ...parameters, salt: other.parameters.salt } },
      // The end of one field becomes the beginning of the next.
      {
        ...challenge,
        parameters: {
          ...parameters,
          nonce: parameters.nonce.slice(1) + parameters.salt[0],
          salt: `${parameters.salt.slice(1)}0`,
        },
      },
      { parameters, signature: other.signature },
      { ...challenge, parameters: { ...parameters, data: { caller: '' } } },
    ];
    for (const one of forged)
      expect(await altcha.verify(await solve(one), visitor)).toMatchObject({ outcome: 'rejected' });
    const solution = await solutionOf(challenge);
    for (const wrong of [
      { challenge, solution: { ...solution, counter: solution.counter + 1 } },
      { challenge, solution: { ...solution, derivedKey: `00${'f'.repeat(62)}` } },
      {
        challenge: { ...challenge, extra: 1, parameters: { ...parameters, memoryCost: 1 } },
        solution: { counter: 0 },
      },
      { challenge: { parameters }, solution },
    ])
      expect(await altcha.verify(encode(wrong), visitor)).toMatchObject({ outcome: 'rejected' });
    // All that was to no avail, so the challenge is unused.
    expect(await altcha.verify(encode({ challenge: { parameters, signature }, solution }), visitor)).toEqual({
      outcome: 'passed',
    });
  });

  test('is not accepted once it has expired', async () => {
    const { altcha } = await given();
    const token = await solve(await altcha.challenge(visitor));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + altchaPolicy.validMs + 1000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await altcha.verify(token, visitor)).toMatchObject({ outcome: 'rejected', reason: 'expired' });
  });

  test('a secret can be replaced: the earlier one still verifies, a foreign one does not', async () => {
    const { altcha, open } = await given();
    const token = await solve(await altcha.challenge(visitor));
    expect(await open(['a foreign secret']).verify(token, visitor)).toMatchObject({
      outcome: 'rejected',
      reason: 'not signed by us',
    });
    expect(await open(['a new secret', 'a secret of the installation']).verify(token, visitor)).toEqual({
      outcome: 'passed',
    });
  });

  test('costs more while many sign up', async () => {
    const { altcha, open } = await given();
    const before = (await altcha.challenge(visitor)).parameters.cost;
    expect(before).toBe(altchaPolicy.cost);
    for (let solved = 0; solved <= altchaPolicy.calmPerMinute; solved += 1)
      await altcha.verify(await solve(await altcha.challenge(visitor)), visitor);
    expect((await open().challenge(visitor)).parameters.cost).toBe(2 * before);
  });

  test.each(['', 'nonsense', encode({}), encode({ challenge: null, solution: 7 })])(
    'reads %j without failing',
    async (token) => {
      const { altcha } = await given();
      const outcome = token === '' ? 'unchecked' : 'rejected';
      expect(await altcha.verify(token, visitor)).toMatchObject({ outcome });
    },
  );
});
