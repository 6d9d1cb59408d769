import { type Condition, containing, type Reads } from './reads.ts';

/**
 * When a text counts as common: many candidates, and a quarter of those checked contain it. Then a page in the list's
 * own order is full after a few hundred rows, sooner than all hits are found and sorted.
 */
const common = { rows: 5000, lookedAt: 200, found: 50 };

/** A text of one or two letters at the start of this many trigrams counts as common. */
const mostTerms = 128;

/** The fastest condition for a text, with an FTS5 trigram index named `<table>_search`. */
export async function searchingSqlite(read: Reads['read'], table: string, text: string): Promise<Condition> {
  const scan = containing('search_text', text);
  const query = await matchingTrigrams(read, table, text);
  if (query === undefined) return scan;
  if (query === '') return { sql: 'false', values: [] };
  const candidates = `select rowid from ${table}_search where ${table}_search match ?`;
  const indexed = { sql: `id in (${candidates}) and ${scan.sql}`, values: [query, ...scan.values] };
  const [sample] = await read<{ found: number }>(
    `select count(*) as found from ${table} where id in (
       ${candidates} limit ${common.lookedAt} offset ${common.rows - common.lookedAt}) and ${scan.sql}`,
    indexed.values,
  );
  if (!sample || sample.found < common.found) return indexed;
  return isShort(text) ? scan : { ...scan, toCount: indexed };
}

/**
 * The FTS5 query: rows with all trigrams of the text or, for a short text, with a trigram that begins with it. Empty if
 * there is no such trigram; `undefined` if there are too many.
 */
async function matchingTrigrams(
  read: Reads['read'],
  table: string,
  text: string,
): Promise<string | undefined> {
  if (!isShort(text)) return trigrams(text).map(quoted).join(' AND ');
  const terms = await read<{ term: string }>(
    `select term from ${table}_search_terms where term >= ? and term <= ? limit ${mostTerms + 1}`,
    [text, `${text}\u{10FFFF}\u{10FFFF}`],
  );
  if (terms.length > mostTerms) return;
  return terms.map(({ term }) => quoted(term)).join(' OR ');
}

function isShort(text: string): boolean {
  return [...text].length < 3;
}

/** The distinct trigrams. FTS5 counts characters, not UTF-16 units. */
function trigrams(text: string): string[] {
  const characters = [...text];
  return [...new Set(characters.slice(2).map((_, start) => characters.slice(start, start + 3).join('')))];
}

function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}
