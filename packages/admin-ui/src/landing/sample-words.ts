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
      'Nearly everyone loves the smell and few know its name, so it makes a happy gift: “Open the window and let in the petrichor.”',
  },
  {
    word: 'halcyon',
    phoneticPronunciation: '/ˈhælsiən/',
    partOfSpeech: 'adjective',
    definition: 'Wonderfully calm and happy, usually of a time now past.',
    example1: 'In the halcyon days before the baby, they read whole novels on Sundays.',
    conversationTip:
      '“Ah, the halcyon days before email!” That pair, halcyon and days, is by far the most common, and it always looks back.',
  },
  {
    word: 'ebullient',
    phoneticPronunciation: '/ɪˈbʌljənt/',
    partOfSpeech: 'adjective',
    definition: 'Bubbling over with high spirits.',
    example1: 'The ebullient tour guide made a sewage plant the highlight of our trip.',
    conversationTip:
      'Stronger and more bubbly than “cheerful,” it is for high spirits that fill the room. “You’re ebullient today; did you get the job?”',
  },
] satisfies SampleOptions['samples'];
