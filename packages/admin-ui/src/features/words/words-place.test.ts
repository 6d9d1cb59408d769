import { expect, test } from 'vitest';
import { readPlace, writePlace } from './words-place.ts';

const first = { page: 1, search: '', letter: '', panel: undefined };

test.each([
  { why: 'nothing', search: '', place: first },
  {
    why: 'everything',
    search: 'search=rain&letter=P&page=3&panel=add',
    place: { page: 3, search: 'rain', letter: 'p', panel: 'add' },
  },
  { why: 'a word’s form', search: 'panel=edit-12', place: { ...first, panel: 'edit-12' } },
  { why: 'a page below the first', search: 'page=0', place: first },
  { why: 'a page between two', search: 'page=1.5', place: first },
  { why: 'a page that is none', search: 'page=many', place: first },
  { why: 'two letters', search: 'letter=ab', place: first },
  { why: 'another alphabet', search: 'letter=é', place: first },
  { why: 'a panel that is none', search: 'panel=toString', place: first },
  { why: 'the form of no word', search: 'panel=edit-0', place: first },
])('an address that says $why', ({ search, place }) => {
  expect(readPlace(new URLSearchParams(search))).toEqual(place);
});

test('says what differs from the first page, and nothing else', () => {
  expect(String(writePlace({ ...first, panel: undefined }))).toBe('');
  const place = { page: 2, search: 'rain & snow', letter: 'p', panel: 'edit-7' } as const;
  expect(String(writePlace(place))).toBe('search=rain+%26+snow&letter=p&page=2&panel=edit-7');
  expect(readPlace(writePlace(place))).toEqual(place);
});
