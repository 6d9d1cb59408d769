import { createHash } from 'node:crypto';
import { defaultSubject } from '../contract/template-variables.ts';
import type { TemplateInput, TemplatePreview, TemplateView } from '../contract/templates.ts';
import { type WordInput, wordTexts } from '../contract/words.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import type { MergeFields } from '../mail/merge-fields.ts';
import { Word } from '../words/word.ts';
import { checkTemplate } from './compile-template.ts';
import { defaultTemplate } from './default-template.ts';
import { renderEmail } from './render-email.ts';
import { sampleWord } from './sample-word.ts';
import type { EmailSite, LinkedWord } from './site-values.ts';
import { Template } from './template.ts';

export interface TemplateDeps {
  database: OpenDatabase;
  now: () => Date;
  site: EmailSite;
  timezone: string;
  mergeFields: MergeFields;
}

/** A word's email, ready for the provider; `textKey` changes with its text. */
export type RenderWord = (
  word: WordInput & LinkedWord,
  sendAt: Date,
) => Promise<{ subject: string; html: string; text: string; textKey?: string }>;

/** The template in use: the last one saved, or the default. */
export async function getTemplate(deps: Pick<TemplateDeps, 'database' | 'site'>): Promise<TemplateView> {
  const [latest] = await deps.database.em().find(Template, {}, { orderBy: { id: 'desc' }, limit: 1 });
  const { content, subject } = latest ?? defaultTemplateInput(deps);
  return { template: content, subject };
}

/**
 * Saves a new version; earlier ones stay in the database.
 *
 * @throws DomainError `template.syntax` with the line, and then nothing is stored
 */
export async function saveTemplate(
  { database, now, mergeFields }: TemplateDeps,
  input: TemplateInput,
): Promise<TemplateView> {
  const { warnings } = checkTemplate(input, mergeFields);
  const em = database.em();
  const template = em.create(Template, { content: input.content, subject: input.subject, createdAt: now() });
  await em.flush();
  return {
    template: template.content,
    subject: template.subject,
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

/** Goes back to the default template, as a new version. */
export function resetTemplate(deps: TemplateDeps): Promise<TemplateView> {
  return saveTemplate(deps, defaultTemplateInput(deps));
}

export function defaultTemplateInput({ site }: Pick<TemplateDeps, 'site'>): TemplateInput {
  return { content: defaultTemplate, subject: defaultSubject(site.productName) };
}

/**
 * Renders template and subject with a sample word: the library's first, or one of our own.
 *
 * @throws DomainError `template.syntax`
 */
export async function previewTemplate(
  { database, now, timezone, mergeFields, site }: TemplateDeps,
  input: TemplateInput,
): Promise<TemplatePreview> {
  checkTemplate(input, mergeFields);
  const [first] = await database
    .em()
    .find(Word, { removedAt: null }, { orderBy: { sortKey: 'asc', id: 'asc' }, limit: 1 });
  return renderEmail(input, first ?? sampleWord, { sendAt: now(), timezone, mergeFields, site });
}

/** Renders with the current template. */
export async function renderWithTemplate(deps: TemplateDeps, word: WordInput & LinkedWord, sendAt: Date) {
  const { template, subject } = await getTemplate(deps);
  const { timezone, mergeFields, site } = deps;
  const options = { sendAt, timezone, mergeFields, site };
  const rendered = renderEmail({ content: template, subject }, word, options);
  return { ...rendered, textKey: textKey({ template, subject }, word, site) };
}

/** The `textKey` that a word's email would have if it were rendered now. */
export async function currentTextKeys(deps: TemplateDeps): Promise<(word: WordInput) => string> {
  const template = await getTemplate(deps);
  return (word) => textKey(template, word, deps.site);
}

/** Equal for emails of the same text, whatever day they are sent on. */
function textKey({ template, subject }: TemplateView, word: WordInput, site: EmailSite): string {
  const parts = [template, subject, ...Object.values(wordTexts(word)), ...Object.values(site)];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
