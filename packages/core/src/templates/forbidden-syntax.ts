import Handlebars from 'handlebars';

/**
 * The first line that Handlebars cannot parse, or parses into more than templates may use: plain
 * variables, escaped; `if` and `unless` on one of them; comments. `undefined` where there is none.
 */
export function firstForbiddenLine(source: string): number | undefined {
  let program: hbs.AST.Program;
  try {
    program = Handlebars.parse(source);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    return Number(/(?:on line |- )(\d+)/.exec(message)?.[1] ?? 1);
  }
  return forbiddenIn(program);
}

function forbiddenIn(program: hbs.AST.Program): number | undefined {
  for (const statement of program.body) {
    if (!isAllowed(statement)) return statement.loc.start.line;
    if (statement.type !== 'BlockStatement') continue;
    const { program: block, inverse } = statement as hbs.AST.BlockStatement;
    const line = (block && forbiddenIn(block)) ?? (inverse && forbiddenIn(inverse));
    if (line !== undefined) return line;
  }
  return undefined;
}

function isAllowed(statement: hbs.AST.Statement): boolean {
  switch (statement.type) {
    case 'ContentStatement':
    case 'CommentStatement':
      return true;
    case 'MustacheStatement': {
      const { escaped, path, params, hash } = statement as hbs.AST.MustacheStatement;
      return escaped && isVariable(path) && params.length === 0 && !hash;
    }
    case 'BlockStatement': {
      const { path, params, hash } = statement as hbs.AST.BlockStatement;
      const isKnown = path.original === 'if' || path.original === 'unless';
      return isKnown && params.length === 1 && isVariable(params[0]!) && !hash;
    }
    default:
      return false;
  }
}

function isVariable(expression: hbs.AST.Expression): boolean {
  if (expression.type !== 'PathExpression') return false;
  const { data, depth, parts, original } = expression as hbs.AST.PathExpression;
  return !data && depth === 0 && parts.length === 1 && original === parts[0];
}
