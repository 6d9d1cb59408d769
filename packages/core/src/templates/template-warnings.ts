import { templateVariables } from '../contract/template-variables.ts';
import type { MergeFields } from '../mail/merge-fields.ts';
import { nearestVariable } from './nearest-variable.ts';
import type { VariableUse } from './read-tree.ts';
import { sourceLines } from './source-lines.ts';
import type { Finding } from './template-tag.ts';

/** One field of a template, and the variables in it. */
export interface FieldUses {
  field: 'content' | 'subject';
  source: string;
  uses: VariableUse[];
}

export type FindWarnings = (given: FieldUses, mergeFields: MergeFields) => Iterable<Finding>;

/** Warnings about valid Handlebars that is probably a mistake, in the order of the lines. */
export function templateWarnings(given: FieldUses, mergeFields: MergeFields): Finding[] {
  const findings = [
    ...findUnknownVariables(given, mergeFields),
    ...subjectInItself(given),
    ...likeMergeFields(given, mergeFields),
    ...singleBraces(given.source),
  ];
  if (given.field === 'content') findings.push(...insideStyleOrScript(given.source, given.uses));
  return findings.toSorted((a, b) => a.line - b.line);
}

/** Variables that do not exist, such as a misspelled one. */
export function* findUnknownVariables(
  { field, uses }: FieldUses,
  mergeFields: MergeFields,
): Iterable<Finding> {
  for (const { name, tag } of uses) {
    if (Object.hasOwn(mergeFields.values ?? {}, name) && field === 'content') continue;
    if ((templateVariables as readonly string[]).includes(name)) continue;
    const nearest = nearestVariable(name, mergeFields);
    const advice = nearest ? `Did you mean ${nearest}?` : 'It stays empty.';
    yield { line: tag.line, reason: `there is no variable {{${name}}}. ${advice}` };
  }
}

function* subjectInItself({ field, uses }: FieldUses): Iterable<Finding> {
  if (field !== 'subject') return;
  for (const { name, tag } of uses) {
    if (name !== 'subject') continue;
    yield { line: tag.line, reason: '{{subject}} is this line itself and stays empty here.' };
  }
}

function* likeMergeFields({ field, source, uses }: FieldUses, mergeFields: MergeFields): Iterable<Finding> {
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

/** Browsers do not decode entities there: an escaped value would show its entities, or worse. */
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
