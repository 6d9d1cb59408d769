import { aWord } from '../../../test/words.ts';

export interface Call {
  what: string;
  /** The nth request at a size. */
  request(n: number, size: number): { path: string; method?: 'POST' | 'PUT' | 'DELETE'; body?: object };
}

const words = (query: string) => ({ path: `/api/admin/words?limit=50&${query}` });
const readers = (query: string) => ({ path: `/api/admin/signups?limit=50&${query}` });
const person = (n: number) => `/api/admin/signups/old${n}@example.com`;
const word = (text: string) => aWord({ word: text });

/** What visitors and the admin request most. Nothing is requested twice if the answer would be cached. */
export const calls: readonly Call[] = [
  { what: 'landing page', request: () => ({ path: '/' }) },
  {
    what: 'signup',
    request: (n) => ({
      path: '/api/register',
      method: 'POST',
      body: { email: `new${n}@example.com`, firstName: 'Ada' },
    }),
  },
  { what: 'page of a word', request: (n) => ({ path: `/words/word-${1 + n}` }) },
  { what: 'overview', request: () => ({ path: '/api/admin/overview' }) },
  { what: 'will tomorrow’s email go out', request: () => ({ path: '/api/admin/tomorrow' }) },
  { what: 'words, the first pages', request: (n) => words(`page=${1 + (n % 20)}`) },
  { what: 'words, the last pages', request: (n, size) => words(`page=${size / 50 - (n % 20)}`) },
  { what: 'words, one letter', request: (n) => words(`page=1&letter=${'aemtz'[n % 5]}`) },
  { what: 'search, found', request: () => words('page=1&search=zebra') },
  { what: 'search, none found', request: () => words('page=1&search=quagga') },
  { what: 'search, two letters', request: (n) => words(`page=1&search=${['qu', 'ze', 'in'][n % 3]}`) },
  {
    what: 'unused words',
    request: (n) => ({ path: `/api/admin/words/unused?limit=20&page=${1 + (n % 20)}` }),
  },
  {
    what: 'a word is added',
    request: (n) => ({ path: '/api/admin/words', method: 'POST', body: word(`new word ${n}`) }),
  },
  {
    what: 'a word is changed',
    request: (n) => ({ path: `/api/admin/words/${n + 1}`, method: 'PUT', body: word(`changed ${n}`) }),
  },
  { what: 'schedule', request: () => ({ path: '/api/admin/schedule?limit=100' }) },
  { what: 'schedule, statistics', request: () => ({ path: '/api/admin/schedule/stats' }) },
  { what: 'calendar of six weeks', request: () => ({ path: '/api/admin/schedule/days' }) },
  { what: 'readers, the first pages', request: (n) => readers(`page=${1 + (n % 20)}`) },
  { what: 'readers, part of an address', request: (n) => readers(`page=1&search=old${4000 + n}`) },
  { what: 'one reader', request: (n) => ({ path: person(n) }) },
  { what: 'a reader is removed', request: (n) => ({ path: person(n), method: 'DELETE' }) },
];
