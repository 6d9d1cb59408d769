import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const script = fileURLToPath(new URL('check-expressions.mjs', import.meta.url));

function check(...folder: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...folder], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('no regular expression of the product takes more than linear time', () => {
  expect(check()).toMatchObject({ status: 0, stderr: '' });
});

test.each([
  { expression: '/(a+)+b/', why: 'exponential' },
  { expression: '/[^\\s@]+@/g', why: 'quadratic, by starting again at every letter' },
  { expression: '/\\s+$/', why: 'quadratic at the end of a text' },
  { expression: 'new RegExp(name)', why: 'unknown before the program runs' },
])('finds $expression: $why', ({ expression }) => {
  const root = mkdtempSync(join(tmpdir(), 'wordrise-expressions-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const src = join(root, 'packages', 'core', 'src');
  mkdirSync(src, { recursive: true });
  writeFileSync(join(src, 'a.tsx'), `const fine = /^\\d+$/;\nexport const b = <i>{${expression}}</i>;\n`);
  const { status, stderr } = check(root);
  expect(status).toBe(1);
  expect(stderr).toContain(`packages/core/src/a.tsx:2 ${expression} is `);
});
