import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { anchorOf } from './docs-site/page.ts';

const root = join(import.meta.dirname, '..');
const pages = tracked('*.md');

function tracked(pattern: string): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', pattern];
  const found = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  return found.filter((file) => existsSync(join(root, file)));
}

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

/** Pages shorten paths, such as `core/words/word.ts`. A decision names the files of its time. */
test('every source file that a page names exists', () => {
  const short = (path: string) =>
    path
      .replace('packages/', '')
      .replace(/(^|\/)src\//, '$1')
      .replace(/^ui\//, 'admin-ui/');
  const sources = tracked('*.*').map((file) => `/${short(file)}`);
  const isGone = (name: string) => !sources.some((file) => file.endsWith(`/${short(name)}`));
  const path = /`((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs))`/g;
  const gone = pages
    .filter((page) => !page.startsWith('docs/decisions/'))
    .flatMap((page) => {
      const names = [...readFileSync(join(root, page), 'utf8').matchAll(path)].map(([, name = '']) => name);
      return names.filter(isGone).map((name) => `${page}: ${name}`);
    });
  expect(gone).toEqual([]);
});
