import type { WordFinding } from '../../contract/word-check.ts';
import type { WordInput } from '../../contract/words.ts';
import { checkDefinition } from './definition.ts';
import { checkExamples } from './examples.ts';
import { checkFields, checkLength } from './fields.ts';
import { checkPronunciation } from './pronunciation.ts';
import { checkUsage, type Usage } from './usage.ts';

/** The problems in the text of one word; none if it is fit to be sent. */
export function checkText(word: WordInput, usage: Usage): WordFinding[] {
  return [
    ...checkFields(word),
    ...checkPronunciation(word),
    ...checkDefinition(word),
    ...checkExamples(word),
    ...checkLength(word),
    ...checkUsage(word, usage),
  ];
}
