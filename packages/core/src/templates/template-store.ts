import { defaultSubject } from '../contract/template-variables.ts';
import type { TemplateInput, TemplatePreview, TemplateView } from '../contract/templates.ts';
import type { WordInput } from '../contract/words.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { Word } from '../words/word.ts';
import { checkTemplate } from './compile-template.ts';
import { defaultTemplate } from './default-template.ts';
import { renderEmail } from './render-email.ts';
import { sampleWord } from './sample-word.ts';
import { Template } from './template.ts';

export interface TemplateDeps {
  database: OpenDatabase;
  now: () => Date;
  productName: string;
  timezone: string;
}

/** A word's email, ready for the provider. */
export type RenderWord = (
  word: WordInput,
  sendAt: Date,
) => Promise<{ subject: string; html: string; text: string }>;

/** The template in use: the last one saved, or the default. */
export async function getTemplate({
  database,
  productName,
}: Pick<TemplateDeps, 'database' | 'productName'>): Promise<TemplateView> {
  const [latest] = await database.em().find(Template, {}, { orderBy: { id: 'desc' }, limit: 1 });
  if (latest) return { template: latest.content, subject: latest.subject };
  return { template: defaultTemplate({ productName }), subject: defaultSubject(productName) };
}

/**
 * Saves a new version; earlier ones stay in the database.
 *
 * @throws DomainError `template.syntax` with the line, and then nothing is stored
 */
export async function saveTemplate(
  { database, now }: TemplateDeps,
  input: TemplateInput,
): Promise<TemplateView> {
  const { warnings } = checkTemplate(input);
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

export function defaultTemplateInput({ productName }: Pick<TemplateDeps, 'productName'>): TemplateInput {
  return { content: defaultTemplate({ productName }), subject: defaultSubject(productName) };
}

/**
 * Renders template and subject with a sample word: the library's first, or one of our own.
 *
 * @throws DomainError `template.syntax`
 */
export async function previewTemplate(
  { database, now, timezone }: TemplateDeps,
  input: TemplateInput,
): Promise<TemplatePreview> {
  checkTemplate(input);
  const [first] = await database
    .em()
    .find(Word, { removedAt: null }, { orderBy: { sortKey: 'asc', id: 'asc' }, limit: 1 });
  return renderEmail(input, first ?? sampleWord, { sendAt: now(), timezone });
}

/** Renders with the template in use at this moment. */
export async function renderWithTemplate(deps: TemplateDeps, word: WordInput, sendAt: Date) {
  const { template, subject } = await getTemplate(deps);
  return renderEmail({ content: template, subject }, word, { sendAt, timezone: deps.timezone });
}
