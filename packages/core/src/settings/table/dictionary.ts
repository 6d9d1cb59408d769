import type { Rows } from '../variable.ts';

export const dictionary = {
  DICTIONARY: {
    purpose: 'where words are looked up: merriam-webster or wordnet',
    schema: (is) => is.oneOf('merriam-webster', 'wordnet'),
    default: 'wordnet',
    fallback: '`merriam-webster` if its key is set, otherwise `wordnet`',
    setup: {
      question: 'Dictionary',
      placeholder: 'name',
      choices: {
        wordnet: { label: 'Built in: offline, no key, no etymologies' },
        'merriam-webster': {
          label: "Merriam-Webster's Collegiate: needs a key, non-commercial use only",
        },
      },
    },
  },
  MERRIAM_WEBSTER_API_KEY: {
    purpose: 'the key for the Collegiate dictionary',
    where: 'at dictionaryapi.com by registering for the Collegiate reference',
    schema: (is) => is.text(),
    with: ['DICTIONARY', 'merriam-webster'],
    secret: true,
    setup: { question: 'Key from dictionaryapi.com', placeholder: 'key' },
  },
  MERRIAM_WEBSTER_API_URL: {
    purpose: 'the address of the dictionary',
    where: 'by leaving it at its default',
    schema: (is) => is.serviceUrl(),
    with: ['DICTIONARY', 'merriam-webster'],
    default: 'https://www.dictionaryapi.com/api/v3/references/collegiate/json',
  },
} satisfies Rows;
