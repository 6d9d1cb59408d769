import type { BulkSaveAnswer, BulkSaveInput } from '../contract/dictionary.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { derivedColumns, Word, wordKey } from './word.ts';

export interface SaveLookedUpWordsDeps {
  database: OpenDatabase;
  now: () => Date;
}

/** Adds looked-up words, all or none; those that are already in the library are skipped. */
export async function saveLookedUpWords(
  { database, now }: SaveLookedUpWordsDeps,
  { wordData }: BulkSaveInput,
): Promise<BulkSaveAnswer> {
  const byKey = new Map(wordData.map((item) => [wordKey(item.word), item]));
  const saved = await database.em().transactional(async (tx) => {
    const before = await tx.count(Word, { wordKey: { $in: [...byKey.keys()] } });
    const rows = [...byKey.values()].map(({ source, ...input }) => ({
      ...input,
      ...derivedColumns(input),
      source: source ?? ('admin' as const),
      usedCount: 0,
      createdAt: now(),
      removedAt: null,
    }));
    await tx.upsertMany(Word, rows, { onConflictFields: ['wordKey'], onConflictAction: 'ignore' });
    return (await tx.count(Word, { wordKey: { $in: [...byKey.keys()] } })) - before;
  });
  return {
    message: bulkSaveMessage(saved, wordData.length - saved),
    saved,
    skipped: wordData.length - saved,
  };
}

function bulkSaveMessage(saved: number, skipped: number): string {
  const words = saved === 1 ? '1 word' : `${saved} words`;
  if (skipped === 0) return `Saved ${words}`;
  return `Saved ${words}; ${skipped} already in the library`;
}
