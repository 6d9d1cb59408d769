import Handlebars from 'handlebars';
import { exampleNotAvailable } from '../contract/limits.ts';
import { conditionalVariables, type TemplateVariable } from '../contract/template-variables.ts';
import type { TemplateInput } from '../contract/templates.ts';
import { type WordInput, wordFields } from '../contract/words.ts';
import { compileTemplate, type TemplateValues } from './compile-template.ts';
import { textPart } from './text-part.ts';

export interface RenderedEmail {
  /** One line of plain text. */
  subject: string;
  html: string;
  text: string;
}

/**
 * Fills template and subject with a word.
 *
 * Square brackets are iContact's merge fields. Those of the template and of its subject go through
 * (`[fname]`); those that come from the word must not be read as such, and no text is lost either:
 * in HTML they become entities, which look the same, and in subject and text part, where there are
 * no entities, round brackets, as a dictionary's editor would write them.
 *
 * @param when.sendAt The moment of sending; `DATE` is its day in `timezone` (an IANA name)
 * @throws DomainError `template.syntax`
 */
export function renderEmail(
  { content, subject: subjectTemplate }: TemplateInput,
  word: WordInput,
  when: { sendAt: Date; timezone: string },
): RenderedEmail {
  const fields = { ...presentFields(word), DATE: sendDay(when) };
  const plain = mapValues(fields, roundBrackets);
  const subject =
    compileTemplate(subjectTemplate, 'plain')(plain).replace(/\s+/g, ' ').trim() || roundBrackets(word.word);

  const compiled = compileTemplate(content, 'html');
  // Brackets that are left in the subject are its template's own.
  const html = compiled({ ...mapValues(fields, escapeBrackets), subject });
  const text = textPart(compiled({ ...mapValues(plain, keepLineBreaks), subject }));
  return { subject, html, text };
}

type Fields = Partial<Record<TemplateVariable, string>>;

/** The word's fields as they are mailed; what is absent is empty, and so is its block. */
function presentFields(word: WordInput): Fields {
  const fields: Fields = {};
  for (const field of wordFields) fields[field] = withoutControls(word[field]).trim();
  for (const field of conditionalVariables) {
    if (fields[field] === exampleNotAvailable) fields[field] = '';
  }
  return fields;
}

/** Such as "Tuesday, December 1, 2026". */
function sendDay({ sendAt, timezone }: { sendAt: Date; timezone: string }): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: timezone }).format(sendAt);
}

/** Characters that no one sees and that HTML and mail do not carry: controls and halves of pairs. */
function withoutControls(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '');
}

const roundBrackets = (text: string) => text.replaceAll('[', '(').replaceAll(']', ')');

const escaped = (text: string) => Handlebars.escapeExpression(text);

const escapeBrackets = (text: string) =>
  safe(escaped(text).replaceAll('[', '&#91;').replaceAll(']', '&#93;'));

const keepLineBreaks = (text: string) => safe(escaped(text).replaceAll('\n', '<br>'));

/** Not to be escaped again. Empty text stays a string: an object would count as present. */
const safe = (html: string) => (html === '' ? '' : new Handlebars.SafeString(html));

function mapValues<T extends TemplateValues[TemplateVariable]>(fields: Fields, change: (text: string) => T) {
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, change(text)])) as Partial<
    Record<TemplateVariable, T>
  >;
}
