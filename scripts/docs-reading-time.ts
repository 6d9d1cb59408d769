/**
 * Writes how long each page takes to read below its heading:
 *
 *     npm run docs:reading-time
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Pages for owners, developers and the curious; the list of pages itself takes no reading. */
export const readingPages = ['docs', 'docs/send-with']
  .flatMap((folder) => readdirSync(join(root, folder)).map((file) => `${folder}/${file}`))
  .filter((file) => file.endsWith('.md') && file !== 'docs/README.md');

/** Pages to look something up in; a reader never reads all of one. */
export const references = [
  'docs/api.md',
  'docs/cli-json.md',
  'docs/configuration.md',
  'docs/performance.md',
  'docs/security-asvs.md',
  'packages/widgets/README.md',
  'CHANGELOG.md',
];

export const wordsOf = (page: string) => page.split(/\s+/).filter((part) => /\w/.test(part)).length;

const line = /^\*(?:Reading time: \d+ minutes?|A reference)\.\*/m;

/** At 220 words a minute; commands and tables take as long as text. */
export function readingTime(file: string, page: string): string {
  if (references.includes(file)) return '*A reference.*';
  const minutes = Math.max(1, Math.round(wordsOf(page) / 220));
  return `*Reading time: ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.*`;
}

/** What a page says; `undefined` if it says nothing. */
export const statedTime = (page: string) => line.exec(page)?.[0];

if (import.meta.main) {
  for (const file of readingPages) {
    const page = readFileSync(join(root, file), 'utf8');
    const time = readingTime(file, page);
    const changed = line.test(page)
      ? page.replace(line, time)
      : page.replace(/^# .+\n/, (heading) => `${heading}\n${time}\n`);
    writeFileSync(join(root, file), changed);
  }
}
