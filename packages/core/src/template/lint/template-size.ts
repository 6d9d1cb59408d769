import { Parser } from 'htmlparser2';
import { limits } from '../../contract/limits.ts';
import { boldExamples } from '../../contract/template-variables.ts';
import { type WordField, wordFieldTable } from '../../contract/word-fields.ts';
import { DomainError } from '../../platform/errors.ts';
import { type Finding, sourceLines, type VariableUse } from './template-tags.ts';

/** Many times more than the most elaborate emails have. Beyond these limits, rendering takes seconds or fails. */
export const templateSizes = {
  /** Nested conditions. Handlebars' parser takes minutes for thousands. */
  conditions: 30,
  tags: 2000,
  elements: 10_000,
  /** Nested elements. */
  depth: 200,
};

/**
 * Reports what is too much for an email, at the first place over the limit. The time grows only linearly with the
 * length.
 */
export function oversized(source: string): Finding[] {
  const condition = tooDeepCondition(source);
  if (condition) return [condition];
  const found = tooManyTags(source) ?? tooManyElements(source);
  return found ? [{ line: sourceLines(source).lineAt(found.at), reason: found.reason }] : [];
}

/** The most characters of each text of a word. */
const longest = new Map<string, number>(
  (Object.keys(wordFieldTable) as WordField[]).map((field) => [field, wordFieldTable[field].limit]),
);
longest.set('preheader', limits.textLength + limits.teaserLength);
for (const [bold, field] of Object.entries(boldExamples)) longest.set(bold, wordFieldTable[field].limit);

/** Reports where the email would be too large if every text of its word were as long as it may be. */
export function tooLongWithWord(source: string, uses: readonly VariableUse[]): Finding[] {
  let bytes = Buffer.byteLength(source);
  for (const { name, tag } of uses) {
    if (tag.source.startsWith('{{#')) continue;
    bytes += longest.get(name) ?? 0;
    if (bytes <= limits.emailBytes) continue;
    const reason = `with the longest texts that a word can have, the email would be over 1 MB. Use {{${name}}} less often.`;
    return [{ line: tag.line, reason }];
  }
  return [];
}

/** @throws DomainError `template.too_large` if a part of an email could not be sent */
export function requireSendable(word: string, part: string): void {
  const bytes = Buffer.byteLength(part);
  if (bytes <= limits.emailBytes) return;
  const size = (bytes / 1_048_576).toFixed(1);
  throw new DomainError(
    'template.too_large',
    `The email for “${word}” would be ${size} MB; at most 1 MB is sent. Shorten its texts, or use them less often in the template.`,
  );
}

/** Where conditions are nested too deeply. For Handlebars, each `{{else if …}}` is one more block. */
export function tooDeepCondition(source: string): Finding | undefined {
  const open: number[] = [];
  let depth = 0;
  for (const { 0: tag, index } of source.matchAll(/\{\{~?(?:#|\/|\^(?!\s*~?\}\})|\s*else\s+(?!~?\}\}))/g)) {
    if (tag.endsWith('/')) {
      depth -= open.pop() ?? 0;
      continue;
    }
    depth += 1;
    open.push(tag.includes('else') ? (open.pop() ?? 0) + 1 : 1);
    if (depth <= templateSizes.conditions) continue;
    const line = sourceLines(source).lineAt(index);
    return { line, reason: `more than ${templateSizes.conditions} nested conditions. Use fewer.` };
  }
  return undefined;
}

const pieceLength = 10_000;

interface Place {
  at: number;
  reason: string;
}

function tooManyTags(source: string): Place | undefined {
  let tags = 0;
  for (const { index: at } of source.matchAll(/\{\{/g)) {
    tags += 1;
    if (tags > templateSizes.tags) {
      return { at, reason: `more than ${shown(templateSizes.tags)} tags {{…}}. Use fewer.` };
    }
  }
  return undefined;
}

/** The same parser creates the text part, so it agrees on the nesting. */
function tooManyElements(source: string): Place | undefined {
  let depth = 0;
  let elements = 0;
  let found: Place | undefined;
  const refuse = (reason: string) => {
    found ??= { at: parser.startIndex, reason };
  };
  const parser = new Parser({
    onopentag() {
      depth += 1;
      elements += 1;
      if (depth > templateSizes.depth) {
        refuse(`more than ${templateSizes.depth} nested HTML elements. Close some of them first.`);
      }
      if (elements > templateSizes.elements) {
        refuse(`more than ${shown(templateSizes.elements)} HTML elements. Use fewer.`);
      }
    },
    onclosetag() {
      depth -= 1;
    },
  });
  // In pieces, because the parser itself is slow for the templates refused here.
  for (let at = 0; at < source.length && !found; at += pieceLength) {
    parser.write(source.slice(at, at + pieceLength));
  }
  return found;
}

const shown = (count: number) => count.toLocaleString('en-US');
