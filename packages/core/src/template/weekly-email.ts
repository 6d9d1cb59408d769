import { designTexts } from '../contract/design-parts.ts';
import { escapeHtml } from '../contract/escape-html.ts';
import { siteAddress, wordPath } from '../contract/public-paths.ts';
import { type QuizQuestion, quizGap } from '../contract/quiz.ts';
import type { WordInput } from '../contract/words.ts';
import type { MergeFields } from '../mail/merge-fields.ts';
import { readableFields } from '../words/readable-fields.ts';
import { splitExample } from '../words/split-example.ts';
import { emailPage, type Look } from './default-template.ts';
import { compileTemplate } from './lint/compile-template.ts';
import { requireSendable } from './lint/template-size.ts';
import { type EmailSite, longDay, type RenderedEmail, textPart } from './render-email.ts';

/** A word of the week, with the day of its email, `YYYY-MM-DD`. */
export interface WordOfWeek {
  id: number;
  word: WordInput & { slug: string };
  day: string;
}

/** What a weekly email says. */
export interface WeekInWords {
  /** The day of the email, `YYYY-MM-DD`. */
  day: string;
  /** In the order in which they were sent; at least one. */
  words: readonly WordOfWeek[];
  /** Sentences with a word left out, and the path of the page with the answers. */
  quiz?: { path: string; questions: readonly QuizQuestion[] } | undefined;
}

interface Rendering {
  site: EmailSite;
  mergeFields: MergeFields;
}

/** Stands for the words in the template. Unicode assigns no character there. */
const rowsHere = '\ufdd5';

/**
 * The email with the words of a week, on the page of the daily email: the same header, colors, fonts and footer.
 *
 * @throws DomainError `template.too_large`
 */
export function renderWeeklyEmail(look: Look, week: WeekInWords, rendering: Rendering): RenderedEmail {
  const { site, mergeFields } = rendering;
  const subject = subjectOf(look, week, rendering);
  const compiled = compileTemplate(emailPage(look, '{{preheader}}', rowsHere), 'html');
  const page = compiled({
    ...mergeFields.values,
    subject,
    preheader: week.words.map(({ word }) => readableFields(word).definition).join(' '),
    DATE: longDay(week.day, look.design.language),
    productName: site.productName,
    publicUrl: siteAddress(site.publicUrl, '/'),
  });
  const filled = (write: Write) => {
    const rows = [
      titleRow(look),
      ...week.words.map((word) => wordRow(look, word, site, write)),
      ...(week.quiz ? [quizRow(look, week.quiz, site, write)] : []),
    ];
    return page.replace(rowsHere, () => rows.join('\n'));
  };
  const asHtml = (text: string) => text.replaceAll('\n', '<br>');
  const html = filled((text) => asHtml(mergeFields.escape(escapeHtml(text), 'html')));
  requireSendable(subject, html);
  const forText = filled((text) => asHtml(escapeHtml(mergeFields.escape(text, 'plain'))));
  return { subject, html, text: textPart(forText) };
}

/** Writes text of a word as HTML, in which the provider finds no field of its own. */
type Write = (text: string) => string;

/** Longer subjects are cut by mail programs, and folded into several lines on the way. */
const longestSubject = 78;

function subjectOf({ design }: Look, { words }: WeekInWords, { site, mergeFields }: Rendering): string {
  const own = design.weekTitle || designTexts.weekTitle.builtIn;
  const title = mergeFields.escape(own.replaceAll('{product}', site.productName), 'plain');
  const names = words.map(({ word }) => mergeFields.escape(readableFields(word).word, 'plain'));
  for (let shown = names.length; shown > 0; shown -= 1) {
    const more = shown < names.length ? ', …' : '';
    const subject = `${title}: ${names.slice(0, shown).join(', ')}${more}`;
    if (subject.length <= longestSubject) return subject;
  }
  return title;
}

function titleRow({ fonts: { serif }, start, text }: Look): string {
  return `<tr>
<td class="side" align="${start}" style="padding: 44px 24px 0;">
<h1 class="serif ink" dir="auto" style="margin: 0; font-family: ${serif}; font-size: 34px; line-height: 1.2; font-weight: 400; letter-spacing: -0.01em; color: #1b2030;">${text('weekTitle')}</h1>
</td>
</tr>`;
}

/** Its weekday, how to say it, what it means and one example. */
function wordRow(
  { design, fonts: { serif, sans, spoken }, start }: Look,
  { word, day }: WordOfWeek,
  { publicUrl, hasArchive }: EmailSite,
  html: Write,
): string {
  const fields = readableFields(word);
  const name = html(fields.word);
  const url = siteAddress(publicUrl, wordPath(word.slug));
  const headword = hasArchive
    ? `<a class="ink" href="${escapeHtml(url)}" style="color: #1b2030; text-decoration: underline; text-decoration-thickness: 1px;">${name}</a>`
    : name;
  const spokenParts = [
    fields.phoneticPronunciation && `<span aria-hidden="true">${html(fields.phoneticPronunciation)}</span>`,
    fields.respelling && `<span style="white-space: nowrap;">${html(fields.respelling)}</span>`,
    fields.partOfSpeech && `<em>${html(fields.partOfSpeech)}</em>`,
  ].filter(Boolean);
  const [before, found, after] = splitExample(fields.example1 || fields.example2, fields.word);
  const example = `${html(before)}${found && `<b>${html(found)}</b>`}${html(after)}`;
  return `<tr>
<td class="side" align="${start}" style="padding: 40px 24px 0;">
<p class="quiet" style="margin: 0; font-family: ${sans}; font-size: 14px; line-height: 1.45; font-weight: 600; color: #656a79;">${weekdayName(day, design.language)}</p>
<h2 class="serif ink" dir="auto" style="margin: 4px 0 0; font-family: ${serif}; font-size: 28px; line-height: 1.2; font-weight: 400; color: #1b2030; overflow-wrap: anywhere;">${headword}</h2>
<p class="soft" style="margin: 6px 0 0; font-family: ${spoken}; font-size: 16px; line-height: 1.4; color: #474d5e;">${spokenParts.join(' ')}</p>
<p class="ink" dir="auto" style="margin: 12px 0 0; font-family: ${sans}; font-size: 18px; line-height: 1.5; color: #1b2030;">${html(fields.definition)}</p>
${example && `<p class="serif ink" dir="auto" style="margin: 8px 0 0; font-family: ${serif}; font-size: 17px; line-height: 1.55; color: #1b2030;">${example}</p>\n`}</td>
</tr>`;
}

function quizRow(
  { fonts: { serif, sans }, start, text }: Look,
  { path, questions }: NonNullable<WeekInWords['quiz']>,
  { publicUrl }: EmailSite,
  html: Write,
): string {
  const asked = questions.map(
    (
      { pieces, choices },
      nth,
    ) => `<p class="serif ink" dir="auto" style="margin: 24px 0 0; font-family: ${serif}; font-size: 18px; line-height: 1.55; color: #1b2030;">${nth + 1}. ${html(pieces.join(quizGap))}</p>
<p class="soft" style="margin: 6px 0 0; font-family: ${sans}; font-size: 16px; line-height: 1.6; color: #474d5e;">${choices.map((choice) => `<span style="white-space: nowrap;">${html(choice)}</span>`).join(' &nbsp;·&nbsp; ')}</p>`,
  );
  const url = escapeHtml(siteAddress(publicUrl, path));
  return `<tr>
<td class="side" align="${start}" style="padding: 56px 24px 0;">
<h2 class="serif ink" style="margin: 0; font-family: ${serif}; font-size: 28px; line-height: 1.2; font-weight: 400; color: #1b2030;">${text('quizTitle')}</h2>
${asked.join('\n')}
<p class="soft" style="margin: 28px 0 0; font-family: ${sans}; font-size: 16px; line-height: 1.6; color: #474d5e;"><a class="soft" href="${url}" style="color: #474d5e; text-decoration: underline;">${text('quizLink')}</a></p>
</td>
</tr>`;
}

function weekdayName(day: string, language: string): string {
  const locale = language === 'en' ? 'en-US' : language;
  return new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(new Date(day));
}
