import { type Repair, without } from './repair.ts';
import { innerText, refusal, type Suggest, shown, type TagText } from './template-tag.ts';

/** What is wrong with a tag that Handlebars cannot read. */
export function brokenTag(tag: TagText, suggest: Suggest): Repair {
  const { source } = tag;
  if (/^\{\{~?!/.test(source)) {
    const reason =
      'a comment is never closed. A comment is written {{! like this }} or {{!-- like this --}}.';
    return without(tag, reason);
  }
  if (source.startsWith('{{{{')) return without(tag, refusal.tooManyBraces);
  if (!source.endsWith('}}')) return without(tag, neverClosed(source));
  return { ...without(tag, closedTag(source, suggest)), ...opening(source) };
}

function neverClosed(source: string): string {
  const name = source.slice(2);
  const advice = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name) ? `Write {{${name}}}.` : 'Add }} where it ends.';
  return `${source} is never closed. ${advice}`;
}

function closedTag(source: string, suggest: Suggest): string {
  const inner = innerText(source);
  if (inner === '') return `${shown(source)} is empty. Write a name between the braces, such as {{word}}.`;
  if (source.endsWith('}}}') && !inner.startsWith('{')) {
    return `${shown(source)} has a brace too many. Write ${source.slice(0, -1)}, with a space before a brace that belongs to the text.`;
  }
  if (/^[{&]/.test(inner)) return refusal.unescaped(source);
  const [, condition] = /^(?:#\s*|else\s+)(?:if|unless)\s(.*)$/s.exec(inner) ?? [];
  if (condition !== undefined) return refusal.notAVariable(source, condition.trim(), suggest);
  if (/^[#^]/.test(inner)) return refusal.block(source);
  return refusal.notAVariable(source, inner, suggest);
}

/** A readable condition replaces a broken one, so that its end and its {{else}} still belong to it. */
function opening(source: string): { instead?: string } {
  const [, start] = /^\{\{~?\s*(#\s*(?:if|unless)|else\s+(?:if|unless))\b/.exec(source) ?? [];
  return start === undefined
    ? {}
    : { instead: `{{${start} word}}${'\n'.repeat(source.split(/\r\n?|\n/).length - 1)}` };
}
