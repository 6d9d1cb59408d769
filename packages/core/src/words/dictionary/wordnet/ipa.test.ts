import { expect, test } from 'vitest';
import { createPronunciations, toIpa } from './pronunciation.ts';
import type { PartOfSpeech } from './wordnet-files.ts';

test.each([
  ['serendipity', 'S EH2 R AH0 N D IH1 P IH0 T IY0', 'ˌserənˈdɪpɪti'],
  ['meander', 'M IY0 AE1 N D ER0', 'miˈændɚ'],
  ['bird, of one syllable', 'B ER1 D', 'bɝd'],
  ['strengths', 'S T R EH1 NG K TH S', 'streŋkθs'],
  ['astray: three consonants may begin a syllable', 'AH0 S T R EY1', 'əˈstreɪ'],
  ['singer: NG may not', 'S IH1 NG ER0', 'ˈsɪŋɚ'],
  ['linguist: the G goes on', 'L IH1 NG G W IH0 S T', 'ˈlɪŋɡwɪst'],
  ['bookcase: two consonants that no word begins with', 'B UH1 K K EY2 S', 'ˈbʊkˌkeɪs'],
  ['thou, joy, how, cue', 'DH AW1 JH OY1 HH AW1 K Y UW1', 'ðaʊˌdʒɔɪ'],
  ['measure', 'M EH1 ZH ER0', 'ˈmeʒɚ'],
  ['church yard', 'CH ER1 CH Y AA2 R D', 'ˈtʃɝtʃˌjɑrd'],
  ['no vowel at all', 'HH M', ''],
])('writes %s', (_why, arpabet, start) => {
  expect(toIpa(arpabet)).toContain(start);
});

test('has every sound of the dictionary', () => {
  const all = 'AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW'.split(' ').map((vowel) => `B ${vowel}1`);
  const rest = 'CH D DH F G HH JH K L M N NG P R S SH T TH V W Y Z ZH'
    .split(' ')
    .map((sound) => `${sound} IH0`);
  expect([...all, ...rest].map(toIpa).join(' ')).not.toMatch(/undefined|[A-Z]/u);
});

test('keeps one main stress, the last', () => {
  expect(toIpa('AA2 K S IY1 M AO1 R AA0 N')).toBe('ˌɑkˌsiˈmɔˌrɑn');
});

test.each<[string, PartOfSpeech, string]>([
  ['record', 'noun', '/ˈrekɚd/'],
  ['record', 'verb', '/rəˈkɔrd/'],
  ['object', 'noun', '/ˈɑbˌdʒekt/'],
  ['object', 'verb', '/əbˈdʒekt/'],
  ['estimate', 'noun', '/ˈestəmət/'],
  ['estimate', 'verb', '/ˈestəˌmeɪt/'],
  ['wont', 'noun', '/woʊnt/'],
  ["won't", 'verb', '/woʊnt/'],
  ['Zyuganov', 'noun', '/ˈzjuˌɡɑˌnɑv/'],
  ['index', 'noun', '/ˈɪnˌdeks/'],
  ['ebullient', 'adjective', '/ɪˈbʌljənt/'],
  ['ice cream', 'noun', 'ice cream (pronunciation not recorded)'],
  ['faux pas', 'noun', 'faux pas (pronunciation not recorded)'],
  ['schadenfreude', 'noun', 'schadenfreude (pronunciation not recorded)'],
  ['well-being', 'noun', '/ˌwelˈbiɪŋ/'],
  ['snow-white', 'adjective', 'snow-white (pronunciation not recorded)'],
  ['petrichor', 'noun', 'petrichor (pronunciation not recorded)'],
  ['snow petrichor', 'noun', 'snow petrichor (pronunciation not recorded)'],
  ['"', 'noun', '" (pronunciation not recorded)'],
])('says %s as a %s', async (word, partOfSpeech, pronunciation) => {
  expect(await createPronunciations().of(word, partOfSpeech)).toBe(pronunciation);
});
