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
import { olderEmails } from './older-emails.ts';
import type { TestEmailDeps, TestEmailRoute } from './send-test-email.ts';
import type { RenderWord, TemplateDeps } from './template-store.ts';
import type { NewVersion } from './template-versions.ts';

/** The template of the daily email: its HTML and its subject. */
export interface Templates {
  /** The one in use: the last one saved, or the default. */
  get(): Promise<TemplateView>;
  /**
   * The answer lists the emails waiting with the old text. @throws DomainError `template.syntax`, `template.changed` if
   * a template other than the one in `replaces` is in use, and then nothing is stored
   */
  save(input: TemplateEdit, actor?: Actor): Promise<TemplateView>;
  /** Goes back to the default, as a new version. */
  reset(actor?: Actor): Promise<TemplateView>;
  /** The one in use and those before it, newest first; ten are kept. */
  versions(): Promise<TemplateVersion[]>;
  /** @throws DomainError `template.not_found` */
  version(id: number): Promise<TemplateVersionView>;
  /** Restores an earlier version, as a new version. @throws DomainError `template.not_found`, `template.syntax` */
  restore(id: number, actor?: Actor): Promise<TemplateView>;
  /** The template of a new installation. */
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
  /** A word's email, from the template in use. */
  render: RenderWord;
  /** The key that `render` would return for a word's text now. */
  textKeys(): Promise<(word: WordInput) => string>;
  /** Waiting emails with an older text than their word and the template have now, next one first. */
  older(query?: OlderQuery): Promise<OlderEmail[]>;
}

export interface OpenTemplatesDeps extends TemplateDeps {
  audit: AuditLog;
  test: Omit<TestEmailDeps, 'audit'>;
}

/** The template engine is loaded by the first call. */
export function openTemplates({ audit, test, ...deps }: OpenTemplatesDeps): Templates {
  const store = () => import('./template-store.ts');
  const versions = () => import('./template-versions.ts');
  const textKeys = async () => (await store()).currentTextKeys(deps);
  async function save(version: NewVersion, detail?: string): Promise<TemplateView> {
    const view = await (await store()).saveTemplate(deps, version);
    await audit.record({ action: 'template.save', actor: version.actor, detail });
    const older = await olderEmails({ database: deps.database, textKeys });
    return { ...view, ...(older.length > 0 && { olderEmails: older }) };
  }
  return {
    get: async () => (await store()).getTemplate(deps),
    save: ({ replaces, ...input }, actor = atCommandLine) => save({ input, replaces, origin: 'edit', actor }),
    async reset(actor = atCommandLine) {
      const input = (await store()).defaultTemplateInput(deps);
      return save({ input, origin: 'default', actor }, 'back to the default');
    },
    versions: async () => (await versions()).listVersions(deps),
    version: async (id) => (await versions()).getVersion(deps, id),
    async restore(id, actor = atCommandLine) {
      const { template: content, subject } = await (await versions()).getVersion(deps, id);
      return save({ input: { content, subject }, origin: 'restore', actor }, `version ${id} restored`);
    },
    default: async () => (await store()).defaultTemplateInput(deps),
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
    older: (query) => olderEmails({ database: deps.database, textKeys }, query),
    render: async (word, day) => (await store()).renderWithTemplate(deps, word, day),
  };
}
