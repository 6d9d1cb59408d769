import { expect, test } from 'vitest';
import { respell } from './respelling.ts';

test.each([
  { ipa: '/ˈæfəbəl/', said: 'AF-uh-bul' },
  { ipa: '/məˈlɪfluəs/', said: 'muh-LIF-loo-uss' },
  { ipa: '/ˌɑnəˌmɑtəˈpiə/', said: 'ah-nuh-mah-tuh-PEE-uh' },
  { ipa: '/aɪˈkɑnəˌklæst/', said: 'eye-KAH-nuh-klast' },
  { ipa: '/stenˈtɔriən/', said: 'sten-TOR-ee-un' },
  { ipa: '/ˈzaɪtˌɡaɪst/', said: 'ZITE-guyst' },
  { ipa: '/ˌkerəˈvænsəˌraɪ/', said: 'kair-uh-VAN-suh-rye' },
  { ipa: '/ˌkætəməˈræn/', said: 'kat-uh-muh-RAN' },
  { ipa: '/ˈdʒeriˌmændɚ/', said: 'JAIR-ee-man-der' },
  { ipa: '/dɝθ/', said: 'DURTH' },
  { ipa: '/ˌsɑtoʊ ˈvoʊtʃi/', said: 'sah-toh VOH-chee' },
])('$ipa is respelled $said', ({ ipa, said }) => {
  expect(respell(ipa)).toBe(said);
});

test.each([
  { rule: 'a long i before a consonant takes a silent e', ipa: '/səˈblaɪm/', said: 'suh-BLIME' },
  { rule: 'a long i before an s', ipa: '/prɪˈsaɪs/', said: 'prih-SICE' },
  { rule: 'a long i after a hard g', ipa: '/bɪˈɡaɪl/', said: 'bih-GHYLE' },
  { rule: 'a long i between a hard g and a vowel', ipa: '/ˈɡaɪzɚ/', said: 'GUY-zer' },
  { rule: 'a long i before two consonants', ipa: '/əˈlaɪnd/', said: 'uh-LYND' },
  { rule: 'a hard g before ee', ipa: '/kɪntˈsuɡi/', said: 'kint-SOO-ghee' },
  { rule: 'the vowel of “good”', ipa: '/ˈkʊʃi/', said: 'KOOSH-ee' },
  { rule: 'the vowel of “good” before l', ipa: '/ˈbʊlwɚk/', said: 'BULL-werk' },
  { rule: 'a short o before a stop', ipa: '/ˈɑbviˌeɪt/', said: 'OB-vee-ayt' },
  { rule: 't and w are parted', ipa: '/ˌnɑtwɪθˈstændɪŋ/', said: 'not-with-STAN-ding' },
  { rule: 's and m are parted', ipa: '/ˈtælɪsmən/', said: 'TAL-iss-mun' },
  { rule: 's after n is not read as z', ipa: '/ˈlɪmərəns/', said: 'LIM-uh-runce' },
])('$rule: $ipa is respelled $said', ({ ipa, said }) => {
  expect(respell(ipa)).toBe(said);
});

test.each([
  { word: 'blurb', ipa: '/blɝb/' },
  { word: 'blithe', ipa: '/blaɪð/' },
  { word: 'Yen', ipa: '/jen/' },
])('“$word” has no respelling, which would only repeat it', ({ word, ipa }) => {
  expect(respell(ipa, word)).toBe('');
});

test.each([
  { word: 'fey', ipa: '/feɪ/', said: 'FAY' },
  { word: 'hobnob', ipa: '/ˈhɑbˌnɑb/', said: 'HOB-nob' },
])('“$word” keeps its respelling, which shows the sound or the stress', ({ word, ipa, said }) => {
  expect(respell(ipa, word)).toBe(said);
});

test.each(['', 'AF-uh-bul', '/ˈlɒndən/', '//', '/ /', 'yen (pronunciation not recorded)'])(
  '“%s” has no respelling',
  (text) => {
    expect(respell(text)).toBe('');
  },
);
