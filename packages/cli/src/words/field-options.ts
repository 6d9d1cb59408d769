/** The fields of a word as options of `wordrise words add` and `edit`. */
export const fieldOptions = {
  word: { value: 'spelling', help: 'the new spelling' },
  pronunciation: { value: 'text', help: 'how it is said, such as /ˈpetrɪˌkɔr/' },
  partOfSpeech: { value: 'text', help: 'such as noun' },
  definition: { value: 'text', help: 'what it means' },
  etymology: { value: 'text', help: 'where it comes from' },
  example1: { value: 'sentence', help: 'one sentence with it' },
  example2: { value: 'sentence', help: 'another sentence' },
  tip: { value: 'text', help: 'how to use it in conversation' },
} as const;
