import { expect, test } from 'vitest';
import { problemOf, repairPronunciation } from './pronunciation.ts';

test.each([
  '/ˈpetrɪˌkɔr/',
  '/dɝθ/',
  '/ˌɑnəˌmɑtəˈpiə/',
  '/kəˌlaɪdəˈskɑpɪk/',
  '/kwoʊˈtɪdiən/',
  '/ˈpoʊtʃoʊ/',
  '/ˈɔtoʊˌmeɪkɚ/',
  '/ˈheroʊən/',
  '/ˈpɪdʒən ˈhoʊl/',
  '/ˌnæmbi ˈpæmbi/',
])('accepts %s', (ipa) => {
  expect(problemOf(ipa)).toBeUndefined();
});

test.each([
  { why: 'no slashes', ipa: 'ˈpetrɪˌkɔr', says: 'between two slashes' },
  { why: 'a respelling', ipa: '/PET-ri-kor/', says: '“P” does not belong' },
  { why: 'a British vowel', ipa: '/ˈlɒndən/', says: '“ɒ” does not belong' },
  { why: 'a length mark', ipa: '/miˈːændɚ/', says: '“ː” does not belong' },
  { why: 'a plain g', ipa: '/ˈgeri/', says: '“g” does not belong' },
  { why: 'no vowel', ipa: '/ʃ/', says: 'no vowel' },
  { why: 'no main stress', ipa: '/petrɪkɚ/', says: 'main stress' },
  { why: 'two main stresses', ipa: '/ˈpetrɪˈkɔr/', says: 'main stress' },
  { why: 'a mark on one syllable', ipa: '/ˈdɝθ/', says: 'leave out the stress mark' },
  { why: 'a mark without a syllable', ipa: '/ˈpetrɪkɚˌ/', says: 'does not belong' },
  { why: 'no secondary stress after the main one', ipa: '/ˈnuɑns/', says: 'with ɑ' },
  { why: 'no secondary stress of a closed syllable with oʊ', ipa: '/ˈenvəloʊp/', says: 'with oʊ' },
  { why: 'no secondary stress before the main one', ipa: '/ɪdiəˈsɪŋkrəsi/', says: 'before the main one' },
])('refuses $why', ({ ipa, says }) => {
  expect(problemOf(ipa)).toContain(says);
});

test.each([
  { given: 'ˈpetrɪˌkɔr', repaired: '/ˈpetrɪˌkɔr/' },
  { given: '[ˈpɛtrɪˌkɔːɹ]', repaired: '/ˈpetrɪˌkɔr/' },
  { given: "/mi'ændər/", repaired: '/miˈændɚ/' },
  { given: '/ˈdɜrθ/', repaired: '/dɝθ/' },
  { given: '/ˈgɛri/', repaired: '/ˈɡeri/' },
  { given: '/ˈt͡ʃɔɹt̬l̩/', repaired: '/ˈtʃɔrtəl/' },
  { given: '/ˈbʌtn̩/', repaired: '/ˈbʌtən/' },
  { given: '/ʍet/', repaired: '/wet/' },
])('writes $given in the notation of the library', ({ given, repaired }) => {
  expect(repairPronunciation(given)).toBe(repaired);
});

test.each(['PET-ri-kor', '/ˈlɒndən/', '/ˈnuɑns/'])('leaves %s to a person', (given) => {
  expect(repairPronunciation(given)).toBe(given);
});
