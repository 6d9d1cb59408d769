import { QueryOrder } from '@mikro-orm/core';
import { holdTable } from '../database/hold-table.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { overtaken } from '../errors.ts';
import { defaultPrivacyText, type PrivacyFacts } from './default-text.ts';
import { PrivacyText } from './privacy-text.ts';

interface TextDeps extends PrivacyFacts {
  database: OpenDatabase;
  now: () => Date;
}

/** The text in use; `null` means the default. */
export async function readText({ em }: Pick<OpenDatabase, 'em'>): Promise<string | null> {
  const [latest] = await em().find(PrivacyText, {}, { orderBy: { id: QueryOrder.DESC }, limit: 1 });
  return latest?.content ?? null;
}

/**
 * Stores a text, which is in use from that point.
 *
 * @param replaces The text that was edited; if left out, any text is replaced.
 * @throws DomainError `privacy.changed` if another text is in use, and then nothing is stored
 */
export async function addText(
  { database, now, ...facts }: TextDeps,
  content: string | null,
  replaces?: string,
): Promise<void> {
  await database.em().transactional(async (em) => {
    if (replaces !== undefined) {
      await holdTable(database, em, 'privacy_texts');
      const inUse = await readText({ em: () => em });
      if ((inUse ?? defaultPrivacyText(facts)) !== replaces) throw overtaken('privacy.changed');
    }
    await em.insert(PrivacyText, { content, createdAt: now() });
  });
}
