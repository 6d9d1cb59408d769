import { expect, test } from 'vitest';
import { loginPath, safeReturnTo } from './session.ts';

test.each([
  ['/admin/words', '/admin/words'],
  ['/admin/words?letter=a&page=2', '/admin/words?letter=a&page=2'],
  ['/admin/schedule#today', '/admin/schedule#today'],
  ['/admin/../admin/words', '/admin/words'],
])('goes back to %s', (value, place) => {
  expect(safeReturnTo(value)).toBe(place);
});

test.each([
  { why: 'nothing', value: null },
  { why: 'an empty value', value: '' },
  { why: 'a relative path', value: 'admin/words' },
  { why: 'another site', value: 'https://evil.example/admin' },
  { why: 'another site without a scheme', value: '//evil.example' },
  { why: 'a backslash that browsers read as a slash', value: '/\\evil.example' },
  { why: 'two backslashes', value: '\\\\evil.example' },
  { why: 'a tab that browsers leave out', value: '/\t/evil.example' },
  { why: 'a line break that browsers leave out', value: '/\n/evil.example' },
  { why: 'dots that leave two slashes', value: '/.//evil.example' },
  { why: 'a script', value: 'javascript:alert(1)' },
  { why: 'the login page itself', value: '/login?returnTo=/admin' },
  { why: 'the setup page', value: '/admin-setup' },
])('goes to the dashboard for $why', ({ value }) => {
  expect(safeReturnTo(value)).toBe('/admin');
});

test('a path survives the login page', () => {
  const path = '/admin/words?search=a%26b&letter=';
  const login = loginPath(path);
  expect(login).toMatch(/^\/login\?returnTo=\/admin\/words/);
  expect(safeReturnTo(new URL(login, 'http://x').searchParams.get('returnTo'))).toBe(path);
});
