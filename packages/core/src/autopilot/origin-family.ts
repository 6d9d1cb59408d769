/** Languages named in etymologies, by the family of their words in English. */
const families: Record<string, readonly string[]> = {
  // Latin and its descendants: their words look alike in English.
  latin: [
    'Latin',
    'French',
    'Italian',
    'Spanish',
    'Portuguese',
    'Provençal',
    'Occitan',
    'Catalan',
    'Romanian',
  ],
  greek: ['Greek'],
  germanic: [
    'German',
    'Dutch',
    'Norse',
    'Danish',
    'Swedish',
    'Norwegian',
    'Icelandic',
    'Afrikaans',
    'Frisian',
    'Yiddish',
    'Scots',
  ],
  celtic: ['Irish', 'Gaelic', 'Welsh', 'Breton', 'Cornish'],
  slavic: ['Russian', 'Polish', 'Czech', 'Serbian', 'Ukrainian', 'Bulgarian', 'Croatian'],
  semitic: ['Arabic', 'Hebrew', 'Aramaic'],
  iranian: ['Persian'],
  indic: ['Sanskrit', 'Hindi', 'Urdu', 'Bengali', 'Marathi'],
  dravidian: ['Tamil', 'Malayalam', 'Telugu', 'Kannada'],
  turkic: ['Turkish', 'Turkic', 'Tatar'],
  chinese: ['Chinese', 'Mandarin', 'Cantonese'],
  japanese: ['Japanese'],
  malayic: ['Malay', 'Tagalog', 'Javanese', 'Indonesian'],
  polynesian: ['Hawaiian', 'Maori', 'Māori', 'Tahitian', 'Tongan', 'Samoan'],
};

const familyOf = new Map(
  Object.entries(families).flatMap(([family, languages]) => languages.map((name) => [name, family] as const)),
);
/** Only these mean native English words; plain "English" says nothing about the origin. */
const englishSource = /\b(?:Old|Middle) English\b/u;

/**
 * The family of the language that a word comes from: that of the first foreign language in its etymology, or English if
 * only an older form of English is named.
 *
 * @returns `undefined` if the text does not say
 */
export function originFamily(etymology: string): string | undefined {
  for (const [name] of etymology.matchAll(/\p{Lu}\p{L}+/gu)) {
    const family = familyOf.get(name);
    if (family) return family;
  }
  return englishSource.test(etymology) ? 'germanic' : undefined;
}
