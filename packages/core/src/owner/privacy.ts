import { createHash } from 'node:crypto';
import { defineEntity, p, QueryOrder } from '@mikro-orm/core';
import type { PrivacyEdit, PrivacyInput, PrivacyPage, PrivacyView } from '../contract/privacy.ts';
import { cacheFor } from '../platform/cache.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { holdTable } from '../platform/database/writes.ts';
import { editConflict } from '../platform/errors.ts';
import { type Actor, type AuditLog, atCommandLine } from './audit.ts';
import { defaultPrivacyText, type PrivacyFacts } from './default-privacy-text.ts';

/** The text of the privacy page at a time. */
export interface PrivacyVersion {
  /** The same for the same text. */
  version: string;
  /** As Markdown. */
  text: string;
}

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
  /** What visitors are shown, from memory like the page; for the owner's own page, where it is. */
  version(): Promise<PrivacyVersion>;
}

export interface PrivacyDeps extends PrivacyFacts {
  database: OpenDatabase;
  now: () => Date;
  /** The owner's own page, which replaces this one. */
  privacyUrl: string | undefined;
  audit: AuditLog;
}

const pageCacheMs = 10_000;

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

  const page = cacheFor(pageCacheMs, now, async () => {
    const { content } = await get();
    if (rendered?.content !== content) rendered = { content, page: await renderPrivacyText(content) };
    return rendered.page;
  });

  const version = cacheFor(pageCacheMs, now, async () => {
    const text = privacyUrl ?? (await get()).content;
    return { version: createHash('sha256').update(text).digest('hex').slice(0, 16), text };
  });

  async function store(content: string | null, actor: Actor, replaces?: string): Promise<PrivacyView> {
    await addText(deps, content, replaces);
    page.forget();
    version.forget();
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
    preview: ({ content }) => renderPrivacyText(content),
    page: page.get,
    version: version.get,
  };
}

interface TextDeps extends PrivacyFacts {
  database: OpenDatabase;
  now: () => Date;
}

/** The text in use; `null` means the default. */
async function readText({ em }: Pick<OpenDatabase, 'em'>): Promise<string | null> {
  const [latest] = await em().find(PrivacyText, {}, { orderBy: { id: QueryOrder.DESC }, limit: 1 });
  return latest?.content ?? null;
}

/**
 * Stores a text, which is in use from that point.
 *
 * @param replaces The text that was edited; if left out, any text is replaced.
 * @throws DomainError `privacy.changed` if another text is in use, and then nothing is stored
 */
async function addText(
  { database, now, ...facts }: TextDeps,
  content: string | null,
  replaces?: string,
): Promise<void> {
  await database.em().transactional(async (em) => {
    if (replaces !== undefined) {
      await holdTable(database, em, 'privacy_texts');
      const inUse = await readText({ em: () => em });
      if ((inUse ?? defaultPrivacyText(facts)) !== replaces) throw editConflict('privacy.changed');
    }
    await em.insert(PrivacyText, { content, createdAt: now() });
  });
}

const PrivacyTextSchema = defineEntity({
  name: 'PrivacyText',
  tableName: 'privacy_texts',
  properties: {
    /** The highest id is the text in use; earlier versions are kept, so that no edit is lost. */
    id: p.integer().primary().autoincrement(),
    /** Markdown; `null` means the default, which follows the settings. */
    content: p.text().nullable(),
    createdAt: p.datetime(3),
  },
});

/** One saved version of the privacy page's text. */
export class PrivacyText extends PrivacyTextSchema.class {}
PrivacyTextSchema.setClass(PrivacyText);

/** @param content Markdown; a heading of the first level at its start is the title. */
export async function renderPrivacyText(content: string): Promise<PrivacyPage> {
  const { default: MarkdownIt } = await import('markdown-it');
  // HTML in the text stays text, and links lead to the web or to an address, never to a script. Images could
  // come from other hosts, which would learn who reads the page.
  const markdown = new MarkdownIt({ html: false }).disable('image');
  const environment = {};
  const tokens = markdown.parse(content, environment);
  const [start, heading] = tokens;
  const hasTitle = start?.type === 'heading_open' && start.tag === 'h1';
  const title = hasTitle && heading?.children?.map((part) => part.content).join('');
  const body = hasTitle ? tokens.slice(3) : tokens;
  return {
    title: title || 'Privacy',
    html: markdown.renderer.render(body, markdown.options, environment),
  };
}
