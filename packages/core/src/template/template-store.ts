import { defaultSubject } from '../contract/template-variables.ts';
import type { PreviewInput, TemplateInput, TemplatePreview, TemplateView } from '../contract/templates.ts';
import type { WordInput } from '../contract/words.ts';
import type { MergeFields } from '../mail/merge-fields.ts';
import { calendarDay } from '../platform/calendar.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { holdTable } from '../platform/database/writes.ts';
import { requireWord } from '../words/find-word.ts';
import { Word } from '../words/word.ts';
import { defaultTemplate, sampleWord } from './default-template.ts';
import { checkTemplate, inspectTemplate } from './lint/compile-template.ts';
import {
  type EmailSite,
  type LinkedWord,
  type RenderedEmail,
  renderEmail,
  textKeys,
} from './render-email.ts';
import { Template } from './template.ts';
import { addVersion, type NewVersion } from './template-versions.ts';

export interface TemplateDeps {
  database: OpenDatabase;
  now: () => Date;
  site: EmailSite;
  timezone: string;
  mergeFields: MergeFields;
}

/** A word's email of a day, `YYYY-MM-DD`, ready for the provider; `textKey` changes with its text. */
export type RenderWord = (
  word: WordInput & LinkedWord,
  day: string,
) => Promise<{ subject: string; html: string; text: string; textKey?: string }>;

/** The template in use: the last one saved, or the default. */
export async function getTemplate(deps: Pick<TemplateDeps, 'database' | 'site'>): Promise<TemplateView> {
  const [latest] = await deps.database.em().find(Template, {}, { orderBy: { id: 'desc' }, limit: 1 });
  const { content, subject } = latest ?? defaultTemplateInput(deps);
  return { template: content, subject };
}

/**
 * Saves a new version; the last ten are kept.
 *
 * @throws DomainError `template.syntax` with the line, `template.changed`, and then nothing is stored
 */
export async function saveTemplate(deps: TemplateDeps, version: NewVersion): Promise<TemplateView> {
  const { database, now, mergeFields } = deps;
  const { input } = version;
  const { warnings } = checkTemplate(input, mergeFields);
  const builtIn = defaultTemplateInput(deps);
  await database.em().transactional(async (em) => {
    if (version.replaces) await holdTable(database, em, 'templates');
    await addVersion(em, version, { builtIn, now: now() });
  });
  return {
    template: input.content,
    subject: input.subject,
    ...(warnings.length > 0 && { warnings }),
  };
}

export function defaultTemplateInput({ site }: Pick<TemplateDeps, 'site'>): TemplateInput {
  return { content: defaultTemplate, subject: defaultSubject(site.productName) };
}

/**
 * Renders template and subject with a word, and returns the warnings of a save.
 *
 * @throws DomainError `template.syntax`, `word.not_found`
 */
export async function previewTemplate(
  deps: TemplateDeps,
  { wordId, ...input }: PreviewInput,
): Promise<TemplatePreview> {
  const { warnings, unknownVariables } = inspectTemplate(input, deps.mergeFields);
  return {
    ...(await renderSample(deps, input, wordId)),
    ...(warnings.length > 0 && { warnings }),
    ...(unknownVariables.length > 0 && { unknownVariables }),
  };
}

/**
 * The email of a word as it would go out now. Without a given word, it uses the library's first, or a built-in one.
 *
 * @throws DomainError `template.syntax`, `word.not_found`
 */
export async function renderSample(
  { database, now, timezone, mergeFields, site }: TemplateDeps,
  input: TemplateInput,
  wordId?: number,
): Promise<RenderedEmail> {
  const em = database.em();
  const inOrder = { orderBy: { sortKey: 'asc', id: 'asc' }, limit: 1 } as const;
  const word =
    wordId === undefined
      ? ((await em.find(Word, { removedAt: null }, inOrder))[0] ?? sampleWord)
      : await requireWord(em, wordId);
  return renderEmail(input, word, { day: calendarDay(now(), timezone), mergeFields, site });
}

/** Renders with the current template. @param day The day of the email, `YYYY-MM-DD`. */
export async function renderWithTemplate(deps: TemplateDeps, word: WordInput & LinkedWord, day: string) {
  const { template, subject } = await getTemplate(deps);
  const { mergeFields, site } = deps;
  const options = { day, mergeFields, site };
  const rendered = renderEmail({ content: template, subject }, word, options);
  return { ...rendered, textKey: textKeys({ content: template, subject }, site)(word) };
}

/** The `textKey` that a word's email would have if it were rendered now. */
export async function currentTextKeys(deps: TemplateDeps): Promise<(word: WordInput) => string> {
  const { template, subject } = await getTemplate(deps);
  return textKeys({ content: template, subject }, deps.site);
}
