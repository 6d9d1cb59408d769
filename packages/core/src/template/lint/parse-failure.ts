import Handlebars from 'handlebars';
import {
  innerText,
  refusal,
  type Suggest,
  shown,
  sourceLines,
  type TagText,
  tagFrom,
  tagStart,
} from './template-tags.ts';

/** A block that is open at some place. */
interface OpenBlock extends TagText {
  name: string;
  line: number;
}

interface ScannerPlace {
  first_line: number;
  first_column: number;
  last_line: number;
  last_column: number;
}

/** The place where Handlebars' scanner stopped, which the types do not declare. Most of its errors have only a line. */
const { lexer } = (Handlebars as unknown as { Parser: { lexer: { yylloc: ScannerPlace } } }).Parser;

/** No template opens a block with this name: Handlebars' error about closing it names the open block. */
const unknownClose = '{{/__unknown__}}';

/** Says in plain words why Handlebars could not parse a template. */
export function explainFailure(text: string, error: Error, suggest: Suggest): Repair {
  const stopped = lexer.yylloc;
  const { offsetOf } = sourceLines(text);
  const at = offsetOf({ line: stopped.first_line, column: stopped.first_column });
  if (error instanceof Handlebars.Exception) return explainException(text, error, at, suggest);

  const [, expected, found] = /Expecting (.*), got '(\w+)'/.exec(error.message) ?? [];
  if (!expected) {
    return unreadable(text, offsetOf({ line: stopped.last_line, column: stopped.last_column }), suggest);
  }
  const isBetweenTags = /'(?:EOF|CONTENT|OPEN_ENDBLOCK)'/.test(expected);
  if (!isBetweenTags) {
    const tag = tagFrom(text, tagStart(text, at - 1));
    return isClose(tag) ? wrongClose(text, tag) : brokenTag(tag, suggest);
  }
  if (found === 'EOF') return unclosedBlock(text);
  const tag = tagFrom(text, at);
  return found === 'OPEN_ENDBLOCK' ? wrongClose(text, tag) : wrongElse(text, tag);
}

/**
 * Explains errors in templates that parse but are invalid: a different block is closed than was opened, or a path leads
 * nowhere.
 */
function explainException(text: string, error: Error, at: number, suggest: Suggest): Repair {
  if (blockOf(text, error)) return wrongClose(text, tagFrom(text, tagStart(text, at - 1)));
  const place = placeOf(text, error);
  if (place === undefined) return withoutAll(text, tagStart(text, at - 1));
  return brokenTag(tagFrom(text, tagStart(text, place)), suggest);
}

/** The scanner itself gave up at a comment or a raw block without an end, or at a zero character. */
function unreadable(text: string, at: number, suggest: Suggest): Repair {
  const start = text.startsWith('{{', at) ? at : tagStart(text, at);
  if (start < 0 || text[at] === '\0') {
    return { at, reason: unreadableReason, start: at, end: at + 1, instead: ' ' };
  }
  return brokenTag(tagFrom(text, start), suggest);
}

const unreadableReason = 'this cannot be read. Check the braces {{ }} here.';

function withoutAll(text: string, at: number): Repair {
  return { at, reason: unreadableReason, start: 0, end: text.length, instead: '' };
}

function unclosedBlock(text: string): Repair {
  const block = openBlock(text);
  if (!block) return withoutAll(text, text.length);
  const reason = isCondition(block)
    ? `${shown(block.source)} is never closed. Add {{/${block.name}}}.`
    : undefined;
  const { length } = text;
  return { at: block.start, reason, start: length, end: length, instead: `{{/${block.name}}}` };
}

function wrongClose(text: string, tag: TagText): Repair {
  const block = openBlock(text.slice(0, tag.start));
  if (!block) {
    return without(
      tag,
      `${shown(tag.source)} closes nothing. Remove it, or add the block that it closes before it.`,
    );
  }
  const instead = `{{/${block.name}}}`;
  const reason = `${shown(tag.source)} closes the ${shown(block.source)} of line ${block.line}. Write ${instead}.`;
  return { ...without(tag, isCondition(block) ? reason : undefined), instead };
}

function wrongElse(text: string, tag: TagText): Repair {
  const block = openBlock(text.slice(0, tag.start));
  if (!block) return without(tag, `${shown(tag.source)} is outside {{#if …}}…{{/if}}. Remove it.`);
  return without(
    tag,
    `${shown(tag.source)} comes after the {{else}} of ${shown(block.source)} in line ${block.line}. Keep one of them.`,
  );
}

const isCondition = ({ name }: OpenBlock) => name === 'if' || name === 'unless';
const isClose = ({ source }: TagText) => /^\{\{~?\//.test(source);

/** The innermost block that is open at the end of a template. */
function openBlock(text: string): OpenBlock | undefined {
  try {
    Handlebars.parseWithoutProcessing(text + unknownClose);
    return undefined;
  } catch (error) {
    return blockOf(text, error);
  }
}

/** The open block that "if doesn't match unless" is about. */
function blockOf(text: string, error: unknown): OpenBlock | undefined {
  const place = placeOf(text, error);
  if (place === undefined || !(error instanceof Error)) return undefined;
  const [, name] = /^(.*) doesn't match /.exec(error.message) ?? [];
  if (name === undefined) return undefined;
  const tag = tagFrom(text, tagStart(text, place));
  return { ...tag, name, line: sourceLines(text).lineAt(tag.start) };
}

function placeOf(text: string, error: unknown): number | undefined {
  if (!(error instanceof Handlebars.Exception) || error.lineNumber === undefined) return undefined;
  return sourceLines(text).offsetOf({ line: error.lineNumber, column: error.column });
}

/** What is wrong with a tag that Handlebars cannot read. */
function brokenTag(tag: TagText, suggest: Suggest): Repair {
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

/** What is wrong, and what to replace a part of the template with so that the rest can be parsed. */
export interface Repair {
  /** The offset that the reason refers to. */
  at: number;
  /** `undefined` if the repaired template reports the error better. */
  reason: string | undefined;
  start: number;
  end: number;
  instead: string;
}

function without({ source, start }: TagText, reason: string | undefined): Repair {
  return { at: start, reason, start, end: start + source.length, instead: blank(source) };
}

/** A blank text with the same length and the same lines. */
const blank = (source: string) => source.replace(/[^\r\n]/g, ' ');
