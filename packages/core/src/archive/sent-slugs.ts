import type { SentWord } from '../contract/archive.ts';
import { type Instant, isoInstant, type Reads } from '../database/reads.ts';
import { wentOutBy } from './read-sends.ts';

export type SentSlug = Pick<SentWord, 'slug' | 'sentAt'>;

const eachWord = `select word.slug, max(email.scheduled_date) as "sentAt"
  from scheduled_emails email join words word on word.id = email.word_id
  where ${wentOutBy} and word.slug is not null group by word.id order by "sentAt" desc`;

/** Every word that went out, with the time of its last email, latest first. */
export async function sentSlugs(database: Reads, at: Date): Promise<SentSlug[]> {
  const rows = await database.read<{ slug: string; sentAt: Instant }>(eachWord, [at]);
  return rows.map(({ slug, sentAt }) => ({ slug, sentAt: isoInstant(sentAt) }));
}
