import { templateVariables } from '../contract/template-variables.ts';
import type { MergeFields } from '../mail/merge-fields.ts';
import { nearestVariable } from './nearest-variable.ts';
import type { VariableUse } from './read-tree.ts';
import { sourceLines } from './source-lines.ts';
import type { Finding } from './template-tag.ts';

/** What is valid Handlebars but probably a mistake, in the order of the lines. */
export function templateWarnings(
  field: 'content' | 'subject',
  source: string,
  uses: VariableUse[],
  mergeFields: MergeFields,
): Finding[] {
  const findings = [
    ...unknownVariables(field, uses, mergeFields),
    ...likeMergeFields(field, source, uses, mergeFields),
    ...singleBraces(source),
  ];
  if (field === 'content') findings.push(...insideStyleOrScript(source, uses));
  return findings.toSorted((a, b) => a.line - b.line);
}

function* unknownVariables(
  field: 'content' | 'subject',
  uses: VariableUse[],
  mergeFields: MergeFields,
): Iterable<Finding> {
  for (const { name, tag } of uses) {
    if (Object.hasOwn(mergeFields.values ?? {}, name) && field === 'content') continue;
    if (!(templateVariables as readonly string[]).includes(name)) {
      const nearest = nearestVariable(name, mergeFields);
      const advice = nearest ? `Did you mean ${nearest}?` : 'It stays empty.';
      yield { line: tag.line, reason: `there is no variable {{${name}}}. ${advice}` };
    } else if (name === 'subject' && field === 'subject') {
      yield { line: tag.line, reason: '{{subject}} is this line itself and stays empty here.' };
    }
  }
}

function* likeMergeFields(
  field: 'content' | 'subject',
  source: string,
  uses: VariableUse[],
  mergeFields: MergeFields,
): Iterable<Finding> {
  for (const { tag } of uses) {
    const before = source.slice(Math.max(0, tag.start - 10), tag.start);
    const after = source.slice(tag.end, tag.end + 10);
    const kind = field === 'content' ? 'html' : 'plain';
    const reason = mergeFields.warning({ source: tag.source, before, after }, kind);
    if (reason) yield { line: tag.line, reason };
  }
}

function* singleBraces(source: string): Iterable<Finding> {
  const { lineAt } = sourceLines(source);
  for (const found of source.matchAll(/(?<!\{)\{[ \t]*(\w+)[ \t]*\}(?!\})/g)) {
    const variable = templateVariables.find((name) => name === found[1]);
    if (!variable) continue;
    const reason = `${found[0]} has single braces and is mailed unchanged. Did you mean {{${variable}}}?`;
    yield { line: lineAt(found.index), reason };
  }
}

/** Browsers do not decode entities there: an escaped value would show its escapes, or do worse. */
function* insideStyleOrScript(source: string, uses: VariableUse[]): Iterable<Finding> {
  const tags = uses.map(({ tag }) => tag).values();
  let tag = tags.next().value;
  for (const found of source.matchAll(/<(script|style)\b[^<>]*>[\s\S]*?(?:<\/\1|$)/gi)) {
    const { 0: element, 1: name = '', index } = found;
    while (tag && tag.start < index) tag = tags.next().value;
    for (; tag && tag.end <= index + element.length; tag = tags.next().value) {
      yield {
        line: tag.line,
        reason: `${tag.source} is inside <${name.toLowerCase()}>. Put it where readers see it.`,
      };
    }
  }
}
