import Handlebars from 'handlebars';
import type { TemplateVariable } from '../contract/template-variables.ts';
import type { TemplateInput } from '../contract/templates.ts';
import type { WordDraft } from '../contract/words.ts';
import type { MergeFields } from '../mail/merge-fields.ts';
import { readableFields } from '../words/readable-fields.ts';
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
 * Merge fields of the email provider may be written in the template and its subject; text that comes
 * from the word is escaped so that the provider finds none in it.
 *
 * @param options.sendAt The moment of sending; `DATE` is its day in `timezone` (an IANA name)
 * @throws DomainError `template.syntax`
 */
export function renderEmail(
  { content, subject: subjectTemplate }: TemplateInput,
  word: WordDraft,
  { sendAt, timezone, mergeFields }: { sendAt: Date; timezone: string; mergeFields: MergeFields },
): RenderedEmail {
  const fields: Fields = { ...readableFields(word), DATE: sendDay({ sendAt, timezone }) };
  const plainText = (text: string) => mergeFields.escape(text, 'plain');
  const plain = mapValues(fields, plainText);
  const subject =
    compileTemplate(subjectTemplate, 'plain')(plain).replace(/\s+/g, ' ').trim() || plainText(word.word);

  const { values: perReader } = mergeFields;
  const compiled = compileTemplate(content, 'html');
  // Not escaped again: the merge fields left in the subject are those of its template.
  const html = compiled({
    ...perReader,
    ...mapValues(fields, (text) => safe(mergeFields.escape(escaped(text), 'html'))),
    subject,
  });
  const text = textPart(compiled({ ...perReader, ...mapValues(plain, keepLineBreaks), subject }));
  return { subject, html, text };
}

type Fields = Partial<Record<TemplateVariable, string>>;

/** Such as "Tuesday, December 1, 2026". */
function sendDay({ sendAt, timezone }: { sendAt: Date; timezone: string }): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: timezone }).format(sendAt);
}

const escaped = (text: string) => Handlebars.escapeExpression(text);

const keepLineBreaks = (text: string) => safe(escaped(text).replaceAll('\n', '<br>'));

/** Keeps HTML from being escaped again. Empty text stays a string: an object would count as present. */
const safe = (html: string) => (html === '' ? '' : new Handlebars.SafeString(html));

function mapValues<T extends TemplateValues[TemplateVariable]>(fields: Fields, change: (text: string) => T) {
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, change(text)])) as Partial<
    Record<TemplateVariable, T>
  >;
}
