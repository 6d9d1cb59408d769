import { Readable } from 'node:stream';
import type { Context } from 'koa';

const types = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson',
} as const;

/**
 * Answers with a file, in pieces. The first piece is waited for: what fails before it is answered as an error, not as
 * the beginning of a download that breaks off.
 *
 * @param name Without its ending.
 */
export async function download(
  ctx: Context,
  name: string,
  format: keyof typeof types,
  pieces: AsyncIterable<string>,
): Promise<undefined> {
  const rest = pieces[Symbol.asyncIterator]();
  const first = await rest.next();
  ctx.status = 200;
  ctx.type = types[format];
  ctx.attachment(`${name}.${format}`);
  ctx.body = Readable.from(withFirst(first, rest));
}

async function* withFirst(
  first: IteratorResult<string>,
  rest: AsyncIterator<string>,
): AsyncGenerator<string> {
  try {
    for (let piece = first; !piece.done; piece = await rest.next()) yield piece.value;
  } finally {
    // The client may have gone.
    await rest.return?.();
  }
}
