import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/sql';
import {
  type Design,
  type DesignEdit,
  type DesignPreview,
  type DesignPreviewInput,
  type DesignView,
  defaultDesign,
  design as designSchema,
  type LogoView,
} from '../contract/design.ts';
import { defaultSubject } from '../contract/template-variables.ts';
import type {
  PreviewInput,
  TemplateEdit,
  TemplateInput,
  TemplatePreview,
  TemplateVersionView,
  TemplateView,
} from '../contract/templates.ts';
import { voiceOff } from '../contract/word-fields.ts';
import type { WordDraft, WordInput } from '../contract/words.ts';
import type { MergeFields } from '../mail/merge-fields.ts';
import type { Actor } from '../owner/audit.ts';
import { calendarDay } from '../platform/calendar.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { fields, literal, tables } from '../platform/database/query.ts';
import { holdTable } from '../platform/database/writes.ts';
import { DomainError, editConflict } from '../platform/errors.ts';
import { requireWord } from '../words/find-word.ts';
import { milestoneOn } from '../words/milestones.ts';
import { isRecorded } from '../words/recording.ts';
import { themeWeekAhead, themeWeekOn } from '../words/themes/theme-weeks.ts';
import { Word } from '../words/word.ts';
import type { EmailOfWord } from '../words/word-emails.ts';
import { designTemplate, lookOf, sampleWord } from './default-template.ts';
import { checkTemplate, inspectTemplate } from './lint/compile-template.ts';
import { shownSubject, storedSubject } from './name-in-subject.ts';
import type { TextKeyOf } from './older-emails.ts';
import { readRecalls, recallsKey, withKeys } from './recall.ts';
import {
  type EmailSite,
  type LinkedWord,
  type RenderedEmail,
  renderEmail,
  textKeys,
  welcomeTemplate,
} from './render-email.ts';
import { Logo, type Template } from './template.ts';
import {
  addVersion,
  type DesignedTemplate,
  latestVersion,
  type NewVersion,
  requireVersion,
} from './template-versions.ts';
import { renderWeeklyEmail, type WeekInWords } from './weekly-email.ts';

export interface TemplateDeps {
  database: OpenDatabase;
  now: () => Date;
  site: EmailSite;
  timezone: string;
  mergeFields: MergeFields;
  /** Whether emails ask about the words of three days and three weeks before. */
  recall?: boolean | undefined;
}

/** A word's email of a day, `YYYY-MM-DD`, ready for the provider; `textKey` changes with its text. */
export type RenderWord = (
  word: WordInput & LinkedWord,
  day: string,
) => Promise<{ subject: string; html: string; text: string; textKey?: string; recalls?: string }>;

/** @param welcome What the email says above the word, and its day, `YYYY-MM-DD`. */
export type RenderWelcome = (
  word: WordInput & LinkedWord,
  welcome: { day: string; welcome: string },
) => Promise<RenderedEmail>;

/** A word as a lesson: with its number, and what it says above the word. */
export type RenderLesson = (
  word: WordInput & LinkedWord,
  lesson: { day: string; title: string; position: number; count: number; note?: string | undefined },
) => Promise<RenderedEmail>;

/** The weekly email, in the design in use. */
export type RenderWeekly = (week: WeekInWords) => Promise<RenderedEmail>;

/** What emails are made of now. */
export interface TemplateInUse extends DesignedTemplate {
  /** Of the design. */
  logo: LogoView | undefined;
}

/** The template and the design in use: the last ones saved, or the built-in ones. */
export async function readInUse(
  deps: Pick<TemplateDeps, 'database' | 'site'>,
  em: EntityManager = deps.database.em(),
): Promise<TemplateInUse> {
  return completed(deps, em, await latestVersion(em));
}

/** A version as it looks now: what follows from a design is made again. */
async function completed(
  { site }: Pick<TemplateDeps, 'site'>,
  em: EntityManager,
  version: Template | undefined,
): Promise<TemplateInUse> {
  // Another version of the program may know other designs.
  const design = designSchema.safeParse(version?.design ?? {}).data ?? defaultDesign;
  const logo = await logoOf(em, design);
  const designed = designTemplate(design, logo);
  const { content = designed } = version ?? {};
  const subject = version
    ? shownSubject(version.subject, site.productName)
    : defaultSubject(site.productName);
  const isDesigned =
    !version || version.isDesigned || version.origin === 'default' || asEdited(content) === designed;
  return { content: isDesigned ? designed : content, subject, design, isDesigned, logo };
}

async function logoOf(em: EntityManager, { logo }: Design): Promise<LogoView | undefined> {
  if (logo === null) return undefined;
  const fields = ['key', 'width', 'height', 'ground'] as const;
  const found = await em.findOne(Logo, { key: logo }, { fields });
  return found
    ? { key: found.key, width: found.width, height: found.height, ground: found.ground }
    : undefined;
}

/** @throws DomainError `template.logo` */
async function requireLogo(em: EntityManager, design: Design): Promise<LogoView | undefined> {
  const logo = await logoOf(em, design);
  if (design.logo === null || logo) return logo;
  const message = 'This logo is no longer here: no design had it for a day. Upload it again.';
  throw new DomainError('template.logo', message, { fields: { logo: [message] } });
}

/** The template in use. */
export async function getTemplate(deps: Pick<TemplateDeps, 'database' | 'site'>): Promise<TemplateView> {
  const { content, subject } = await readInUse(deps);
  return { template: content, subject };
}

/** What to save, given what is in use. */
type Change = (inUse: TemplateInUse, em: EntityManager) => Promise<DesignedTemplate> | DesignedTemplate;

/** Adds a version; the last ten are kept. */
async function change(
  deps: TemplateDeps,
  { origin, actor }: Omit<NewVersion, 'next'>,
  work: Change,
): Promise<DesignedTemplate> {
  const { database, now, site } = deps;
  const { productName } = site;
  return database.em().transactional(async (em) => {
    await holdTable(database, em, 'templates');
    const latest = await latestVersion(em);
    const inUse = await completed(deps, em, latest);
    const next = await work(inUse, em);
    await addVersion(em, { next, origin, actor }, { inUse, isFirst: !latest, now: now(), productName });
    return next;
  });
}

/**
 * Saves a template that was written by hand. The design stays, for the pages.
 *
 * @throws DomainError `template.syntax` with the line, `template.changed`, and then nothing is stored
 */
export async function saveTemplate(
  deps: TemplateDeps,
  { replaces, ...input }: TemplateEdit,
  actor: Actor,
): Promise<TemplateView> {
  const { warnings } = checkTemplate(input, deps.mergeFields);
  const { productName } = deps.site;
  await change(deps, { origin: 'edit', actor }, ({ design, logo, ...inUse }) => {
    // The same text again, such as after a lost answer, replaces nothing.
    if (replaces && !sameText(inUse, replaces, productName) && !sameText(inUse, input, productName))
      throw editConflict('template.changed');
    return { ...input, design, isDesigned: asEdited(input.content) === designTemplate(design, logo) };
  });
  return {
    template: input.content,
    subject: input.subject,
    ...(warnings.length > 0 && { warnings }),
  };
}

function sameText(a: TemplateInput, b: TemplateInput, productName: string): boolean {
  const isSameSubject = storedSubject(a.subject, productName) === storedSubject(b.subject, productName);
  return isSameSubject && asEdited(a.content) === asEdited(b.content);
}

/** As a text area holds it: its line breaks are `\n`. */
function asEdited(content: string): string {
  return content.replace(/\r\n?/g, '\n');
}

/**
 * Changes the design. The template follows, unless it was written by hand.
 *
 * @throws DomainError `template.changed`, `template.logo`, and then nothing is stored
 */
export async function saveDesign(
  deps: TemplateDeps,
  { design, replaces, replacesHtml }: DesignEdit,
  actor: Actor,
): Promise<DesignView> {
  let logo: LogoView | undefined;
  const { isDesigned } = await change(deps, { origin: 'design', actor }, async (inUse, em) => {
    const isInUse = (known: Design) => isDeepStrictEqual(known, inUse.design);
    if (replaces && !isInUse(replaces) && !isInUse(design)) throw editConflict('template.changed');
    logo = await requireLogo(em, design);
    if (logo) await em.nativeUpdate(Logo, { key: logo.key }, { isUsed: true });
    const followsDesign = inUse.isDesigned || replacesHtml;
    const content = followsDesign ? designTemplate(design, logo) : inUse.content;
    return { content, subject: inUse.subject, design, isDesigned: followsDesign };
  });
  return { design, logo: logo ?? null, isOwnHtml: !isDesigned };
}

/** Goes back to the template of the design, and to the built-in subject. */
export async function resetTemplate(deps: TemplateDeps, actor: Actor): Promise<TemplateView> {
  const { content: template, subject } = await change(
    deps,
    { origin: 'default', actor },
    async ({ design, logo }) => ({
      ...builtIn(deps, design, logo),
      design,
      isDesigned: true,
    }),
  );
  return { template, subject };
}

function builtIn({ site }: Pick<TemplateDeps, 'site'>, design: Design, logo: LogoView | undefined) {
  return { content: designTemplate(design, logo), subject: defaultSubject(site.productName) };
}

/** What `resetTemplate` would store. */
export async function builtInTemplate(deps: TemplateDeps): Promise<TemplateInput> {
  const { design, logo } = await readInUse(deps);
  return builtIn(deps, design, logo);
}

/** @throws DomainError `template.not_found`, `template.syntax` */
export async function restoreVersion(deps: TemplateDeps, id: number, actor: Actor): Promise<TemplateView> {
  const { content: template, subject } = await change(
    deps,
    { origin: 'restore', actor },
    async (_inUse, em) => {
      const { logo: _logo, ...version } = await completed(deps, em, await requireVersion(em, id));
      checkTemplate(version, deps.mergeFields);
      return version;
    },
  );
  return { template, subject };
}

/** A version as restoring it would make it. @throws DomainError `template.not_found` */
export async function getVersion(deps: TemplateDeps, id: number): Promise<TemplateVersionView> {
  const em = deps.database.em();
  const version = await requireVersion(em, id);
  const { content: template, subject } = await completed(deps, em, version);
  const { createdAt, origin, account = null, via = null } = version;
  return {
    id,
    createdAt: createdAt.toISOString(),
    subject,
    characters: template.length,
    origin,
    account,
    via,
    template,
  };
}

/**
 * The email in a design that was not saved, with the subject in use.
 *
 * @throws DomainError `word.not_found`, `template.logo`
 */
export async function previewDesign(
  deps: TemplateDeps,
  { design: given, wordId }: Pick<DesignPreviewInput, 'design' | 'wordId'>,
): Promise<DesignPreview> {
  const em = deps.database.em();
  const design = designSchema.parse(given);
  const { subject } = await readInUse(deps, em);
  const logo = await requireLogo(em, design);
  const template = { content: designTemplate(design, logo), subject };
  const word = await sampleOf(deps, wordId);
  const rendered = await renderFor(deps, template, word, design.language);
  return { ...rendered, word: word.word, logo: logo ?? null, template };
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
 * The email of a word as it would go out now.
 *
 * @throws DomainError `template.syntax`, `word.not_found`
 */
export async function renderSample(
  deps: TemplateDeps,
  input: TemplateInput,
  wordId?: number,
): Promise<RenderedEmail> {
  const { design } = await readInUse(deps);
  return renderFor(deps, input, await sampleOf(deps, wordId), design.language);
}

/**
 * The given word, or that of the next email, or the library's first, or a built-in one.
 *
 * @throws DomainError `word.not_found`
 */
async function sampleOf({ database, now }: TemplateDeps, wordId?: number): Promise<WordDraft & LinkedWord> {
  const em = database.em();
  if (wordId !== undefined) return requireWord(em, wordId);
  const [next] = await database.read(waiting.where('scheduled_date', '>', now()));
  if (next) return requireWord(em, next.wordId);
  const inOrder = { orderBy: { sortKey: 'asc', id: 'asc' }, limit: 1 } as const;
  return (await em.find(Word, { removedAt: null }, inOrder))[0] ?? sampleWord;
}

const waiting = tables<{ scheduled_emails: EmailOfWord }>()
  .selectFrom('scheduled_emails')
  .select(fields('scheduled_emails', ['wordId']))
  .where('status', 'in', [literal('pending'), literal('scheduled')])
  .orderBy('scheduled_date')
  .limit(1);

async function renderFor(
  { database, now, timezone, mergeFields, site, recall }: TemplateDeps,
  input: TemplateInput,
  word: WordDraft & LinkedWord,
  language: string,
): Promise<RenderedEmail> {
  const week = await themeWeekAhead({ database }, word);
  const day = calendarDay(now(), timezone);
  // Without storing anything: the links of a preview open no word.
  const recalls = recall ? await readRecalls(database, { day, word: word.word }, now()) : undefined;
  return renderEmail(input, await withSound({ database }, word), {
    day,
    mergeFields,
    site,
    language,
    week,
    recalls,
  });
}

/** A word that is being written, with the current template and the date of today. */
export async function renderDraft(deps: TemplateDeps, word: WordInput): Promise<RenderedEmail> {
  const inUse = await readInUse(deps);
  return renderFor(deps, inUse, word, inUse.design.language);
}

/** Only where it decides whether the email says that the word can be heard. */
async function withSound<Word extends WordDraft>(
  { database }: Pick<TemplateDeps, 'database'>,
  word: Word,
): Promise<Word & { isRecorded?: boolean }> {
  return word.voice === voiceOff ? { ...word, isRecorded: await isRecorded(database, word.word) } : word;
}

/** Renders with the current template. @param day The day of the email, `YYYY-MM-DD`. */
export async function renderWithTemplate(deps: TemplateDeps, word: WordInput & LinkedWord, day: string) {
  const inUse = await readInUse(deps);
  const { mergeFields, site } = deps;
  const { language } = inUse.design;
  const week = await themeWeekOn(deps, word, day);
  const recalls = deps.recall
    ? await withKeys(deps.database, await readRecalls(deps.database, { day, word: word.word }, deps.now()))
    : [];
  const heard = await withSound(deps, word);
  const milestone = await milestoneOn(deps.database, day);
  const options = { day, mergeFields, site, language, week, recalls, milestone };
  const rendered = renderEmail(inUse, heard, options);
  const textKey = textKeys(inUse, site, language)(heard, week, milestone);
  return { ...rendered, textKey, recalls: recallsKey(recalls) };
}

/** A word as the welcome email, from the template in use. @param welcome What it says above the word. */
export async function renderWelcome(
  deps: TemplateDeps,
  word: WordInput & LinkedWord,
  { day, welcome }: { day: string; welcome: string },
): Promise<RenderedEmail> {
  const inUse = await readInUse(deps);
  const { mergeFields, site } = deps;
  const { language } = inUse.design;
  return renderEmail(welcomeTemplate(inUse), await withSound(deps, word), {
    day,
    mergeFields,
    site,
    language,
    welcome,
  });
}

/** A word as a lesson of a course: in the place of a theme week, its number, and what the last one says. */
export async function renderLesson(
  deps: TemplateDeps,
  word: WordInput & LinkedWord,
  { day, note = '', ...place }: Parameters<RenderLesson>[1],
): Promise<RenderedEmail> {
  const inUse = await readInUse(deps);
  const { mergeFields, site } = deps;
  // The pages of words show only what was sent to everyone.
  const ofCourse = { ...site, hasArchive: false };
  const { language } = inUse.design;
  const week = { ...place, introduction: note, note };
  return renderEmail(inUse, word, { day, mergeFields, site: ofCourse, language, week });
}

/** The weekly email: like the landing page, it follows the design even if the template was written by hand. */
export async function renderWeekly(deps: TemplateDeps, week: WeekInWords): Promise<RenderedEmail> {
  const { design, logo } = await readInUse(deps);
  return renderWeeklyEmail(lookOf(design, logo), week, deps);
}

/** The `textKey` that a word's email would have if it were rendered now. */
export async function currentTextKeys(deps: TemplateDeps): Promise<TextKeyOf> {
  const inUse = await readInUse(deps);
  return textKeys(inUse, deps.site, inUse.design.language);
}
