import Handlebars from 'handlebars';
import type { FieldErrors } from '../contract/errors.ts';
import type { TemplateVariable } from '../contract/template-variables.ts';
import type { TemplateInput } from '../contract/templates.ts';
import { DomainError } from '../errors.ts';
import type { MergeFields } from '../mail/merge-fields.ts';
import { nearestVariable } from './nearest-variable.ts';
import { readTemplate } from './read-template.ts';
import { oversized } from './template-size.ts';
import type { Finding } from './template-tag.ts';
import { type FindWarnings, findUnknownVariables, templateWarnings } from './template-warnings.ts';

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
