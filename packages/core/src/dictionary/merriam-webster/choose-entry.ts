import { withoutAccents, wordKey } from '../normalize-word.ts';
import type { Entry } from './answer.ts';

export type Choice =
  | { kind: 'entry'; entry: Entry; first: Entry }
  /** The entry only refers to another word, which has to be looked up. */
  | { kind: 'see'; target: string }
  | { kind: 'offensive' }
  | { kind: 'none' };

/**
 * Picks the entry that is about the word. Answers also contain compounds, idioms and names, which are
 * ignored unless the word is one of their forms.
 */
export function chooseEntry(entries: readonly Entry[], asked: string): Choice {
  const own = entries.filter((entry) => isSame(headwordOf(entry), asked));
  const forms = entries.filter(
    (entry) => !own.includes(entry) && entry.meta.stems.some((stem) => isSame(stem, asked)),
  );
  const candidates = [...common(own), ...common(forms)];
  for (const entry of candidates) {
    if (isDefined(entry)) {
      if (entry.meta.offensive) return { kind: 'offensive' };
      return { kind: 'entry', entry, first: firstHomograph(entries, entry) };
    }
    const target = entry.cxs[0]?.cxtis[0]?.cxt;
    // A later homograph with a meaning is better than a reference: the noun "wound", not the past of "wind".
    if (target !== undefined && !own.some(isDefined)) {
      return entry.meta.offensive ? { kind: 'offensive' } : { kind: 'see', target: plainTarget(target) };
    }
  }
  return { kind: 'none' };
}

/** `tender:2` → `tender`. */
export function headwordOf(entry: Entry): string {
  return entry.meta.id.replace(/:[a-z0-9]+$/u, '');
}

/** Words before places and people; single words before phrases. */
function common(entries: readonly Entry[]): Entry[] {
  const rank = (entry: Entry) =>
    (/:[bg]\d*$/u.test(entry.meta.id) ? 2 : 0) + (headwordOf(entry).includes(' ') ? 1 : 0);
  return entries.toSorted((one, other) => rank(one) - rank(other));
}

function isDefined(entry: Entry): boolean {
  return entry.def.length > 0 || entry.shortdef.length > 0;
}

function isSame(one: string, other: string): boolean {
  return withoutAccents(wordKey(one)) === withoutAccents(wordKey(other));
}

/** Later homographs often have no pronunciation and syllables; the first one has them. */
function firstHomograph(entries: readonly Entry[], entry: Entry): Entry {
  const headword = headwordOf(entry);
  return (
    entries.find((other) => headwordOf(other) === headword && (other.hwi?.prs.length ?? 0) > 0) ??
    entries.find((other) => headwordOf(other) === headword && other.hwi?.hw?.includes('*')) ??
    entry
  );
}

function plainTarget(target: string): string {
  return target
    .replaceAll(/\{[^{}]*\}/gu, '')
    .replace(/:\d+$/u, '')
    .trim();
}
