import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { betweenModules, findCycles, readImports } from './import-graph.ts';

function sources(files: Record<string, string>): string {
  const src = mkdtempSync(join(tmpdir(), 'wordrise-imports-'));
  onTestFinished(() => rmSync(src, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(src, file)), { recursive: true });
    writeFileSync(join(src, file), text);
  }
  return src;
}

const folderOf = (file: string) => file.split('/')[0] ?? '';

test('finds imports of every kind, and leaves tests out', () => {
  const src = sources({
    'words/word.ts': `import { a } from '../a/a.ts';\nimport type { B } from '../b/b.ts';\nexport * from './c.ts';`,
    'words/c.ts': `const d = () => import('../d/d.ts');\nlet e: import('../e/e.tsx').E;\nimport '../f/f.ts';`,
    'words/word.test.ts': `import { z } from '../z/z.ts';`,
  });
  expect(Object.fromEntries(readImports(src))).toEqual({
    'words/word.ts': ['a/a.ts', 'b/b.ts', 'words/c.ts'],
    'words/c.ts': ['d/d.ts', 'e/e.tsx', 'f/f.ts'],
  });
});

test('finds a cycle of files through type imports, and a cycle of folders without a cycle of files', () => {
  const files = readImports(
    sources({
      'words/word.ts': `import type { Email } from './email.ts';`,
      'words/email.ts': `import { word } from './word.ts';`,
    }),
  );
  expect(findCycles(files)).toEqual([['words/email.ts', 'words/word.ts']]);
  const folders = readImports(
    sources({
      'words/a.ts': `import { b } from '../schedule/b.ts';`,
      'words/d.ts': '',
      'schedule/b.ts': '',
      'schedule/c.ts': `import { d } from '../words/d.ts';`,
      'server/e.ts': `import { c } from '../schedule/c.ts';`,
    }),
  );
  expect(findCycles(folders)).toEqual([]);
  expect(findCycles(betweenModules(folders, folderOf))).toEqual([['schedule', 'words']]);
});
