import { expect, test } from 'vitest';
import { seal, unseal } from './seal.ts';

const label = (owner: string) => ({ purpose: 'second factor' as const, owner });

test('a sealed text opens only with its secret, for its owner and for its purpose', () => {
  const text = 'JBSWY3DPEHPK3PXP';
  const sealed = seal(text, label('1'), 'secret');
  expect(sealed).not.toBe(seal(text, label('1'), 'secret'));
  expect(unseal(sealed, label('1'), ['newer', 'secret'])).toBe(text);
  expect(unseal(sealed, label('2'), ['secret'])).toBeUndefined();
  expect(unseal(sealed, { purpose: 'setting', owner: '1' }, ['secret'])).toBeUndefined();
  expect(unseal(sealed, label('1'), ['other'])).toBeUndefined();
  expect(unseal(`${sealed.slice(0, -4)}AAAA`, label('1'), ['secret'])).toBeUndefined();
  expect(unseal('', label('1'), ['secret'])).toBeUndefined();
});
