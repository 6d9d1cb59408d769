import { isPlaceholder } from '../../contract/placeholder.ts';
import type { WordFinding } from '../../contract/word-check.ts';
import { wordFieldTable } from '../../contract/word-fields.ts';
import type { WordInput } from '../../contract/words.ts';
import { closestTo } from '../../platform/edit-distance.ts';
import { baseForms } from '../dictionary/wordnet/morphology.ts';
import { openWordNetFiles } from '../dictionary/wordnet/wordnet-files.ts';
import { proseFields } from './check-writing.ts';
import { contentWords, likeness, wordsOf } from './word-sets.ts';

/** What a text says, as far as rules can judge it: too little or too much, not a sentence, nothing new, offensive. */
export function checkContent(word: WordInput): WordFinding[] {
  return [
    ...checkPartOfSpeech(word),
    ...checkLengths(word),
    ...checkDefinitionForm(word),
    ...checkSentences(word),
    ...checkTip(word),
    ...checkOffense(word),
  ];
}

const partsOfSpeech = [
  'noun',
  'verb',
  'adjective',
  'adverb',
  'pronoun',
  'preposition',
  'conjunction',
  'interjection',
  'exclamation',
  'determiner',
  'article',
  'numeral',
  'participle',
  'phrase',
  'expression',
  'idiom',
  'proverb',
  'prefix',
  'suffix',
  'abbreviation',
  'acronym',
  'contraction',
  'name',
  'symbol',
  'trademark',
  'form',
];
/** What dictionaries write beside them: "transitive verb", "plural noun", "noun combining form". */
const besides = new Set(
  `and or also often usually sometimes plural singular proper common mass count transitive intransitive auxiliary modal
  phrasal reflexive impersonal possessive personal relative demonstrative predicative attributive comparative superlative
  compound combining geographical biographical definite indefinite coordinating subordinating present past slang informal
  formal archaic dated adverbial adjectival prepositional verbal nominal noun's ordinal cardinal service mark`.split(
    /\s+/u,
  ),
);
const abbreviations: Record<string, string> = {
  n: 'noun',
  v: 'verb',
  vb: 'verb',
  vt: 'transitive verb',
  vi: 'intransitive verb',
  adj: 'adjective',
  a: 'adjective',
  adv: 'adverb',
  prep: 'preposition',
  conj: 'conjunction',
  interj: 'interjection',
  pron: 'pronoun',
  phr: 'phrase',
};

function checkPartOfSpeech({ partOfSpeech }: WordInput): WordFinding[] {
  const plain = partOfSpeech.trim().toLowerCase();
  if (plain === '' || isPlaceholder(plain)) return [];
  const words = plain.match(/[\p{L}']+/gu) ?? [];
  const singular = (word: string) => word.replace(/s$/u, '');
  const isKnown = (word: string) => partsOfSpeech.includes(word) || partsOfSpeech.includes(singular(word));
  if (words.some(isKnown) && words.every((word) => isKnown(word) || besides.has(word))) return [];
  const written = words.length === 1 ? abbreviations[words[0] ?? ''] : undefined;
  const long = partsOfSpeech.filter((known) => known.length > 3);
  const meant = written ?? closestTo(plain, long, { most: 2, spelling: (known) => known });
  const message = `“${partOfSpeech.trim()}” is no part of speech. ${
    meant ? `Write “${meant}”.` : 'Write one such as noun, verb, adjective or phrase.'
  }`;
  const fix = meant === undefined ? undefined : { label: `Write “${meant}”`, text: meant };
  return [{ code: 'part_of_speech.unknown', field: 'partOfSpeech', message, ...(fix && { fix }) }];
}

/** The most words of a field: twice what a full entry has. */
const mostWords = {
  definition: 50,
  etymology: 100,
  example1: 40,
  example2: 40,
  conversationTip: 80,
} as const;
/** Words that name no thing: a definition needs others. */
const vague = new Set(
  'thing things something someone person people place act action way kind sort type stuff object word term used being state quality'.split(
    ' ',
  ),
);

function checkLengths(word: WordInput): WordFinding[] {
  return proseFields.flatMap((field): WordFinding[] => {
    const text = word[field];
    if (text.trim() === '' || isPlaceholder(text)) return [];
    const { label } = wordFieldTable[field];
    const words = wordsOf(text);
    if (words.length > mostWords[field]) {
      const message = `${label} has ${words.length} words, more than the ${mostWords[field]} that readers stay for. Shorten it.`;
      return [{ code: 'field.too_long', field, message }];
    }
    const says = field === 'definition' ? definitionProblem(text, words) : undefined;
    const isStub =
      field === 'etymology' || field === 'conversationTip' ? words.length < 3 : says !== undefined;
    if (!isStub) return [];
    return [
      {
        code: 'field.too_short',
        field,
        message: says ?? `${label} says almost nothing. Add a sentence, or clear it.`,
      },
    ];
  });
}

function definitionProblem(text: string, words: readonly string[]): string | undefined {
  if (/\b(?:e\.g|i\.e|such as|esp|etc)\.?[.:…]?$/u.test(text.trim())) {
    return 'The definition breaks off. Finish the sentence.';
  }
  const distinctive = [...contentWords(text)].filter((part) => !vague.has(part));
  if (words.length < 2 || distinctive.length === 0) {
    return 'The definition says almost nothing. Say what sets the word apart.';
  }
  if (
    /^(?:used|said) (?:only |especially |chiefly |mainly )?(?:of|to describe)\b[^.;:]*\.?$/iu.test(
      text.trim(),
    )
  ) {
    return 'The definition only says what the word is used of. Say what it means.';
  }
  return undefined;
}

/** "To …" defines a verb, "A …" a noun. */
function checkDefinitionForm({ partOfSpeech, definition }: WordInput): WordFinding[] {
  const kind = partOfSpeech.trim().toLowerCase();
  const isVerb = /\bverb\b/u.test(kind);
  const [last = ''] = kind.split(' ').slice(-1);
  const is = (other: string) => last === other || last === `${other}s`;
  const report = (message: string): WordFinding[] => [
    { code: 'definition.part_of_speech', field: 'definition', message },
  ];
  const [, after = ''] = /^\W*to (?:\p{L}+ly )?(\p{L}+)\b/iu.exec(definition) ?? [];
  if (!isVerb && (is('noun') || is('adjective')) && after !== '' && isVerbForm(after.toLowerCase(), 'base')) {
    return report(
      `The definition explains a verb (“To ${after.toLowerCase()} …”), but the part of speech is ${kind}. Make them agree.`,
    );
  }
  if (is('verb') && /^\W*(?:an?|the) \p{L}/iu.test(definition)) {
    return report(
      'The definition explains a noun, but the part of speech is verb. Begin with “To …”, or correct the part of speech.',
    );
  }
  return [];
}

const determiners = new Set(
  `a an the this that these those my your his her its our their no every each some any of in on at by for with from to into
  over under about after before as and or than one two three four five six seven eight nine ten several many most few
  all both`.split(/\s+/u),
);
const surelyVerbs = new Set(
  `is are was were am be been has have had do does did can could will would shall should may might must let lets let's
  cannot isn't aren't wasn't weren't don't doesn't didn't can't couldn't won't wouldn't shouldn't haven't hasn't hadn't
  i'm it's that's there's he's she's we're you're they're who's what's here's i've we've you've they've i'll we'll you'll
  they'll he'll she'll it'll i'd we'd you'd they'd he'd she'd make makes give gives get gets keep keeps go goes come comes
  take takes bring brings say says tell tells put puts seem seems become becomes never don't please`.split(
    /\s+/u,
  ),
);
/** Verbs whose past looks like the present. */
const unchanged = new Set(
  'hit cut set shut cost hurt burst spread split quit cast shed bet read upset thrust slit'.split(' '),
);
const subjects = new Set('i you we they he she who everyone everybody nobody someone somebody'.split(' '));

/** A fragment shows a word without saying anything with it. Speech, questions and exclamations may be fragments. */
function checkSentences(word: WordInput): WordFinding[] {
  return (['example1', 'example2'] as const).flatMap((field): WordFinding[] => {
    const text = word[field].trim();
    if (text === '' || isPlaceholder(text) || /[?!“:]/u.test(text) || hasVerb(text)) return [];
    const message = `${wordFieldTable[field].label} is not a whole sentence. Say something with the word: who does what?`;
    return [{ code: 'example.fragment', field, message }];
  });
}

/** So few words are a sentence only if one of them is surely a verb. */
const surelyUpTo = 3;
/** Longer texts without a verb are hardly ever written. */
const longestFragment = 14;

function hasVerb(text: string): boolean {
  const words =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}']+/gu) ?? [];
  if (words.length > longestFragment) return true;
  return words.some((word, at) => {
    if (surelyVerbs.has(word) || subjects.has(word)) return true;
    const before = words[at - 1];
    if (before === undefined) return isVerbForm(word, 'base');
    if (determiners.has(before) || words.length <= surelyUpTo) return false;
    if (unchanged.has(word) || isVerbForm(word, 'past')) return true;
    if (/s$/u.test(word) && !/ss$/u.test(word)) return isVerbForm(word, 'third');
    return /s$/u.test(before) && isVerbForm(word, 'base');
  });
}

function isVerbForm(word: string, form: 'base' | 'third' | 'past'): boolean {
  const files = openWordNetFiles();
  const isVerb = (lemma: string) => files.senses(lemma).some(({ partOfSpeech }) => partOfSpeech === 'verb');
  if (form === 'base') return isVerb(word);
  const bases = baseForms(word).filter(({ partOfSpeech }) => partOfSpeech === 'verb');
  const isIng = word.endsWith('ing');
  return (
    !isIng &&
    bases.some(
      ({ lemma }) =>
        (form === 'third' ? word.startsWith(lemma.slice(0, -1)) : !word.endsWith('s')) && isVerb(lemma),
    )
  );
}

/** Two texts that share this fraction of their words say the same thing. */
const alike = 0.6;

function checkTip({ definition, conversationTip }: WordInput): WordFinding[] {
  if (conversationTip.trim() === '' || isPlaceholder(conversationTip)) return [];
  const meaning = contentWords(definition);
  if (meaning.size === 0 || likeness(meaning, contentWords(conversationTip)) < alike) return [];
  const message = 'The conversation tip repeats the definition. Say when and how to use the word.';
  return [{ code: 'tip.repeats_definition', field: 'conversationTip', message }];
}

/** Words that do not belong in an email to strangers. Those with innocent meanings, such as "chink", are not here. */
const obscene =
  /(?:^|mother|bull|horse|chicken|dip|bat|ape|dumb|head)(?:fuck|shit|cunt|cock-?suck|twat|wank|arse-?hole|asshole|jizz)(?!ake|im)/u;
const slurs =
  /^(?:nigg(?:er|a|ah|az|ers|as)|kikes?|spics?|wetbacks?|gooks?|ragheads?|towelheads?|beaners?|chinam[ae]n|fag(?:got)?s?|tranny|trannies|retard(?:s|ed)|coons|darkies|darky|pakis?|squaws?|half-?breeds?|redskins?|jigaboos?|sambos?|wops?|japs?|shemales?|whores?|sluts?)$/u;

function checkOffense(word: WordInput): WordFinding[] {
  const own = new Set(wordsOf(word.word));
  return (['word', ...proseFields, 'quotation'] as const).flatMap((field): WordFinding[] => {
    const found = wordsOf(word[field]).find(
      (each) => obscene.test(each) || (slurs.test(each) && field !== 'word' && !own.has(each)),
    );
    if (found === undefined || (field !== 'word' && own.has(found))) return [];
    const message = `${wordFieldTable[field].label} contains “${found}”, which offends many readers and is caught by spam filters. Choose another word.`;
    return [{ code: 'text.offensive', field, message }];
  });
}
