// Prints the sizes of the built files and fails if one exceeds its budget.
// node scripts/check-size.mjs [folder]
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const budgets = [
  { file: 'wordrise-widgets.js', what: 'single file: Preact, both elements, styles', gzipMax: 10_000 },
  { file: 'wordrise-today.js', what: 'the word of the day: element and styles', gzipMax: 4_000 },
  { file: 'bot-check.js', what: 'the bot checks, loaded on demand', gzipMax: 1_500 },
  { file: 'today.js', what: 'the word of the day for React, without React', gzipMax: 2_000 },
  { file: 'index.js', what: 'React components, without React', gzipMax: 4_000 },
  { file: 'style.css', what: 'style sheet of the React components', gzipMax: 1_500 },
];

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '../dist'));
const number = (bytes) => bytes.toLocaleString('en-US').padStart(7);
let over = false;
console.log('    raw    gzip  brotli   (budget)');
for (const { file, what, gzipMax } of budgets) {
  const bytes = readFileSync(join(folder, file));
  const gzip = gzipSync(bytes, { level: 9 }).length;
  const sizes = [bytes.length, gzip, brotliCompressSync(bytes).length].map(number).join(' ');
  console.log(`${sizes}   ${number(gzipMax)}  ${file}: ${what}`);
  if (gzip > gzipMax) {
    over = true;
    console.error(`${file} is ${gzip - gzipMax} bytes over its budget of ${gzipMax} bytes gzip.`);
  }
}
process.exitCode = over ? 1 : 0;
