import { templateVariables } from '../../contract/template-variables.ts';

/** Something about a template, at a line counted from 1. */
export interface Finding {
  line: number;
  reason: string;
}

/** One `{{…}}` of a template. */
export interface TemplateTag {
  /** As written, including braces. */
  source: string;
  /** Offsets into the template. */
  start: number;
  end: number;
  /** Counted from 1. */
  line: number;
}

/** Suggests what was probably meant by a name that is not a variable, as written in a template. */
export type Suggest = (name: string) => string | undefined;

/** A tag as written, on one line and short enough for a message. */
export function shown(source: string): string {
  const line = source.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 57)}…}}` : line;
}

/** What is between the braces of a tag, without `~` and outer spaces. */
export function innerText(source: string): string {
  return source.replace(/^\{\{~?|~?\}\}$/g, '').trim();
}

/** Why a tag is refused and what to write instead; `source` is the tag as written. */
export const refusal = {
  notAVariable(source: string, name: string, suggest: Suggest) {
    const nearest = suggest(name);
    const advice = nearest ? `Did you mean ${nearest}?` : 'Write {{word}}, for example.';
    return `${shown(source)} is not the name of a variable. ${advice}`;
  },
  unescaped(source: string) {
    const name =
      innerText(source)
        .replace(/^[{&~\s]+/, '')
        .replace(/(?<![}~\s])[}~\s]+$/, '') || 'word';
    return `${shown(source)} would put text into the email unprotected. Write {{${name}}}.`;
  },
  tooManyBraces: '{{{{ has too many braces. Write {{word}}, with two.',
  block: (source: string) => `${shown(source)} cannot be used. Only {{#if …}} and {{#unless …}} can.`,
};

/** A tag as written, and its offset into the template. */
export type TagText = Pick<TemplateTag, 'source' | 'start'>;

/** Longer than any tag that could be right; a longer one lacks its closing braces. */
const closed = /\{\{\{?[^{}]{0,200}\}?\}\}/y;
const firstWord = /\{\{(?:\{\{+|[^\s{}<>]{0,40})/y;
const comment = /\{\{~?![\s\S]*/y;

/** The tag that begins at an offset. If it is not closed, only its first word. */
export function tagFrom(text: string, start: number): TagText {
  for (const pattern of [comment, closed, firstWord]) {
    pattern.lastIndex = start;
    const found = pattern.exec(text);
    if (found) return { source: found[0], start };
  }
  return { source: text.slice(start, start + 1), start };
}

/** The offset of the last tag that begins before `upTo`; -1 if there is none. */
export function tagStart(text: string, upTo: number): number {
  let start = text.lastIndexOf('{{', Math.max(0, upTo));
  while (text[start - 1] === '{') start -= 1;
  return start;
}

/** Translates between offsets into a text and its lines, counted from 1. */
export interface SourceLines {
  lineAt(offset: number): number;
  /** The offset of a place from Handlebars' parser; columns are counted from 0. */
  offsetOf(place: { line: number; column: number }): number;
}

export function sourceLines(text: string): SourceLines {
  const starts = [0];
  for (const found of text.matchAll(/\r\n?|\n/g)) starts.push(found.index + found[0].length);
  return {
    lineAt(offset) {
      let low = 0;
      let high = starts.length;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle;
      }
      return low + 1;
    },
    offsetOf: ({ line, column }) => (starts[line - 1] ?? text.length) + column,
  };
}

/** A variable in a template, whether it exists or not. */
export interface VariableUse {
  name: string;
  tag: TemplateTag;
}

type Block = hbs.AST.BlockStatement;

const variableName = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;
/** Handlebars gives these names a special meaning. */
const reserved = /^(?:as|if|this|unless)$/;

/** Collects variables, and anything that templates may not use, from Handlebars' tree. */
export class TreeReader {
  readonly problems: Finding[] = [];
  readonly uses: VariableUse[] = [];
  readonly #text: string;
  readonly #lines: SourceLines;
  readonly #suggest: Suggest;

  constructor(text: string, suggest: Suggest) {
    this.#text = text;
    this.#lines = sourceLines(text);
    this.#suggest = suggest;
  }

  read(program: hbs.AST.Program): void {
    for (const statement of program.body) {
      if (statement.type === 'ContentStatement') this.#readContent(statement as hbs.AST.ContentStatement);
      else if (statement.type === 'MustacheStatement')
        this.#readMustache(statement as hbs.AST.MustacheStatement);
      else if (statement.type === 'BlockStatement') this.#readBlock(statement as Block);
      else if (statement.type !== 'CommentStatement') this.#refuseOther(statement);
    }
  }

  /** Braces are part of the text only after a backslash. */
  #readContent({ value, loc }: hbs.AST.ContentStatement): void {
    if (!value.startsWith('{{')) return;
    this.#refuse(this.#tagAt(loc), '\\{{ would leave braces in the email. Remove the backslash.');
  }

  #readMustache({ loc, escaped, path, params, hash }: hbs.AST.MustacheStatement): void {
    const tag = this.#tagAt(loc);
    if (!escaped) this.#refuse(tag, refusal.unescaped(tag.source));
    else if (params.length === 0 && !hash) this.#use(tag, path);
    else this.#refuse(tag, refusal.notAVariable(tag.source, innerText(tag.source), this.#suggest));
  }

  #readBlock(block: Block): void {
    const tag = this.#openTag(block);
    const helper = this.#textAt(block.path.loc);
    const isCondition = (helper === 'if' || helper === 'unless') && !/^\{\{~?\^|^\{\{\{/.test(tag.source);
    if (isCondition) this.#readCondition(tag, block);
    else this.#refuse(tag, refusedBlock(tag.source, helper));
    if (block.program) this.read(block.program);
    if (block.inverse) this.read(block.inverse);
  }

  #readCondition(tag: TemplateTag, { params, hash, program }: Block): void {
    const [first] = params;
    const source = shown(tag.source);
    const isSingle = params.length === 1 && !hash && !program?.blockParams;
    if (!first) this.#refuse(tag, `${source} names no variable. Write {{#if etymology}}, for example.`);
    else if (isSingle && first.type !== 'SubExpression') this.#use(tag, first);
    else {
      const name = this.#textAt(first.loc);
      this.#refuse(tag, `${source} names more than one variable. Write {{#if ${name}}}.`);
    }
  }

  #refuseOther(statement: hbs.AST.Statement): void {
    const tag = this.#openTag(statement);
    const { source } = tag;
    if (statement.type.startsWith('Partial')) {
      this.#refuse(tag, `${shown(source)} asks for a partial, and there are none. Put its HTML here.`);
    } else if (statement.type === 'DecoratorBlock') this.#refuse(tag, refusal.block(source));
    else this.#refuse(tag, refusal.notAVariable(source, innerText(source), this.#suggest));
  }

  #use(tag: TemplateTag, expression: hbs.AST.Expression): void {
    const name = this.#textAt(expression.loc);
    const isName = expression.type === 'PathExpression' && variableName.test(name) && !reserved.test(name);
    if (isName) this.uses.push({ name, tag });
    else this.#refuse(tag, refusal.notAVariable(tag.source, name, this.#suggest));
  }

  #refuse({ line }: TemplateTag, reason: string): void {
    this.problems.push({ line, reason });
  }

  /** The tag that opens a block. */
  #openTag({ loc }: hbs.AST.Node): TemplateTag {
    const whole = this.#tagAt(loc);
    const [source] = /^\{\{[\s\S]*?\}\}+/.exec(whole.source) ?? [whole.source];
    return { ...whole, source, end: whole.start + source.length };
  }

  #tagAt(loc: hbs.AST.SourceLocation): TemplateTag {
    const { offsetOf } = this.#lines;
    return {
      source: this.#textAt(loc),
      start: offsetOf(loc.start),
      end: offsetOf(loc.end),
      line: loc.start.line,
    };
  }

  #textAt({ start, end }: hbs.AST.SourceLocation): string {
    return this.#text.slice(this.#lines.offsetOf(start), this.#lines.offsetOf(end));
  }
}

function refusedBlock(source: string, helper: string): string {
  if (source.startsWith('{{{{')) return refusal.tooManyBraces;
  if (/^\{\{~?\s*else\b/.test(source)) {
    return `${shown(source)} cannot be used. Write {{else}} or {{else if ${helper}}}.`;
  }
  if (!(templateVariables as readonly string[]).includes(helper)) return refusal.block(source);
  const condition = /^\{\{~?\^/.test(source) ? 'unless' : 'if';
  return `${shown(source)} cannot be used. Write {{#${condition} ${helper}}}…{{/${condition}}}.`;
}
