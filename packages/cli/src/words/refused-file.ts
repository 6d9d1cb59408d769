import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { type ImportError, type WordField, wordFields } from '@wordrise/core/contract';

export interface RefusedRow extends ImportError {
  values: Partial<Record<WordField, string>>;
}

const columns = [...wordFields, 'line', 'error'] as const;

/**
 * Refused rows in a form that can be fixed and imported: all fields, and a column with the reason.
 * The file gets its name at the end, so that it may be the very file that is being imported.
 */
export function createRefusedFile(file: string) {
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`;
  const isJson = /\.(jsonl|ndjson)$/i.test(file);
  let stream: WriteStream | undefined;

  function open(): WriteStream {
    const opened = createWriteStream(partial, { flags: 'wx' });
    if (!isJson) opened.write(`${columns.join(',')}\n`);
    return opened;
  }

  return {
    async add({ line, message, values }: RefusedRow): Promise<void> {
      stream ??= open();
      const row = { ...values, line, error: message };
      const text = isJson
        ? JSON.stringify(row)
        : columns.map((column) => csvField(String(row[column] ?? ''))).join(',');
      if (!stream.write(`${text}\n`)) await once(stream, 'drain');
    },
    /** Nothing was refused: no file is made. */
    async finish(): Promise<void> {
      if (!stream) return;
      stream.end();
      await finished(stream);
      await rename(partial, file);
    },
  };
}

function csvField(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
