import { type Actor, atCommandLine } from '../audit/actor.ts';
import type { AuditLog } from '../audit/open-audit.ts';
import type { OlderEmail } from '../contract/older-email.ts';
import type { TemplateInput, TemplatePreview, TemplateView } from '../contract/templates.ts';
import type { WordInput } from '../contract/words.ts';
import type { RenderWord, TemplateDeps } from './template-store.ts';

/** The template of the daily email: its HTML and its subject. */
export interface Templates {
  /** The one in use: the last one saved, or the default. */
  get(): Promise<TemplateView>;
  /** The answer names the emails that wait with the former text. @throws DomainError `template.syntax`, and then nothing is stored */
  save(input: TemplateInput, actor?: Actor): Promise<TemplateView>;
  /** Goes back to the default, as a new version. */
  reset(actor?: Actor): Promise<TemplateView>;
  /** The template of a new installation. */
  default(): Promise<TemplateInput>;
  /**
   * Warnings about what works but is probably a mistake.
   *
   * @throws DomainError `template.syntax`
   */
  check(input: TemplateInput): Promise<string[]>;
  /**
   * Renders a template with a sample word.
   *
   * @throws DomainError `template.syntax`
   */
  preview(input: TemplateInput): Promise<TemplatePreview>;
  /** A word's email, from the template in use. */
  render: RenderWord;
  /** What `render` would give as the key of a word's text now. */
  textKeys(): Promise<(word: WordInput) => string>;
}

export interface OpenTemplatesDeps extends TemplateDeps {
  audit: AuditLog;
  /** The emails that wait with a former text. */
  olderEmails: () => Promise<OlderEmail[]>;
}

/** The template engine is loaded by the first call. */
export function openTemplates({ audit, olderEmails, ...deps }: OpenTemplatesDeps): Templates {
  async function saved(actor: Actor, saving: Promise<TemplateView>, detail?: string): Promise<TemplateView> {
    const view = await saving;
    await audit.record({ action: 'template.save', actor, detail });
    const older = await olderEmails();
    return { ...view, ...(older.length > 0 && { olderEmails: older }) };
  }
  const store = () => import('./template-store.ts');
  return {
    get: async () => (await store()).getTemplate(deps),
    save: async (input, actor = atCommandLine) => saved(actor, (await store()).saveTemplate(deps, input)),
    reset: async (actor = atCommandLine) =>
      saved(actor, (await store()).resetTemplate(deps), 'back to the default'),
    default: async () => (await store()).defaultTemplateInput(deps),
    check: async (input) =>
      (await import('./compile-template.ts')).checkTemplate(input, deps.mergeFields).warnings,
    preview: async (input) => (await store()).previewTemplate(deps, input),
    textKeys: async () => (await store()).currentTextKeys(deps),
    render: async (word, sendAt) => (await store()).renderWithTemplate(deps, word, sendAt),
  };
}
