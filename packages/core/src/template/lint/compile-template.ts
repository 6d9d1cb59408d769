import Handlebars from 'handlebars';
import type { FieldErrors } from '../../contract/errors.ts';
import { type TemplateVariable, templateVariables } from '../../contract/template-variables.ts';
import type { TemplateInput } from '../../contract/templates.ts';
import type { MergeFields } from '../../mail/merge-fields.ts';
import { closestTo } from '../../platform/edit-distance.ts';
import { DomainError } from '../../platform/errors.ts';
import { explainFailure } from './parse-failure.ts';
import { oversized, tooDeepCondition, tooLongWithWord } from './template-size.ts';
import { type Finding, type Suggest, sourceLines, TreeReader, type VariableUse } from './template-tags.ts';

/**
 * `html` escapes each value; `plain` inserts it unchanged, for the subject and the text part.
 * Both leave out the block of an absent (empty) value.
 */
export type TemplateKind = 'html' | 'plain';
export type TemplateValues = Partial<Record<TemplateVariable, string | Handlebars.SafeString>>;
export type CompiledTemplate = (values: TemplateValues) => string;

/** Gmail hides the rest of an email behind a link at 102 kB, which includes the text of the word. */
const clippedBytes = 100_000;

// An instance of Handlebars with two helpers. The others could be called by name, instead of the empty variable with
// that name.
const handlebars = Handlebars.create();
const unwanted = ['each', 'with', 'log', 'lookup', 'helperMissing', 'blockHelperMissing'] as const;
const compileOptions: CompileOptions = {
  knownHelpersOnly: true,
  knownHelpers: { if: true, unless: true, ...Object.fromEntries(unwanted.map((name) => [name, false])) },
};

/**
 * Checks template and subject before they are saved.
 *
 * @returns Warnings about what works but is probably a mistake, such as a variable that does not exist
 * @throws DomainError `template.syntax`; the message has the first error, `fields.content` and `fields.subject` have
 * all errors, each with its line and advice
 */
export function checkTemplate(input: TemplateInput, mergeFields: MergeFields): { warnings: string[] } {
  return { warnings: inspectTemplate(input, mergeFields).warnings };
}

/** Like `checkTemplate`; `unknownVariables` are the warnings about variables that do not exist. */
export function inspectTemplate(
  { content, subject }: TemplateInput,
  mergeFields: MergeFields,
): { warnings: string[]; unknownVariables: string[] } {
  const suggest = (name: string) => nearestVariable(name, mergeFields);
  refuseProblems({ subject: oversized(subject), content: oversized(content) });
  const inSubject = readTemplate(subject, suggest);
  const inContent = readTemplate(content, suggest);
  refuseProblems({ subject: inSubject.problems, content: inContent.problems });
  refuseProblems({ content: tooLongWithWord(content, inContent.uses) });

  const subjectUses = { field: 'subject', source: subject, uses: inSubject.uses } as const;
  const contentUses = { field: 'content', source: content, uses: inContent.uses } as const;
  const collect = (find: FindWarnings) =>
    firstFew([
      ...[...find(subjectUses, mergeFields)].map(subjectMessage),
      ...[...find(contentUses, mergeFields)].map(contentMessage),
    ]);
  const unknownVariables = collect(findUnknownVariables);
  const warnings = collect(templateWarnings);
  const bytes = Buffer.byteLength(content);
  if (bytes > clippedBytes) {
    warnings.push(
      `The template is ${Math.ceil(bytes / 1000)} kB. Gmail cuts an email off at about 100 kB: make it shorter.`,
    );
  }
  return { warnings, unknownVariables };
}

/**
 * Compiles a template, or returns one of the last few from memory.
 *
 * @throws DomainError `template.syntax`
 */
export function compileTemplate(source: string, kind: TemplateKind): CompiledTemplate {
  const key = `${kind}:${source}`;
  const known = recent.get(key);
  if (known) {
    recent.delete(key);
    recent.set(key, known);
    return known;
  }
  const { problems } = readTemplate(source, nearestVariable);
  refuseProblems({ [kind === 'html' ? 'content' : 'subject']: problems });
  const template = handlebars.compile(source, { ...compileOptions, noEscape: kind === 'plain' });
  // The object has no prototype, so that a variable named toString is as unknown as any other.
  const compiled: CompiledTemplate = (values) => template(Object.assign(Object.create(null), values));
  recent.set(key, compiled);
  const [oldest] = recent.keys();
  if (recent.size > recentMax && oldest !== undefined) recent.delete(oldest);
  return compiled;
}

// The template in use with its subject, and templates being edited; oldest first.
const recent = new Map<string, CompiledTemplate>();
const recentMax = 8;

function refuseProblems({ subject = [], content = [] }: { subject?: Finding[]; content?: Finding[] }): void {
  const inSubject = subject.map(subjectMessage);
  const inContent = content.map(contentMessage);
  const [first, ...more] = [...inSubject, ...inContent];
  if (first === undefined) return;
  const others =
    more.length === 0 ? '' : ` (and ${more.length} more ${more.length === 1 ? 'error' : 'errors'})`;
  const fields: FieldErrors = {};
  if (inSubject.length > 0) fields.subject = firstFew(inSubject);
  if (inContent.length > 0) fields.content = firstFew(inContent);
  throw new DomainError('template.syntax', `${first}${others}`, { fields });
}

/** Enough to work on: the same typo may occur everywhere. */
const firstFew = (messages: string[]) =>
  messages.length > 20 ? [...messages.slice(0, 20), `… and ${messages.length - 20} more.`] : messages;

const contentMessage = ({ line, reason }: Finding) => `Line ${line}: ${reason}`;
const subjectMessage = ({ reason }: Finding) => `Subject: ${reason}`;

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

/** Names that people try, but whose spelling is not close to the right one. */
const synonyms: Readonly<Record<string, string>> = {
  meaning: '{{definition}}',
  origin: '{{etymology}}',
  title: '{{subject}}',
  today: '{{DATE}}',
};

/**
 * What was probably meant by a name that is not a variable, as written in a template: a variable, or a merge field of
 * the email provider. `undefined` if nothing is similar.
 */
export function nearestVariable(name: string, mergeFields?: MergeFields): string | undefined {
  const wanted = plain(name);
  if (wanted === '') return undefined;
  for (const names of [synonyms, mergeFields?.names ?? {}]) {
    if (Object.hasOwn(names, wanted)) return names[wanted];
  }
  const most = Math.max(1, Math.floor(wanted.length / 3));
  const closest = closestTo(wanted, templateVariables, { most, spelling: plain });
  if (closest) return `{{${closest}}}`;
  // Part of a long name, such as "pronunciation" or "tip".
  const part = templateVariables.find((variable) => wanted.length >= 3 && plain(variable).includes(wanted));
  return part && `{{${part}}}`;
}

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
