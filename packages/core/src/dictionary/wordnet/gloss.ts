import { plainText } from '../clean-text.ts';

export interface Gloss {
  /** A field or a remark before the definition: "computer science", "of a leaf shape". */
  label: string | undefined;
  /** Plain text, not yet a sentence. */
  definition: string;
  /** Plain text, with the author of a quotation. */
  examples: { text: string; author: string | undefined }[];
}

/** An email has room for this much; longer definitions are for specialists. */
const definitionLength = 260;

/** Splits a gloss into its parts: `(label) meaning; more of it; "an example"; "a quotation"- Author`. */
export function readGloss(gloss: string): Gloss {
  const parts = splitParts(gloss);
  const examples = parts.flatMap((part) => readExamples(part) ?? []);
  const meanings = parts.filter((part) => readExamples(part) === undefined);
  const [first = '', ...more] = meanings.map((part) => plain(part.replace(endsInExample, '$1')));
  const inPart = meanings.flatMap((part) => {
    const example = endsInExample.exec(part)?.[2];
    return example === undefined ? [] : [{ text: plain(example), author: undefined }];
  });
  const [, label, start = first] = /^\(([^()]*)\)\s*(\S.*)$/u.exec(first) ?? [];
  let definition = start;
  for (const part of more) {
    // Remarks on other words of the synset.
    if (/^\(.*\)$/u.test(part)) continue;
    if (definition.length + part.length > definitionLength) break;
    definition += `; ${part}`;
  }
  return { label, definition, examples: [...inPart, ...examples] };
}

/** A meaning with an example after a colon. */
const endsInExample = /^(.*[^\s:])\s*:\s*"([^"]*)"$/u;

function plain(text: string): string {
  return plainText(
    text
      // Quotation marks inside examples and around mentioned words.
      .replaceAll(/`((?:[^`']|'(?=\w)|(?<=s)'(?= \w+'))*)'/gu, '‘$1’')
      .replaceAll('`', '‘')
      .replaceAll(/"([^"]*)"/gu, '“$1”')
      .replaceAll('"', '')
      .replaceAll('--', ' — '),
  );
}

/** Splits at the semicolons outside examples and parentheses. */
function splitParts(gloss: string): string[] {
  const parts: string[] = [];
  const balanced = gloss.split('(').length === gloss.split(')').length;
  let part = '';
  let inQuotes = false;
  let depth = 0;
  for (const letter of gloss) {
    if (letter === '"') inQuotes = !inQuotes;
    else if (!inQuotes && letter === '(') depth++;
    else if (!inQuotes && letter === ')') depth--;
    if (letter === ';' && !inQuotes && (depth === 0 || !balanced)) {
      parts.push(part);
      part = '';
    } else {
      part += letter;
    }
  }
  return [...parts, part].map((text) => text.trim()).filter((text) => /\p{L}/u.test(text));
}

/** The examples in a part that contains only examples; `undefined` for a meaning. */
function readExamples(part: string): Gloss['examples'] | undefined {
  if (!/^(?:(?:as in )?e\.g\.,? )?"/u.test(part)) return undefined;
  const after = part.slice(part.lastIndexOf('"') + 1).replace(/^[\s,–—-]+/u, '');
  const author = /^\p{Lu}/u.test(after) ? plain(after) : undefined;
  return [...part.matchAll(/"([^"]*)"/gu)].map(([, text = '']) => ({ text: plain(text), author }));
}
