import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { anchorOf } from './docs-site/anchor.ts';

const root = join(import.meta.dirname, '..');
const tracked = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'];
const pages = execFileSync('git', tracked, { cwd: root, encoding: 'utf8' }).trim().split('\n');

function anchorsOf(text: string): string[] {
  const headings = text.replaceAll(/^```.*?^```/gms, '').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) => anchorOf(heading));
}

const withoutCode = (text: string) => text.replaceAll(/^```.*?^```|`[^`\n]*`/gms, '');

test.each(pages)('every link of %s works', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const links = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  const dead = links.filter((link) => {
    // A path from the root is one of the running server.
    if (/^(https?:|mailto:|\/)/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const file = path === '' ? join(root, page) : join(root, dirname(page), path);
    if (!existsSync(file)) return true;
    return anchor !== undefined && !anchorsOf(readFileSync(file, 'utf8')).includes(anchor);
  });
  expect(dead).toEqual([]);
});
