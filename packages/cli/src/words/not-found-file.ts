import { createWriteStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { finished } from 'node:stream/promises';

/** Words that the dictionary does not have, recorded so that the next run does not look them up again. */
export async function openNotFoundFile(file: string) {
  const text = existsSync(file) ? await readFile(file, 'utf8') : '';
  const known = new Set(text.split(/\r?\n/).map(key));
  const stream = createWriteStream(file, { flags: 'a' });
  if (text !== '' && !text.endsWith('\n')) stream.write('\n');

  return {
    has: (word: string) => known.has(key(word)),
    add(word: string): void {
      if (known.has(key(word))) return;
      known.add(key(word));
      stream.write(`${word}\n`);
    },
    async close(): Promise<void> {
      stream.end();
      await finished(stream);
    },
  };
}

function key(word: string): string {
  return word.trim().toLowerCase();
}
