/**
 * Fails if a regular expression of the product takes more than linear time for some text: one long path, word or
 * template would then stop the server for everyone. An expression built at run time cannot be judged here and is
 * refused too, except those below.
 *
 * It finds expressions that are slow for a run of one character, but not for a repeated sequence, such as `<a <a <a`.
 *
 * Takes the folder to look through; default: the repository.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { analyse } from 'scslre';
import { parseSync } from 'vite';

/** Each is built from fixed names, and its parts can start at only one place in a text. */
const judgedByHand = new Set([
  'packages/core/src/words/dictionary/conversation-tip.ts',
  'packages/core/src/words/dictionary/merriam-webster/present-entry.ts',
]);

const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));
const files = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\/testing\/|\.(test|testing|child|d)\.tsx?$/.test(file),
);
const found = files.toSorted().flatMap((file) => slowExpressions(file));
for (const { file, line, expression, reason } of found)
  console.error(`${file}:${line} ${expression} ${reason}`);
if (found.length > 0) process.exitCode = 1;
else console.log(`The regular expressions of ${files.length} files are linear.`);

function slowExpressions(file) {
  const text = readFileSync(join(root, file), 'utf8');
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  return [...nodes(program)].flatMap((node) => {
    const reason = reasonAgainst(node, file);
    if (reason === undefined) return [];
    const line = text.slice(0, node.start).split('\n').length;
    return [{ file, line, expression: text.slice(node.start, node.end), reason }];
  });
}

function* nodes(node) {
  if (typeof node !== 'object' || node === null) return;
  if (typeof node.type === 'string') yield node;
  for (const child of Object.values(node)) yield* nodes(child);
}

function reasonAgainst(node, file) {
  if (node.type === 'Literal' && node.regex) {
    const { reports } = analyse({ source: node.regex.pattern, flags: node.regex.flags });
    const [first] = reports;
    return first && `is slow for a long run of ${JSON.stringify(first.character.pick)}`;
  }
  const isMade = ['NewExpression', 'CallExpression'].includes(node.type) && node.callee.name === 'RegExp';
  return isMade && !judgedByHand.has(file) ? 'is put together while the program runs' : undefined;
}
