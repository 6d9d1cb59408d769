import { createHash } from 'node:crypto';
import { defaultSubject } from '../contract/template-variables.ts';
import type { PreviewInput, TemplateInput, TemplatePreview, TemplateView } from '../contract/templates.ts';
import { type WordInput, wordTexts } from '../contract/words.ts';
import { holdTable } from '../database/hold-table.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import type { MergeFields } from '../mail/merge-fields.ts';
import { requireWord } from '../words/find-word.ts';
import { Word } from '../words/word.ts';
import { checkTemplate, inspectTemplate } from './compile-template.ts';
import { defaultTemplate } from './default-template.ts';
import { type RenderedEmail, renderEmail } from './render-email.ts';
import { sampleWord } from './sample-word.ts';
import type { EmailSite, LinkedWord } from './site-values.ts';
import { Template } from './template.ts';
import { addVersion, type NewVersion } from './template-versions.ts';

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
  return renderEmail(input, word, { sendAt: now(), timezone, mergeFields, site });
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

/** Equal for emails with the same text, regardless of the day they are sent. */
function textKey({ template, subject }: TemplateView, word: WordInput, site: EmailSite): string {
  const parts = [template, subject, ...Object.values(wordTexts(word)), ...Object.values(site)];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
