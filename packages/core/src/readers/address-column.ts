import { emailAddress } from '../contract/email-address.ts';
import { isDomainError } from '../platform/errors.ts';
import { type ImportInput, readRows } from '../platform/import-files/read-rows.ts';
import { bare, type Columns } from '../platform/import-files/rows.ts';
import { type ColumnAnswers, ReaderColumns } from './import-columns.ts';
import { personInCell } from './pasted-list.ts';

/** The columns of a file, each with a few of its values. */
export type Samples = ReadonlyMap<string, readonly string[]>;

const sampleRows = 100;
const samplesShown = 3;
const sampleLength = 60;

/**
 * The answers of the owner. If the columns' names do not say which has the addresses and only one of them has any, such
 * as *Parent e-mail*, that one is among the answers, unless the owner has said what the columns are used for.
 */
export function withAddressColumn<A extends ColumnAnswers>(answers: A, samples: Samples): A {
  if (answers.uses !== undefined) return answers;
  // The zone is of times.
  const columns = new ReaderColumns(answers, 'UTC');
  columns.recognize([...samples.keys()]);
  if (columns.used().email !== undefined) return answers;
  const { statusColumns = [], ignoreColumns = [] } = answers;
  const isAnswered = new Set([...statusColumns, ...ignoreColumns].map(bare));
  const isAddress = (text: string) => emailAddress.safeParse(personInCell(text)[0]).success;
  const [column, ...others] = [...samples].filter(
    ([name, texts]) => !isAnswered.has(bare(name)) && texts.some(isAddress),
  );
  if (column === undefined || others.length > 0) return answers;
  return { ...answers, uses: { [column[0]]: 'email' } };
}

/** Reads the start of a file. If the file cannot be read, there are no columns: an import of it says why. */
export async function sampleFile(input: ImportInput, signal?: AbortSignal): Promise<Samples> {
  const samples = new Map<string, string[]>();
  const columns: Columns<string> = {
    first: 'email',
    keepsAll: true,
    fieldNamed: (name) => name,
    readHeader(names) {
      for (const name of names) if (name !== '') samples.set(name, []);
      return names.map((name) => name || undefined);
    },
  };
  let count = 0;
  try {
    for await (const rows of readRows(input, { fields: columns, signal })) {
      for (const { values, problem } of rows) {
        count += 1;
        if (count > sampleRows) return samples;
        if (problem !== undefined) continue;
        for (const [name, value = ''] of Object.entries(values)) {
          const seen = samples.get(name) ?? [];
          samples.set(name, seen);
          const text = value.trim().slice(0, sampleLength);
          if (text !== '' && seen.length < samplesShown && !seen.includes(text)) seen.push(text);
        }
      }
    }
  } catch (error) {
    if (!isDomainError(error, 'import.unreadable')) throw error;
    return new Map();
  }
  return samples;
}

/** The samples of a file that can be read only once, and the whole of it. @throws the reason of the signal */
export async function sampleOnce(
  input: ImportInput,
  signal?: AbortSignal,
): Promise<{ samples: Samples; whole: ImportInput }> {
  const source = Symbol.asyncIterator in input ? input[Symbol.asyncIterator]() : input[Symbol.iterator]();
  const seen: (Uint8Array | string)[] = [];
  /** Stays open when the samples are complete. */
  async function* start() {
    for (let next = await source.next(); !next.done; next = await source.next()) {
      seen.push(next.value);
      yield next.value;
    }
  }
  const samples = await sampleFile(start(), signal);
  async function* whole() {
    try {
      yield* seen;
      for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
    } finally {
      await source.return?.();
    }
  }
  return { samples, whole: whole() };
}
