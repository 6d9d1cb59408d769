import { exampleNotAvailable } from './limits.ts';

const placeholders = new Set([
  exampleNotAvailable.toLowerCase(),
  'n/a',
  'n a',
  'none',
  'unknown',
  'not available',
  'not recorded',
  'not applicable',
  'see above',
  'same as above',
  'to be announced',
  'tba',
  'tbc',
  'tk',
  'xxx',
  'tbd',
  'todo',
  'to do',
  'to be done',
  'coming soon',
]);

/** What dictionaries write in a field they have no text for. */
const remarks = /\b(?:not (?:recorded|available|given)(?: in this dictionary)?|lorem ipsum)\b/u;

/** How a note to oneself begins, and the sentence that stands where an example belongs. */
const notes = /^(?:todo|to do|tbd|tba|tbc|fixme)[:.,–—-]|^(?:an? )?(?:example|sample) (?:sentence|text)\b/u;
/** What stands where a text is to be filled in: “[insert origin]”, “your text here”. */
const gaps = /^[[(<](?:insert|add|write|fill in|your)\b|\b(?:text|definition|example|sentence) goes here\b/u;

/**
 * Whether a text only says that something is missing, such as "Example not available" or "yen (pronunciation not
 * recorded)". Readers never see one.
 */
export function isPlaceholder(text: string): boolean {
  const plain = text.trim().toLowerCase();
  if (plain === '') return false;
  const bare = plain
    .replaceAll(/[.!?…–—()[\]-]/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  if (bare === '') return true;
  if (notes.test(plain) || gaps.test(plain)) return true;
  return placeholders.has(bare) || (remarks.test(plain) && plain.split(/\s+/u).length <= 12);
}
