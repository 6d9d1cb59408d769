import { calendarDay } from '../calendar/zoned-time.ts';
import type { WordLink, WordPage } from '../contract/archive.ts';
import { type Instant, isoInstant } from '../database/reads.ts';
import { splitExample } from '../words/split-example.ts';
import type { ArchiveDeps } from './archive-deps.ts';
import { presentSentWord, type SentRecord, sentColumns } from './present-sent-word.ts';
import { readSends, type SendRange, wentOutBy } from './read-sends.ts';

type Row = Omit<SentRecord, 'sentAt'> & { id: number; sentAt: Instant };

// Inside a `case`, SQLite does not use the condition for the status index, which it would prefer over the few emails of
// one word.
const sendsOfWord = `select word.id, ${sentColumns}, email.scheduled_date as "sentAt"
  from words word join scheduled_emails email on email.word_id = word.id
  where word.slug = ? and case when ${wentOutBy} then 1 end = 1 order by email.scheduled_date desc`;

/** `undefined` if the word is unknown or was not sent yet. */
export async function findWordPage(
  { database, now, timezone }: ArchiveDeps,
  slug: string,
): Promise<WordPage | undefined> {
  const at = now();
  const rows = await database.read<Row>(sendsOfWord, [slug, at]);
  const sends = rows.map((row) => ({ ...row, sentAt: isoInstant(row.sentAt) }));
  const [last] = sends;
  if (!last) return undefined;
  const { id: except, ...record } = last;
  const sentAt = new Date(last.sentAt).getTime();
  const neighbor = async (range: Pick<SendRange, 'from' | 'until' | 'order'>) =>
    (await readSends<WordLink>(database, 'word.word, word.slug', { ...range, limit: 1, except }))[0];
  const word = presentSentWord(record, timezone);
  const examples = [word.example1, word.example2].filter((example) => example !== '');
  return {
    word,
    examples: examples.map((example) => splitExample(example, word.word)),
    days: [...new Set(sends.map((send) => calendarDay(new Date(send.sentAt), timezone)))],
    previous: link(await neighbor({ until: new Date(sentAt - 1) })),
    next: link(await neighbor({ from: new Date(sentAt + 1), until: at, order: 'asc' })),
  };
}

function link(found: WordLink | undefined): WordLink | undefined {
  return found && { word: found.word, slug: found.slug };
}
