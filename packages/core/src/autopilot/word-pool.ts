import { type TextOfChoice, type Traits, traitsOf } from './traits.ts';

/** A word that could go out. */
export interface Candidate extends TextOfChoice {
  id: number;
  /** Whether the word check found something. */
  hasFindings: boolean;
}

export interface Choosable<Word extends Candidate> {
  word: Word;
  traits: Traits;
}

/**
 * The share of words that may have a trait in common before it is hard to keep them apart: the rules allow at most two
 * of three mornings, or every other one.
 */
const mostShare = { partOfSpeech: 0.6, initial: 0.6, origin: 0.45 } as const;
const traitNames = Object.keys(mostShare) as (keyof typeof mostShare)[];

/** The words that are left, and how many of those that pass the check have each trait. */
export class WordPool<Word extends Candidate> {
  readonly #left: Map<number, Choosable<Word>>;
  readonly #counts = traitNames.map((name) => ({ name, counts: new Map<string, number>() }));
  #passing = 0;

  constructor(candidates: readonly Word[]) {
    this.#left = new Map(candidates.map((word) => [word.id, { word, traits: traitsOf(word) }]));
    for (const each of this.#left.values()) this.#count(each, 1);
  }

  /** Whether a word is left in which the check found nothing. */
  get hasPassing(): boolean {
    return this.#passing > 0;
  }

  words(): Choosable<Word>[] {
    return [...this.#left.values()];
  }

  take(chosen: Choosable<Word>): void {
    this.#left.delete(chosen.word.id);
    this.#count(chosen, -1);
  }

  /** If most of the remaining words share a trait, those words come first: later, nothing would separate them. */
  pressing(): (each: Choosable<Word>) => boolean {
    const shared = this.#counts.flatMap(({ name, counts }) =>
      [...counts]
        .filter(([, count]) => count > mostShare[name] * this.#passing)
        .map(([value]) => ({ name, value })),
    );
    return ({ word, traits }) =>
      !word.hasFindings && shared.some(({ name, value }) => traits[name] === value);
  }

  #count({ word, traits }: Choosable<Word>, step: 1 | -1): void {
    if (word.hasFindings) return;
    this.#passing += step;
    for (const { name, counts } of this.#counts) {
      const value = traits[name];
      if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + step);
    }
  }
}
