import { type Actor, atCommandLine } from '../audit/actor.ts';
import type { AuditLog } from '../audit/open-audit.ts';
import type { TemplateInput, TemplatePreview, TemplateView } from '../contract/templates.ts';
import type { RenderWord, TemplateDeps } from './template-store.ts';

/** The template of the daily email: its HTML and its subject. */
export interface Templates {
  /** The one in use: the last one saved, or the default. */
  get(): Promise<TemplateView>;
  /** @throws DomainError `template.syntax`, and then nothing is stored */
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
}

/** The template engine is loaded by the first call. */
export function openTemplates({ audit, ...deps }: TemplateDeps & { audit: AuditLog }): Templates {
  async function saved(actor: Actor, saving: Promise<TemplateView>, detail?: string): Promise<TemplateView> {
    const view = await saving;
    await audit.record({ action: 'template.save', actor, detail });
    return view;
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
    render: async (word, sendAt) => (await store()).renderWithTemplate(deps, word, sendAt),
  };
}
