import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** A page of the site. */
export interface Page {
  /** The Markdown file, from the root of the repository. */
  source: string;
  /** Where it is on the site, such as `cli/`; the first page is at the top. */
  path: string;
  /** Its name in the navigation. */
  name: string;
}

export interface Group {
  name: string;
  /** The shelf that it is on. */
  shelf?: string | undefined;
  pages: Page[];
}

/** The list of all pages, in the order of the navigation: headings are shelves and groups, links are pages. */
const index = 'docs/README.md';

function shelves(): Group[] {
  const groups: Group[] = [];
  let shelf: string | undefined;
  for (const line of readFileSync(join(root, index), 'utf8').split('\n')) {
    const [, marks, name = ''] = /^(##+) (.+)$/.exec(line) ?? [];
    if (marks === '##') shelf = name;
    if (marks) groups.push({ name, shelf, pages: [] });
    const group = groups.at(-1);
    const [, cell = ''] = /^\| (\[.*?) \|/.exec(line) ?? [];
    for (const [, label = '', link = ''] of cell.matchAll(/\[([^\]]+)\]\(([^)#]+\.md)\)/g)) {
      if (!group) continue;
      const source = posix.join('docs', link);
      group.pages.push({
        source,
        path: pathOf(source),
        name: label.replace(/^[a-z](?![A-Z])/, (first) => first.toUpperCase()),
      });
    }
  }
  return groups.filter(({ pages }) => pages.length > 0);
}

/** `docs/cli.md` is at `cli/`, and `packages/widgets/README.md` at `widgets/`. */
const pathOf = (source: string) =>
  `${source.replace(/^(docs|packages)\//, '').replace(/(\/README)?\.md$/, '')}/`.replaceAll('`', '');

const project: Page[] = [
  { source: 'CHANGELOG.md', path: 'changelog/', name: 'Changelog' },
  { source: 'CONTRIBUTING.md', path: 'contributing/', name: 'Contributing' },
  { source: 'SECURITY.md', path: 'reporting-vulnerabilities/', name: 'Reporting vulnerabilities' },
  { source: 'CODE_OF_CONDUCT.md', path: 'code-of-conduct/', name: 'Code of conduct' },
];

const decisions = filesIn('docs/decisions').map((source): Page => {
  const [, heading = source] = /^# (?:\d+\. )?(.+)$/m.exec(readFileSync(join(root, source), 'utf8')) ?? [];
  return { source, path: pathOf(source), name: heading };
});

function filesIn(folder: string): string[] {
  const files = readdirSync(join(root, folder)).filter((file) => file.endsWith('.md'));
  return files.toSorted().map((file) => `${folder}/${file}`);
}

/** Every page. */
export const groups: Group[] = [
  {
    name: 'Start',
    pages: [
      { source: 'README.md', path: '', name: 'Wordrise' },
      { source: 'docs/tour.md', path: 'tour/', name: 'A tour in ten pictures' },
      { source: index, path: 'documentation/', name: 'All pages' },
    ],
  },
  ...shelves(),
  { name: 'Project', pages: project },
  { name: 'Decisions', pages: decisions },
];

export const pages = groups.flatMap((group) => group.pages);

/** The name of a page's shelf, or of its group if that is on none. */
export function shelfOf(page: Page): string | undefined {
  const group = groups.find((candidate) => candidate.pages.includes(page));
  return group?.shelf ?? group?.name;
}

/** Pages that the list of all pages lacks. */
export const unlisted = [...filesIn('docs'), ...filesIn('docs/send-with')].filter(
  (file) => !pages.some(({ source }) => source === file),
);
