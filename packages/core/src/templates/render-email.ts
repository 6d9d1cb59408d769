import Handlebars from 'handlebars';
import { type BoldExample, boldExamples, type TemplateVariable } from '../contract/template-variables.ts';
import type { TemplateInput } from '../contract/templates.ts';
import type { WordDraft } from '../contract/words.ts';
import type { MergeFields } from '../mail/merge-fields.ts';
import { readableFields } from '../words/readable-fields.ts';
import { splitExample } from '../words/split-example.ts';
import { compileTemplate, type TemplateValues } from './compile-template.ts';
import { type EmailSite, type LinkedWord, siteValues } from './site-values.ts';
import { textPart } from './text-part.ts';

export interface RenderedEmail {
  /** One line of plain text. */
  subject: string;
  html: string;
  text: string;
}

export interface RenderOptions {
  /** The moment of sending; `DATE` is its day in `timezone`. */
  sendAt: Date;
  /** IANA name. */
  timezone: string;
  mergeFields: MergeFields;
  /** Values for the variables of the installation and its pages; without it, they are empty. */
  site?: EmailSite;
}

/**
 * Line breaks of a field become `<br>` in a template that contains this comment. In others they stay plain, because
 * those may show them with `white-space`, which Outlook ignores.
 */
export const breaksAsElements = '{{! Line breaks of the fields become elements. }}';

/**
 * Placeholders for a line break and bold text until it is known whether they are inside a tag. Unicode assigns no
 * characters there.
 */
const [lineBreak, bold, bolded] = ['\ufdd0', '\ufdd1', '\ufdd2'];

/**
 * Fills template and subject with a word.
 *
 * The template and its subject may contain merge fields of the email provider. Text from the word is escaped so that
 * the provider finds none in it.
 *
 * @throws DomainError `template.syntax`
 */
export function renderEmail(
  { content, subject: subjectTemplate }: TemplateInput,
  word: WordDraft & LinkedWord,
  options: RenderOptions,
): RenderedEmail {
  const { mergeFields } = options;
  const fields = fieldsOf(word, options);
  const ofReader = mergeFields.values ?? {};
  const plainText = (text: string) => mergeFields.escape(text, 'plain');
  const plain = mapValues(fields, plainText);
  const subject =
    compileTemplate(
      subjectTemplate,
      'plain',
    )({ ...mapValues(plain, unmarked), ...ofReader })
      .replace(/\s+/g, ' ')
      .trim() || plainText(word.word);

  const compiled = compileTemplate(content, 'html');
  // Not escaped again: the only merge fields left in the subject come from its template.
  const html = compiled({
    ...mapValues(fields, (text) => safe(mergeFields.escape(marked(text), 'html'))),
    ...ofReader,
    subject,
  });
  const text = compiled({
    ...mapValues(plain, (value) => safe(marked(unmarked(value)))),
    ...ofReader,
    subject,
  });
  const htmlBreak = content.includes(breaksAsElements) ? '<br>' : '\n';
  return { subject, html: withMarkup(html, htmlBreak), text: textPart(withMarkup(text, '<br>')) };
}

type Fields = Partial<Record<TemplateVariable, string>>;

function fieldsOf(word: WordDraft & LinkedWord, { sendAt, timezone, site }: RenderOptions): Fields {
  const readable = readableFields(word);
  const examples = Object.entries(boldExamples).map(([name, field]) => {
    const [before, headword, after] = splitExample(readable[field], readable.word);
    return [name, headword ? `${before}${bold}${headword}${bolded}${after}` : before];
  });
  return {
    ...readable,
    ...(Object.fromEntries(examples) as Record<BoldExample, string>),
    ...(site && siteValues(site, word)),
    DATE: sendDay({ sendAt, timezone }),
  };
}

/** The day of sending, such as "Tuesday, December 1, 2026". */
function sendDay({ sendAt, timezone }: { sendAt: Date; timezone: string }): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: timezone }).format(sendAt);
}

const marked = (text: string) => Handlebars.escapeExpression(text).replaceAll('\n', lineBreak);
const unmarked = (text: string) => text.replaceAll(bold, '').replaceAll(bolded, '');

/** Inside a tag, line breaks are plain and nothing is bold. */
function withMarkup(html: string, breaks: '<br>' | '\n'): string {
  const markup: Record<string, string> = { [lineBreak]: breaks, [bold]: '<b>', [bolded]: '</b>' };
  return html.replace(
    /<[^<>]*>|[\ufdd0-\ufdd2]/g,
    (found) => markup[found] ?? unmarked(found).replaceAll(lineBreak, '\n'),
  );
}

/** Keeps HTML from being escaped again. Empty text stays a string: an object would count as present. */
const safe = (html: string) => (html === '' ? '' : new Handlebars.SafeString(html));

function mapValues<T extends TemplateValues[TemplateVariable]>(fields: Fields, change: (text: string) => T) {
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, change(text)])) as Partial<
    Record<TemplateVariable, T>
  >;
}
