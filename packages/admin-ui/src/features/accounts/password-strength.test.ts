import { expect, test } from 'vitest';
import { passwordStrength } from './account-fields.tsx';

test.each([
  ['', 'weak'],
  ['12345678', 'weak'],
  ['password1', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['abcdefghijklmnopqrst', 'weak'],
  ['7hqpzmxw', 'weak'],
  ['7hpzmxtrbo', 'fair'],
  ['correct horse battery', 'strong'],
  ['K7!pz-2Qx_m', 'strong'],
  ['пароль из слов', 'strong'],
])('%s is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});
