import { expect, test } from 'vitest';
import { emailAddress, normalAddress } from './email-address.ts';
import { messages } from './messages.ts';

test.each([
  [' Ada@Example.COM ', 'ada@example.com'],
  ['uml@bücher.test', 'uml@xn--bcher-kva.test'],
  ['UML@BÜCHER.TEST', 'uml@xn--bcher-kva.test'],
  ['a@例え.テスト', 'a@xn--r8jz45g.xn--zckzah'],
  ['a@почта.рф', 'a@xn--80a1acny.xn--p1ai'],
  ['a@sub.straße.example', 'a@sub.xn--strae-oqa.example'],
  ['a@例え。テスト', 'a@xn--r8jz45g.xn--zckzah'],
  ["o'neil+words@xn--bcher-kva.test", "o'neil+words@xn--bcher-kva.test"],
])('%j is stored as %s', (typed, stored) => {
  expect(emailAddress.parse(typed)).toBe(stored);
  expect(normalAddress(stored)).toBe(stored);
});

test.each([
  '',
  'ada',
  'ada@',
  '@bücher.test',
  'ada@bücher',
  'ada@bü cher.test',
  'ada@bücher.test/x',
  'ada@bücher.test:80',
  'ada@bücher@test.example',
  'ada@-bücher-.test%41',
  '*@bücher.test',
  'a@b..test',
  'a@example.com\nBcc: b@bücher.test',
  `${'a'.repeat(250)}@bücher.test`,
])('%j is refused', (typed) => {
  expect(emailAddress.safeParse(typed).error?.issues[0]?.message).toBe(messages.signup.emailInvalid);
});

test.each(['jürgen@example.com', 'ваня@почта.рф'])('%s is refused with the reason', (typed) => {
  expect(emailAddress.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([
    messages.signup.emailNotAscii,
  ]);
});
