import { createHash } from 'node:crypto';
import Handlebars from 'handlebars';
import { compile, type HtmlToTextOptions } from 'html-to-text';
import { splitCitedForms } from '../contract/cited-forms.ts';
import { archivePath, hearAnchor, siteAddress, wordPath } from '../contract/public-paths.ts';
import { type RecallDays, recallPath } from '../contract/recall.ts';
import { sentenceCase } from '../contract/sentence-case.ts';
import {
  type BoldExample,
  boldExamples,
  type RecallVariable,
  type SiteVariable,
  type TemplateVariable,
  type ThemeVariable,
} from '../contract/template-variables.ts';
import type { TemplateInput } from '../contract/templates.ts';
import { voiceOff, type WordField, wordFields } from '../contract/word-fields.ts';
import type { WordDraft } from '../contract/words.ts';
import type { MergeFields } from '../mail/merge-fields.ts';
import { readableFields } from '../words/readable-fields.ts';
import { slugOf } from '../words/slug.ts';
import { splitExample } from '../words/split-example.ts';
import { type ThemeWeek, themeThread } from '../words/themes/theme-weeks.ts';
import { compileTemplate, type TemplateValues } from './lint/compile-template.ts';
import { requireSendable, templateSizes } from './lint/template-size.ts';
import type { EarlierWord } from './recall.ts';

export interface RenderedEmail {
  /** One line of plain text. */
  subject: string;
  html: string;
  text: string;
}

export interface RenderOptions {
  /** The day of the email, `YYYY-MM-DD`, which is `DATE`. */
  day: string;
  mergeFields: MergeFields;
  /** Values for the variables of the installation and its pages; without it, they are empty. */
  site?: EmailSite;
  /** Of `DATE`. Default: English, as in the United States. */
  language?: string | undefined;
  /** What a welcome email says above the word. Lines are separated by `\n`. */
  welcome?: string;
  /** The theme week that the email belongs to. */
  week?: ThemeWeek | undefined;
  /** The words that the email asks about again. */
  recalls?: readonly EarlierWord[] | undefined;
  /** What a round number of words is called. */
  milestone?: string | undefined;
}

/**
 * Line breaks of a field become `<br>` in a template that contains this comment. In others they stay plain, because
 * those may show them with `white-space`, which Outlook ignores.
 */
export const breaksAsElements = '{{! Line breaks of the fields become elements. }}';

/**
 * Placeholders for a line break, bold text and cited forms until it is known whether they are inside a tag. Unicode
 * assigns no characters there.
 */
const [lineBreak, bold, bolded, cited, citedEnd] = ['\ufdd0', '\ufdd1', '\ufdd2', '\ufdd3', '\ufdd4'];

/**
 * Fills template and subject with a word.
 *
 * The template and its subject may contain merge fields of the email provider. Text from the word is escaped so that
 * the provider finds none in it.
 *
 * @throws DomainError `template.syntax`, `template.too_large`
 */
export function renderEmail(
  { content, subject: subjectTemplate }: TemplateInput,
  word: WordDraft & LinkedWord,
  options: RenderOptions,
): RenderedEmail {
  const { mergeFields } = options;
  const fields = valuesOf(word, options);
  const ofReader = { ...mergeFields.values, ...recallUrls(options.site, options.recalls, mergeFields.token) };
  const plainText = (text: string) => mergeFields.escape(text, 'plain');
  const inSubject = mapValues(fields, plainText);
  const subject =
    compileTemplate(
      subjectTemplate,
      'plain',
    )({ ...mapValues(inSubject, unmarked), ...ofReader })
      .replace(/\s+/g, ' ')
      .trim() || plainText(word.word);
  const withPreheader = { ...fields, preheader: preheaderOf(fields, subject) };

  const compiled = compileTemplate(content, 'html');
  // Not escaped again: the only merge fields left in the subject come from its template.
  const html = compiled({
    ...mapValues(withPreheader, (text) => safe(mergeFields.escape(marked(text), 'html'))),
    ...ofReader,
    subject,
  });
  const text = compiled({
    ...mapValues(withPreheader, (value) => safe(marked(unmarked(plainText(value))))),
    ...ofReader,
    subject,
  });
  requireSendable(word.word, html);
  requireSendable(word.word, text);
  const htmlBreak = content.includes(breaksAsElements) ? '<br>' : '\n';
  return { subject, html: withMarkup(html, htmlBreak), text: textPart(withMarkup(text, '<br>')) };
}

/**
 * The key of each word's email: equal for emails that read the same, whatever their day and provider. It tells which
 * waiting emails have an older text, so it ignores what a template does not show, and all that is not filled in.
 *
 * @throws DomainError `template.syntax`
 */
export function textKeys(
  { content, subject }: TemplateInput,
  site: EmailSite,
  language?: string,
): (word: WordDraft & Pick<LinkedWord, 'isRecorded'>, week?: ThemeWeek, milestone?: string) => string {
  const fillSubject = compileTemplate(subject, 'plain');
  const fillContent = compileTemplate(content, 'html');
  // Without PUBLIC_URL, the address has the port of the server, which changes nothing that matters to a reader.
  const publicUrl = site.publicUrl.replace(/^(http:\/\/localhost):\d+$/, '$1');
  const fixed = { day: '1970-01-01', site: { ...site, publicUrl }, language };
  return (word, week, milestone) => {
    // A word's slug never changes once it has an email.
    const values = valuesOf({ ...word, slug: 'slug' }, { ...fixed, week, milestone });
    const filled = fillSubject(values);
    const preheader = preheaderOf(values, filled);
    const parts = [filled, fillContent({ ...values, preheader, subject: filled })];
    return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  };
}

type Fields = Partial<Record<TemplateVariable, string>>;

function valuesOf(
  word: WordDraft & LinkedWord,
  { day, site, language, welcome, week, recalls, milestone = '' }: Omit<RenderOptions, 'mergeFields'>,
): Fields {
  const readable = readableFields(word);
  const examples = Object.entries(boldExamples).map(([name, field]) => {
    const [before, headword, after] = splitExample(readable[field], readable.word);
    return [name, headword ? `${before}${bold}${headword}${bolded}${after}` : before];
  });
  const texts = wordFields.map((field) => {
    const pieces = splitCitedForms(field, readable[field]);
    return [field, pieces.map((piece, at) => (at % 2 === 1 ? cited + piece + citedEnd : piece)).join('')];
  });
  return {
    ...readable,
    ...(Object.fromEntries(texts) as Record<WordField, string>),
    ...(Object.fromEntries(examples) as Record<BoldExample, string>),
    ...themeValues(week, language),
    ...(site && recallValues(recalls)),
    ...recallUrls(site, recalls),
    milestone,
    ...(site && siteValues(site, word)),
    ...(welcome !== undefined && { welcome }),
    DATE: longDay(day, language),
  };
}

/** A word's own theme is no theme week: its email may go out alone. */
function themeValues(
  week: ThemeWeek | undefined,
  language: string | undefined,
): Record<ThemeVariable, string> {
  const { title = '', introduction = '', note, position = 0, count = 0 } = week ?? {};
  return {
    theme: title,
    themeThread: week ? themeThread(week, language) : '',
    themeIntroduction: note ?? (position === 1 ? introduction : ''),
    themePosition: week ? String(position) : '',
    themeCount: week ? String(count) : '',
  };
}

function recallValues(recalls: readonly EarlierWord[] = []): Partial<Record<RecallVariable, string>> {
  return Object.fromEntries(recalls.map(({ days, word }) => [recallName(days), word]));
}

/** The addresses of earlier words' pages. Where the provider can fill it in, they end with who the reader is. */
function recallUrls(
  site: EmailSite | undefined,
  recalls: readonly EarlierWord[] = [],
  token?: string,
): Partial<Record<RecallVariable, string>> {
  if (!site) return {};
  return Object.fromEntries(
    recalls.map(({ days, key }) => [
      `${recallName(days)}Url`,
      siteAddress(site.publicUrl, recallPath(key, days, token)),
    ]),
  );
}

const recallName = (days: RecallDays) => (days === 3 ? 'threeDaysAgo' : 'threeWeeksAgo');

/** What the subject does not say yet: the teaser, and an example. Empty without either. */
function preheaderOf({ teaser = '', example1, example2 }: Fields, subject: string): string {
  const isSaid = subject.toLowerCase().includes(teaser.toLowerCase());
  return [isSaid ? '' : sentenceCase(teaser), example1 || example2 || '']
    .filter((text) => text !== '')
    .join(' ');
}

/** A day such as "Tuesday, December 1, 2026". */
export function longDay(day: string, language = 'en'): string {
  const locale = language === 'en' ? 'en-US' : language;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day));
}

const marked = (text: string) => Handlebars.escapeExpression(text).replaceAll('\n', lineBreak);
const unmarked = (text: string) => text.replace(/[\ufdd1-\ufdd4]/g, '');

/** Inside a tag, line breaks are plain and nothing is bold or in italics. */
function withMarkup(html: string, breaks: '<br>' | '\n'): string {
  const markup: Record<string, string> = {
    [lineBreak]: breaks,
    [bold]: '<b>',
    [bolded]: '</b>',
    [cited]: '<em>',
    [citedEnd]: '</em>',
  };
  return html.replace(
    /<[^<>]*>|[\ufdd0-\ufdd4]/g,
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

const heading = { uppercase: false, leadingLineBreaks: 3, trailingLineBreaks: 2 };

const options: HtmlToTextOptions = {
  wordwrap: 78,
  // Conditions can nest deeper than the template does, and the converter calls itself for each level.
  limits: { maxDepth: 2 * templateSizes.depth },
  selectors: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: heading })),
    // Angle brackets are the usual delimiters of an address in plain text (RFC 3986, appendix C).
    {
      selector: 'a',
      options: { linkBrackets: ['<', '>'], hideLinkHrefIfSameAsText: true, noAnchorUrl: true },
    },
    ...['img', 'head', 'title', 'style', 'script'].map((selector) => ({ selector, format: 'skip' })),
    // Tables are for layout: neighboring cells are not one sentence.
    { selector: 'td', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'th', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    // Skips preheaders and other invisible text.
    { selector: '*[hidden]', format: 'skip' },
    { selector: '*[style*="display:none"i]', format: 'skip' },
    { selector: '*[style*="display: none"i]', format: 'skip' },
  ],
};
const convert = compile(options);

/** The plain-text part of an email, built from its HTML for people to read. */
export function textPart(html: string): string {
  const text = convert(html)
    .replace(/(?<![ \t\u00a0])[ \t\u00a0]+$/gm, '')
    .replace(/\n{4,}/g, '\n\n\n')
    .trim();
  return `${text}\n`;
}

/** Whether a template shows the text of the welcome email. */
const showsWelcome = /\{\{~?\s*welcome\s*~?\}\}/;

const welcomeSubject = 'Welcome to {{productName}}: {{word}}';

/** In templates that do not show it. It sets no color: the color of the surrounding text suits light and dark mode. */
const welcomeAbove =
  '<div style="max-width:600px;margin:0 auto;padding:24px 24px 0;font:16px/1.6 sans-serif;white-space:pre-line">{{welcome}}</div>';

/**
 * Makes a template that of the welcome email: with its subject, and with its text above everything else unless the
 * template has a place for it.
 */
export function welcomeTemplate({ content }: TemplateInput): TemplateInput {
  if (showsWelcome.test(content)) return { content, subject: welcomeSubject };
  const body = /<body[^>]*>/i.exec(content);
  const at = body ? body.index + body[0].length : 0;
  return { content: content.slice(0, at) + welcomeAbove + content.slice(at), subject: welcomeSubject };
}

/** The installation's name and links in emails. */
export interface EmailSite {
  productName: string;
  publicUrl: string;
  /** Whether words have public pages. */
  hasArchive: boolean;
}

/** A preview's word may not have been scheduled yet: the preview then uses the address it would get. */
export interface LinkedWord {
  word: string;
  slug?: string | null | undefined;
  voice?: string | undefined;
  /** Whether it has a recording. Without the browser's voice, a word can only be heard if it has one. */
  isRecorded?: boolean | undefined;
}

/** The values of the site's variables, except those that differ for each reader. */
function siteValues(
  { productName, publicUrl, hasArchive }: EmailSite,
  { word, slug, voice, isRecorded }: LinkedWord,
): Record<Exclude<SiteVariable, 'unsubscribeUrl' | 'preferencesUrl'>, string> {
  const page = (path: string) => (hasArchive ? siteAddress(publicUrl, path) : '');
  const wordUrl = page(wordPath(slug || slugOf(word)));
  const isHeard = wordUrl !== '' && (voice !== voiceOff || isRecorded);
  return {
    productName,
    publicUrl: siteAddress(publicUrl, '/'),
    wordUrl,
    hearUrl: isHeard ? wordUrl + hearAnchor : '',
    archiveUrl: page(archivePath),
  };
}
