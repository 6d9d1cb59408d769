/** The fields of a word that a sample email shows. */
export interface SampleWord {
  word: string;
  phoneticPronunciation: string;
  partOfSpeech: string;
  definition: string;
  example1: string;
  conversationTip: string;
}

export const defaultSamples: readonly SampleWord[] = [
  {
    word: 'petrichor',
    phoneticPronunciation: '/ˈpetrɪˌkɔr/',
    partOfSpeech: 'noun',
    definition: 'The earthy smell of rain on dry ground.',
    example1: 'Petrichor drifted in at every window.',
    conversationTip: 'Say it when the first drops fall.',
  },
  {
    word: 'halcyon',
    phoneticPronunciation: '/ˈhælsiən/',
    partOfSpeech: 'adjective',
    definition: 'Calm and happy, of a time fondly remembered.',
    example1: 'They still speak of that halcyon summer.',
    conversationTip: 'Pair it with “days” when talk turns to holidays.',
  },
  {
    word: 'ebullient',
    phoneticPronunciation: '/ɪˈbʌljənt/',
    partOfSpeech: 'adjective',
    definition: 'Full of cheerful energy.',
    example1: 'Her ebullient laugh filled the hall.',
    conversationTip: 'A warmer word than “excited”.',
  },
];

/** Every text around the samples. */
export interface SampleTexts {
  /** The widget's name for screen readers. */
  label: string;
  tip: string;
  pause: string;
  play: string;
}

export const defaultSampleTexts: SampleTexts = {
  label: 'Sample words',
  tip: 'Conversation tip',
  pause: 'Pause',
  play: 'Play',
};
