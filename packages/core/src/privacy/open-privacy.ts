import { type Actor, atCommandLine } from '../audit/actor.ts';
import type { AuditLog } from '../audit/open-audit.ts';
import type { PrivacyEdit, PrivacyInput, PrivacyPage, PrivacyView } from '../contract/privacy.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { keepFor } from '../keep-for.ts';
import { defaultPrivacyText, type PrivacyFacts } from './default-text.ts';
import { addText, readText } from './text-store.ts';

/** The text of the privacy page. */
export interface Privacy {
  /** The one in use: the last one saved, or the default. */
  get(): Promise<PrivacyView>;
  /** @throws DomainError `privacy.changed` if a text other than the one in `replaces` is in use */
  save(input: PrivacyEdit, actor?: Actor): Promise<PrivacyView>;
  /** Goes back to the default, as a new version. */
  reset(actor?: Actor): Promise<PrivacyView>;
  preview(input: PrivacyInput): Promise<PrivacyPage>;
  /**
   * The page, from memory: the same object until the text changes. A change by another process is visible within 10
   * seconds, a change by this process immediately.
   */
  page(): Promise<PrivacyPage>;
}

export interface PrivacyDeps extends PrivacyFacts {
  database: OpenDatabase;
  now: () => Date;
  /** The owner's own page, which replaces this one. */
  privacyUrl: string | undefined;
  audit: AuditLog;
}

const pageKeptMs = 10_000;

/** The Markdown parser is loaded by the first page. */
export function openPrivacy(deps: PrivacyDeps): Privacy {
  const { database, now, privacyUrl, audit } = deps;
  let rendered: { content: string; page: PrivacyPage } | undefined;

  async function get(): Promise<PrivacyView> {
    const own = await readText(database);
    return {
      content: own ?? defaultPrivacyText(deps),
      isDefault: own === null,
      url: privacyUrl ?? null,
    };
  }

  const page = keepFor(pageKeptMs, now, async () => {
    const { content } = await get();
    if (rendered?.content !== content) rendered = { content, page: await render(content) };
    return rendered.page;
  });

  async function store(content: string | null, actor: Actor, replaces?: string): Promise<PrivacyView> {
    await addText(deps, content, replaces);
    page.forget();
    await audit.record({
      action: 'privacy.save',
      actor,
      detail: content === null ? 'back to the default' : undefined,
    });
    return get();
  }

  return {
    get,
    save: ({ content, replaces }, actor = atCommandLine) => store(content, actor, replaces),
    reset: (actor = atCommandLine) => store(null, actor),
    preview: ({ content }) => render(content),
    page: page.get,
  };
}

async function render(content: string): Promise<PrivacyPage> {
  return (await import('./render-text.ts')).renderPrivacyText(content);
}
