import type { SampleOptions } from '@wordrise/widgets/server';

/** Three mornings as a reader gets them; longer than the widget's own samples, which every embedding site loads. */
export const sampleWords = [
  {
    word: 'petrichor',
    phoneticPronunciation: '/ˈpetrɪˌkɔr/',
    partOfSpeech: 'noun',
    definition: 'The sweet, dusty smell of a dry place when the first rain hits it.',
    example1: 'After three dry weeks the first drops fell, and petrichor drifted in through the window.',
    conversationTip:
      'Step outside when the first drops fall and name it. Most people know the smell, few the word.',
  },
  {
    word: 'halcyon',
    phoneticPronunciation: '/ˈhælsiən/',
    partOfSpeech: 'adjective',
    definition: 'Calm, peaceful and happy, often of a time that is fondly remembered.',
    example1: 'They spent one halcyon summer by the lake and spoke of it for years.',
    conversationTip: 'Pair it with “days” when the talk turns to school, or to a holiday long past.',
  },
  {
    word: 'ebullient',
    phoneticPronunciation: '/ɪˈbʌljənt/',
    partOfSpeech: 'adjective',
    definition: 'Full of cheerful energy that bubbles over.',
    example1: 'Her ebullient laugh could be heard at the far end of the hall.',
    conversationTip: 'A warmer word than “excited” for the friend who lights up a room.',
  },
] satisfies SampleOptions['samples'];
