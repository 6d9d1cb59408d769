import { getRounds } from 'bcrypt';
import { expect, test } from 'vitest';
import { hashOfNothing, hashPassword, passwordMatches } from './passwords.ts';

test('a password matches its own hash, and nothing else', async () => {
  const stored = await hashPassword('correct horse', 4);
  expect(await passwordMatches('correct horse', stored, 4)).toBe(true);
  expect(await passwordMatches('correct horsf', stored, 4)).toBe(false);
  expect(await passwordMatches('correct horse', undefined, 4)).toBe(false);
  expect(await passwordMatches('', undefined, 4)).toBe(false);
});

test('the replacement for a missing hash costs as much as a real one', async () => {
  const stored = await hashPassword('correct horse', 12);
  const nothing = hashOfNothing(12);
  expect(getRounds(nothing)).toBe(getRounds(stored));
  expect(nothing).toHaveLength(stored.length);
});

test('a longer password does not match, even beyond what bcrypt reads', async () => {
  const longest = 'x'.repeat(72);
  const stored = await hashPassword(longest, 4);
  expect(await passwordMatches(longest, stored, 4)).toBe(true);
  expect(await passwordMatches(`${longest}y`, stored, 4)).toBe(false);
  expect(await passwordMatches('correct horse\0', await hashPassword('correct horse', 4), 4)).toBe(false);
});
