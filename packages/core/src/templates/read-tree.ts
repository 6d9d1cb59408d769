import { templateVariables } from '../contract/template-variables.ts';
import { type SourceLines, sourceLines } from './source-lines.ts';
import { type Finding, innerText, refusal, type Suggest, shown, type TemplateTag } from './template-tag.ts';

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
