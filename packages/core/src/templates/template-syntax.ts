import { templateVariables } from '../contract/template-variables.ts';
import type { MergeFields } from '../mail/merge-fields.ts';
import { nearestVariable } from './nearest-variable.ts';
import { findTags, type TemplateTag } from './template-tags.ts';

/** Something about a template, at a line counted from 1. */
export interface Finding {
  line: number;
  reason: string;
}

/** A variable where it stands in a template, whether it exists or not. */
export interface VariableUse {
  name: string;
  tag: TemplateTag;
}

export interface TemplateSyntax {
  /** What keeps the template from being used, in the order of the lines. */
  problems: Finding[];
  uses: VariableUse[];
}

interface OpenBlock {
  name: string;
  tag: TemplateTag;
  /** Each `{{else if …}}` is one more block to Handlebars. */
  elseIfs: number;
  hasElse: boolean;
  /** Refused when it was opened: then nothing more is said about it. */
  isRefused: boolean;
}

/** Far beyond any email; thousands would keep Handlebars' parser busy for minutes. */
const maxDepth = 30;

const variableName = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;
/** Never variables to Handlebars, whatever the data holds; of "elsewhere" it reads the beginning. */
const reserved = /^(?:as|else.*|false|if|null|this|true|undefined|unless)$/;

/**
 * Reads the part of Handlebars that templates may use: variables, `{{#if}}`, `{{#unless}}`,
 * `{{else}}` and comments. Handlebars' own parser stops at the first mistake and names its tokens;
 * this finds every mistake and says what to do about it.
 */
export function readTemplateSyntax(source: string, mergeFields?: MergeFields): TemplateSyntax {
  const problems: Finding[] = [];
  const uses: VariableUse[] = [];
  const open: OpenBlock[] = [];

  for (const tag of findTags(source)) {
    const reason = tag.kind === 'tag' ? readTag(tag, open, uses, mergeFields) : brokenTag(tag);
    if (reason) problems.push({ line: tag.line, reason });
    if (open.reduce((depth, block) => depth + 1 + block.elseIfs, 0) > maxDepth) {
      problems.push({ line: tag.line, reason: `more than ${maxDepth} conditions in each other. Use fewer.` });
      return { problems, uses };
    }
  }
  for (const { name, tag, isRefused } of open) {
    if (isRefused) continue;
    problems.push({ line: tag.line, reason: `${shown(tag)} is never closed. Add {{/${name}}}.` });
  }
  return { problems: problems.toSorted((a, b) => a.line - b.line), uses };
}

function brokenTag(tag: TemplateTag): string {
  if (tag.kind === 'escaped') return '\\{{ would leave braces in the email. Remove the backslash.';
  if (tag.kind === 'too-many-braces')
    return `${tag.source.slice(0, 4)} has too many braces. Write {{word}}, with two.`;
  if (tag.kind === 'unclosed-comment') {
    return 'a comment is never closed. A comment is written {{! like this }} or {{!-- like this --}}.';
  }
  const name = tag.source.slice(2);
  return `${tag.source} is never closed. ${variableName.test(name) ? `Write {{${name}}}.` : 'Add }} where it ends.'}`;
}

/** Reads one tag, opening and closing blocks and noting variables. Returns what is wrong with it. */
function readTag(
  tag: TemplateTag,
  open: OpenBlock[],
  uses: VariableUse[],
  mergeFields?: MergeFields,
): string | undefined {
  const { inner } = tag;
  if (inner === '') return `${shown(tag)} is empty. Write a name between the braces, such as {{word}}.`;
  if (tag.source.endsWith('}}}') && !inner.startsWith('{')) {
    return `${shown(tag)} has a brace too many. Write ${tag.source.slice(0, -1)}, with a space before a brace that belongs to the text.`;
  }
  if (inner.startsWith('{') || inner.startsWith('&')) {
    const name = inner.replace(/^[{&~\s]+|[}~\s]+$/g, '');
    return `${shown(tag)} would put text into the email unprotected. Write {{${name || 'word'}}}.`;
  }
  if (inner.startsWith('>') || inner.startsWith('#>')) {
    return `${shown(tag)} asks for a partial, and there are none. Put its HTML here.`;
  }
  if (inner.startsWith('/')) return closeBlock(tag, open);
  if (inner === 'else' || inner === '^' || /^else\s/.test(inner))
    return readElse(tag, open, uses, mergeFields);
  if (inner.startsWith('#') || inner.startsWith('^')) return openBlock(tag, open, uses, mergeFields);
  return readVariable(tag, inner, uses, mergeFields);
}

function openBlock(
  tag: TemplateTag,
  open: OpenBlock[],
  uses: VariableUse[],
  mergeFields?: MergeFields,
): string | undefined {
  const [name = '', ...rest] = tag.inner.slice(1).trim().split(/\s+/);
  const isKnown = tag.inner.startsWith('#') && (name === 'if' || name === 'unless');
  open.push({ name, tag, elseIfs: 0, hasElse: false, isRefused: !isKnown });
  if (isKnown) return readCondition(tag, rest, uses, mergeFields);
  if (isVariable(name)) {
    const helper = tag.inner.startsWith('#') ? 'if' : 'unless';
    return `${shown(tag)} cannot be used. Write {{#${helper} ${name}}}…{{/${helper}}}.`;
  }
  return `${shown(tag)} cannot be used. Only {{#if …}} and {{#unless …}} can.`;
}

function readElse(
  tag: TemplateTag,
  open: OpenBlock[],
  uses: VariableUse[],
  mergeFields?: MergeFields,
): string | undefined {
  const block = open.at(-1);
  if (!block) return `${shown(tag)} stands outside {{#if …}}…{{/if}}. Remove it.`;
  if (block.hasElse) {
    return `${shown(tag)} comes after the {{else}} of ${shown(block.tag)} in line ${block.tag.line}. Keep one of them.`;
  }
  const [, helper, ...rest] = tag.inner.split(/\s+/);
  if (helper === undefined) {
    block.hasElse = true;
    return undefined;
  }
  block.elseIfs += 1;
  if (helper === 'if' || helper === 'unless') return readCondition(tag, rest, uses, mergeFields);
  return `${shown(tag)} cannot be used. Write {{else}} or {{else if ${helper}}}.`;
}

function closeBlock(tag: TemplateTag, open: OpenBlock[]): string | undefined {
  const name = tag.inner.slice(1).trim();
  const block = open.pop();
  if (!block) return `${shown(tag)} closes nothing. Remove it, or add the block that it closes before it.`;
  if (block.name === name || block.isRefused) return undefined;
  return `${shown(tag)} closes the ${shown(block.tag)} of line ${block.tag.line}. Write {{/${block.name}}}.`;
}

function readCondition(
  tag: TemplateTag,
  names: string[],
  uses: VariableUse[],
  mergeFields?: MergeFields,
): string | undefined {
  const [name, ...more] = names;
  if (name === undefined) return `${shown(tag)} names no variable. Write {{#if etymology}}, for example.`;
  if (more.length > 0) return `${shown(tag)} names more than one variable. Write {{#if ${name}}}.`;
  return readVariable(tag, name, uses, mergeFields);
}

function readVariable(
  tag: TemplateTag,
  name: string,
  uses: VariableUse[],
  mergeFields?: MergeFields,
): string | undefined {
  if (variableName.test(name) && !reserved.test(name)) {
    uses.push({ name, tag });
    return undefined;
  }
  const nearest = nearestVariable(name, mergeFields);
  return `${shown(tag)} is not the name of a variable. ${nearest ? `Did you mean ${nearest}?` : 'Write {{word}}, for example.'}`;
}

const isVariable = (name: string) => (templateVariables as readonly string[]).includes(name);

/** A tag as written, on one line and not too long for a message. */
function shown(tag: TemplateTag): string {
  const line = tag.source.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 57)}…}}` : line;
}
