import { stripVTControlCharacters } from 'node:util';

/** These restart a line. */
const erasing = ['\u001b[K', '\u001b[2K', '\u001b[1G'];

/** What a terminal shows in the end. */
export function onScreen(text: string): string {
  const lastOf = (line: string) => erasing.reduce((left, code) => left.split(code).at(-1) ?? '', line);
  const lines = text.split(/\r?\n/).map((line) => stripVTControlCharacters(lastOf(line)).trimEnd());
  return lines.join('\n').trim();
}
