import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type {
  DesignEdit,
  DesignPreview,
  DesignPreviewInput,
  DesignSaved,
  DesignView,
  LogoView,
} from '../contract/design.ts';
import { defaultPort, defaultProductName } from '../contract/limits.ts';
import type { OlderEmail } from '../contract/older-email.ts';
import type { OlderQuery } from '../contract/schedule.ts';
import type {
  PreviewInput,
  TemplateEdit,
  TemplateInput,
  TemplatePreview,
  TemplateVersion,
  TemplateVersionView,
  TemplateView,
  TestEmailAnswer,
  TestEmailInput,
} from '../contract/templates.ts';
import type { WordInput } from '../contract/words.ts';
import { type Actor, type AuditLog, atCommandLine } from '../owner/audit.ts';
import { cacheFor } from '../platform/cache.ts';
import { databaseFailure } from '../platform/database/database-failure.ts';
import type { Config } from '../platform/settings/config.ts';
import { isLoopback } from '../platform/settings/types.ts';
import { emailsToFollow, olderEmails, type TextKeyOf } from './older-emails.ts';
import type { EmailSite, RenderedEmail } from './render-email.ts';
import type { TestEmailDeps, TestEmailRoute } from './send-test-email.ts';
import type {
  RenderLesson,
  RenderWeekly,
  RenderWelcome,
  RenderWord,
  TemplateDeps,
} from './template-store.ts';

/** The template of the daily email: its HTML and its subject. */
export interface Templates {
  /** The one in use: the last one saved, or the default. */
  get(): Promise<TemplateView>;
  /**
   * The answer lists the emails waiting with the old text. @throws DomainError `template.syntax`, `template.changed` if
   * a template other than the one in `replaces` is in use, and then nothing is stored
   */
  save(input: TemplateEdit, actor?: Actor): Promise<TemplateView>;
  /** Goes back to the template of the design and the built-in subject, as a new version. */
  reset(actor?: Actor): Promise<TemplateView>;
  /** The one in use and those before it, newest first; ten are kept. */
  versions(): Promise<TemplateVersion[]>;
  /** @throws DomainError `template.not_found` */
  version(id: number): Promise<TemplateVersionView>;
  /** Restores an earlier version, as a new version. @throws DomainError `template.not_found`, `template.syntax` */
  restore(id: number, actor?: Actor): Promise<TemplateView>;
  /** What `reset` would go back to. */
  default(): Promise<TemplateInput>;
  /**
   * Warnings about what works but is probably a mistake.
   *
   * @throws DomainError `template.syntax`
   */
  check(input: TemplateInput): Promise<string[]>;
  /**
   * Renders a template with a word, and returns the warnings of `check`.
   *
   * @throws DomainError `template.syntax`, `word.not_found`
   */
  preview(input: PreviewInput): Promise<TemplatePreview>;
  /**
   * Sends one email to one address; see `sendTestEmail`.
   *
   * @param through Another way to send than the configured one, to try it.
   */
  sendTest(input: TestEmailInput, actor?: Actor, through?: TestEmailRoute): Promise<TestEmailAnswer>;
  /** How emails and public pages look. */
  design(): Promise<DesignView>;
  /**
   * The answer lists the emails waiting with the old look. @throws DomainError `template.changed`, `template.logo`, and
   * then nothing is stored
   */
  saveDesign(edit: DesignEdit, actor?: Actor): Promise<DesignSaved>;
  /** The email in a design that was not saved. @throws DomainError `word.not_found`, `template.logo` */
  previewDesign(input: DesignPreviewInput): Promise<DesignPreview>;
  /** Stores a picture, which a design may then have as its logo. @throws DomainError `template.logo`, `request.too_large` */
  addLogo(file: Uint8Array): Promise<LogoView>;
  /** A logo as a PNG. */
  logo(key: string): Promise<Buffer | undefined>;
  /**
   * The design, from memory: the same object until it is read again. A change by another process is visible within 10
   * seconds, a change by this process immediately. While the database does not answer, it is the last known one.
   */
  look(): Promise<DesignView>;
  /** A word's email, from the template in use. */
  render: RenderWord;
  /** The email of a word that is not stored, as it would go out today. */
  renderDraft(word: WordInput): Promise<RenderedEmail>;
  /** A word as the welcome email. */
  renderWelcome: RenderWelcome;
  /** The weekly email. */
  renderWeekly: RenderWeekly;
  /** A word as a lesson of a course. */
  renderLesson: RenderLesson;
  /** The key that `render` would return for a word's text now. */
  textKeys(): Promise<TextKeyOf>;
  /**
   * Waiting emails with an older text than their word and the template have now, next one first.
   *
   * @param site Of settings that were just stored, which count once everything is opened again.
   */
  older(query?: OlderQuery, site?: EmailSite): Promise<OlderEmail[]>;
  /** Those of them that passes render again without being asked: see `emailsToFollow`. */
  toFollow(): Promise<OlderEmail[]>;
}

/** What emails show of the settings. */
export function siteOf({
  productName,
  publicUrl,
  archive,
}: Pick<Config, 'productName' | 'publicUrl' | 'archive'>): EmailSite {
  return { productName, publicUrl, hasArchive: archive };
}

export interface OpenTemplatesDeps extends TemplateDeps {
  audit: AuditLog;
  test: Omit<TestEmailDeps, 'audit'>;
}

const lookCacheMs = 10_000;
/** Pages that need no database do not wait for it longer. */
const lookPatienceMs = 1000;

function lastKnown(read: () => Promise<DesignView>): () => Promise<DesignView> {
  let last: DesignView | undefined;
  /** What `last` came from. */
  let answered: Promise<DesignView> | undefined;
  return async () => {
    const reading = read();
    // Every page asks: a timer for each would take longer than the page.
    if (last && reading === answered) return last;
    const done = new AbortController();
    const late = wait(lookPatienceMs, undefined, { signal: done.signal, ref: false }).catch(() => undefined);
    try {
      const view = await Promise.race([reading, late]);
      if (view) answered = reading;
      if (view && !isDeepStrictEqual(view, last)) last = view;
    } catch (error) {
      if (!databaseFailure(error)) throw error;
    } finally {
      done.abort();
    }
    if (!last) {
      const { defaultDesign: design } = await import('../contract/design.ts');
      last = { design, logo: null, isOwnHtml: false };
    }
    return last;
  };
}

/** The template engine is loaded by the first call. */
export function openTemplates({ audit, test, ...deps }: OpenTemplatesDeps): Templates {
  const store = () => import('./template-store.ts');
  const versions = () => import('./template-versions.ts');
  const logos = () => import('./logo.ts');
  const textKeysFor = async (site: EmailSite) => (await store()).currentTextKeys({ ...deps, site });
  const textKeys = () => textKeysFor(deps.site);
  async function keysBefore(): Promise<TextKeyOf[]> {
    if (isLoopback(deps.site.publicUrl)) return [];
    // Keys are the same for any port.
    const publicUrl = `http://localhost:${defaultPort}`;
    // The name is often set together with it.
    const productNames = new Set([deps.site.productName, defaultProductName]);
    return Promise.all(
      [...productNames].map((productName) => textKeysFor({ ...deps.site, publicUrl, productName })),
    );
  }
  const look = cacheFor(lookCacheMs, deps.now, design);
  async function design(): Promise<DesignView> {
    const { design, logo = null, isDesigned } = await (await store()).readInUse(deps);
    return { design, logo, isOwnHtml: !isDesigned };
  }
  async function saved<View>(view: Promise<View>, actor: Actor, detail?: string) {
    const stored = await view;
    look.forget();
    await audit.record({ action: 'template.save', actor, detail });
    const older = await olderEmails({ database: deps.database, textKeys });
    return { ...stored, ...(older.length > 0 && { olderEmails: older }) };
  }
  return {
    get: async () => (await store()).getTemplate(deps),
    save: async (edit, actor = atCommandLine) =>
      saved((await store()).saveTemplate(deps, edit, actor), actor),
    reset: async (actor = atCommandLine) =>
      saved((await store()).resetTemplate(deps, actor), actor, 'back to the default'),
    versions: async () => (await versions()).listVersions(deps),
    version: async (id) => (await store()).getVersion(deps, id),
    restore: async (id, actor = atCommandLine) =>
      saved((await store()).restoreVersion(deps, id, actor), actor, `version ${id} restored`),
    default: async () => (await store()).builtInTemplate(deps),
    design,
    saveDesign: async (edit, actor = atCommandLine) =>
      saved((await store()).saveDesign(deps, edit, actor), actor, 'design'),
    previewDesign: async (input) => (await store()).previewDesign(deps, input),
    addLogo: async (file) => (await logos()).storeLogo(deps, file),
    logo: async (key) => (await logos()).readLogo(deps, key),
    look: lastKnown(look.get),
    check: async (input) =>
      (await import('./lint/compile-template.ts')).checkTemplate(input, deps.mergeFields).warnings,
    preview: async (input) => (await store()).previewTemplate(deps, input),
    sendTest: async (input, actor, through) =>
      (await import('./send-test-email.ts')).sendTestEmail(
        { ...deps, ...test, audit, ...through },
        input,
        actor,
      ),
    textKeys,
    older: (query, site = deps.site) =>
      olderEmails({ database: deps.database, textKeys: () => textKeysFor(site) }, query),
    toFollow: () => emailsToFollow({ database: deps.database, textKeys, keysBefore }),
    renderDraft: async (word) => (await store()).renderDraft(deps, word),
    render: async (word, day) => (await store()).renderWithTemplate(deps, word, day),
    renderWelcome: async (word, welcome) => (await store()).renderWelcome(deps, word, welcome),
    renderWeekly: async (week) => (await store()).renderWeekly(deps, week),
    renderLesson: async (word, lesson) => (await store()).renderLesson(deps, word, lesson),
  };
}
