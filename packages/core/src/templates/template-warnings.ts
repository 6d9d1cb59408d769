import { templateVariables } from '../contract/template-variables.ts';
import type { MergeFields } from '../mail/merge-fields.ts';
import { nearestVariable } from './nearest-variable.ts';
import type { Finding, VariableUse } from './template-syntax.ts';
import { lineCounter, type TemplateTag } from './template-tags.ts';

/** What is right as Handlebars but probably not meant, in the order of the lines. */
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
  const lineAt = lineCounter(source);
  for (const found of source.matchAll(/(?<!\{)\{[ \t]*(\w+)[ \t]*\}(?!\})/g)) {
    const variable = templateVariables.find((name) => name === found[1]);
    if (!variable) continue;
    const reason = `${found[0]} has single braces and is mailed as it stands. Did you mean {{${variable}}}?`;
    yield { line: lineAt(found.index), reason };
  }
}

/** There browsers read no entities: an escaped value would show its escapes, or do worse. */
function* insideStyleOrScript(source: string, uses: VariableUse[]): Iterable<Finding> {
  const tags: TemplateTag[] = uses.map(({ tag }) => tag);
  let next = 0;
  for (const element of source.matchAll(/<(script|style)\b[^>]*>[\s\S]*?(?:<\/\1|$)/gi)) {
    const end = element.index + element[0].length;
    while (next < tags.length && tags[next]!.start < element.index) next += 1;
    for (; next < tags.length && tags[next]!.end <= end; next += 1) {
      const { line, source: written } = tags[next]!;
      yield {
        line,
        reason: `${written} stands inside <${element[1]!.toLowerCase()}>. Put it where readers see it.`,
      };
    }
  }
}
