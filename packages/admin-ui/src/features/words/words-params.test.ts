import { expect, test } from 'vitest';
import { readParams, writeParams } from './words.queries.ts';

const first = { page: 1, search: '', letter: '', state: undefined, level: undefined, panel: undefined };

test.each([
  { why: 'nothing', search: '', params: first },
  {
    why: 'everything',
    search: 'search=rain&letter=P&page=3&panel=add&state=work&level=rare',
    params: { page: 3, search: 'rain', letter: 'p', state: 'work', level: 'rare', panel: 'add' },
  },
  { why: 'a word’s form', search: 'panel=edit-12', params: { ...first, panel: 'edit-12' } },
  { why: 'a page below the first', search: 'page=0', params: first },
  { why: 'a page between two', search: 'page=1.5', params: first },
  { why: 'a page that is not a number', search: 'page=many', params: first },
  { why: 'two letters', search: 'letter=ab', params: first },
  { why: 'another alphabet', search: 'letter=é', params: first },
  { why: 'an unknown state', search: 'state=lost', params: first },
  { why: 'an unknown level', search: 'level=easy', params: first },
  { why: 'an unknown panel', search: 'panel=toString', params: first },
  { why: 'the form of word 0', search: 'panel=edit-0', params: first },
])('reads a URL with $why', ({ search, params }) => {
  expect(readParams(new URLSearchParams(search))).toEqual(params);
});

test('writes only what differs from the first page', () => {
  expect(String(writeParams({ ...first, panel: undefined }))).toBe('');
  const params = {
    page: 2,
    search: 'rain & snow',
    letter: 'p',
    state: 'unused',
    level: undefined,
    panel: 'edit-7',
  } as const;
  expect(String(writeParams(params))).toBe('search=rain+%26+snow&letter=p&state=unused&page=2&panel=edit-7');
  expect(readParams(writeParams(params))).toEqual(params);
});
