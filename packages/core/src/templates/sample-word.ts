import type { WordDraft } from '../contract/words.ts';

/** What a preview shows while the library is empty. */
export const sampleWord: WordDraft = {
  word: 'petrichor',
  phoneticPronunciation: '/ˈpetrɪˌkɔr/',
  partOfSpeech: 'noun',
  definition: 'The fresh, earthy smell that rises when rain falls on dry ground.',
  etymology:
    'Two scientists in Australia, Isabel Bear and Richard Thomas, made the word in 1964 from Greek petra, “rock”, and ichor, the fluid that runs in the veins of the gods.',
  example1: 'After six weeks without a cloud, the petrichor brought everyone out onto their porches.',
  example2: 'She opened the window a crack, just enough to let the petrichor in.',
  conversationTip:
    'Keep it for the first minutes of a summer shower: “Smell that? It has a name.” Most people know the smell and are glad to meet the word.',
};
