import Handlebars from 'handlebars';
import { explainFailure } from './parse-failure.ts';
import { TreeReader, type VariableUse } from './read-tree.ts';
import { sourceLines } from './source-lines.ts';
import { tooDeepCondition } from './template-size.ts';
import type { Finding, Suggest } from './template-tag.ts';

export interface TemplateReading {
  /** Problems that prevent the template from being used, in the order of the lines. */
  problems: Finding[];
  uses: VariableUse[];
}

/** Handlebars' parser stops at the first error, so each one costs another parse. */
const maxFailures = 25;

/**
 * Reads the part of Handlebars that templates may use: variables, `{{#if}}`, `{{#unless}}`,
 * `{{else}}` and comments. What Handlebars cannot parse is reported, repaired and parsed again, so
 * that all errors are found at once.
 */
export function readTemplate(source: string, suggest: Suggest): TemplateReading {
  const tooDeep = tooDeepCondition(source);
  if (tooDeep) return { problems: [tooDeep], uses: [] };

  // Columns of Handlebars' parser are wrong after these two characters.
  let text = source.replace(/[\u2028\u2029]/g, ' ');
  const problems: Finding[] = [];
  for (let failures = 0; failures < maxFailures; failures++) {
    const program = parse(text);
    if (!(program instanceof Error)) {
      const tree = new TreeReader(text, suggest);
      tree.read(program);
      return { problems: inOrder([...problems, ...tree.problems]), uses: tree.uses };
    }
    const { at, reason, start, end, instead } = explainFailure(text, program, suggest);
    if (reason) problems.push({ line: sourceLines(text).lineAt(at), reason });
    text = text.slice(0, start) + instead + text.slice(end);
  }
  return { problems: inOrder(problems), uses: [] };
}

function parse(text: string): hbs.AST.Program | Error {
  try {
    return Handlebars.parseWithoutProcessing(text);
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

const inOrder = (problems: Finding[]) => problems.toSorted((a, b) => a.line - b.line);
