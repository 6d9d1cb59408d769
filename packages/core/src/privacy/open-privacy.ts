import type { PrivacyInput, PrivacyPage, PrivacyView } from '../contract/privacy.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { keepFor } from '../keep-for.ts';
import { defaultPrivacyText, type PrivacyFacts } from './default-text.ts';
import { PrivacyText } from './privacy-text.ts';

/** The text of the privacy page. */
export interface Privacy {
  /** The one in use: the last one saved, or the default. */
  get(): Promise<PrivacyView>;
  save(input: PrivacyInput): Promise<PrivacyView>;
  /** Goes back to the default, as a new version. */
  reset(): Promise<PrivacyView>;
  preview(input: PrivacyInput): Promise<PrivacyPage>;
  /**
   * The page, from memory: the same object until the text changes. A change by another process shows within
   * 10 seconds, one by this process immediately.
   */
  page(): Promise<PrivacyPage>;
}

export interface PrivacyDeps extends PrivacyFacts {
  database: OpenDatabase;
  now: () => Date;
  /** A page of the owner's that takes the place of this one. */
  privacyUrl: string | undefined;
}

const pageKeptMs = 10_000;

/** The Markdown parser is loaded by the first page. */
export function openPrivacy(deps: PrivacyDeps): Privacy {
  const { database, now, privacyUrl } = deps;
  let rendered: { content: string; page: PrivacyPage } | undefined;

  async function get(): Promise<PrivacyView> {
    const sql = 'select content from privacy_texts order by id desc limit 1';
    const [latest] = await database.read<{ content: string | null }>(sql);
    const own = latest?.content ?? undefined;
    return {
      content: own ?? defaultPrivacyText(deps),
      isDefault: own === undefined,
      url: privacyUrl ?? null,
    };
  }

  const page = keepFor(pageKeptMs, now, async () => {
    const { content } = await get();
    if (rendered?.content !== content) rendered = { content, page: await render(content) };
    return rendered.page;
  });

  async function store(content: string | null): Promise<PrivacyView> {
    await database.em().insert(PrivacyText, { content, createdAt: now() });
    page.forget();
    return get();
  }

  return {
    get,
    save: ({ content }) => store(content),
    reset: () => store(null),
    preview: ({ content }) => render(content),
    page: page.get,
  };
}

async function render(content: string): Promise<PrivacyPage> {
  return (await import('./render-text.ts')).renderPrivacyText(content);
}
