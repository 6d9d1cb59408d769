import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { escapeHtml } from '@wordrise/core/constants';
import MarkdownIt, { type Token } from 'markdown-it';
import { readingTime, statedTime } from '../docs-reading-time.ts';
import { type Group, groups, type Page, pages, root, shelfOf } from './pages.ts';

const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** Where files that are not pages can be read. */
const repositoryUrl: string = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');

/**
 * How much a word of a page counts in the search. Pages that say how to do something come before those that say how
 * something works, and decisions come last.
 */
const searchWeight = (page: Page) => searchWeights[shelfOf(page) ?? ''] ?? 1;
const searchWeights: Record<string, number> = {
  'Build on it': 0.3,
  'How it works': 0.3,
  Project: 0.2,
  Decisions: 0.1,
};
/** A word of a title counts as much as this many in the text, one of a heading below it one less, and so on. */
const titleWeight = 7;
/** Titles count as headings only: in the search's own list of titles those of decisions would count like all others. */
const searchOptions =
  "PagefindComponents.getInstanceManager().getInstance('default').pagefindOptions.ranking = { metaWeights: { title: 0 } };";

/** A page of Markdown as a complete document, and the images of the repository that it shows. */
export function renderPage(page: Page): { html: string; images: string[] } {
  const content = render(page);
  return { html: document(page, content), images: content.images };
}

/** A page as a complete document. */
function document(page: Page, { title, summary, html, headings }: Rendered): string {
  const top = pathBetween(page.path, '');
  const name = page.path === '' ? 'Wordrise' : `${title} · Wordrise`;
  return `<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(name)}</title>
<meta name="description" content="${summary.replaceAll('"', '&quot;')}">
<link rel="icon" href="${top}favicon.svg">
<link rel="preload" href="${top}fonts/newsreader-display.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${top}pagefind/pagefind-component-ui.css">
<link rel="stylesheet" href="${top}style.css">
<script src="${top}pagefind/pagefind-component-ui.js" type="module"></script>
<script type="module">${searchOptions}</script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<a class="brand" href="${top}"><img src="${top}favicon.svg" alt="" width="28" height="28">Wordrise</a>
<pagefind-modal-trigger placeholder="Search" shortcut="k"></pagefind-modal-trigger>
<a class="source" href="${repositoryUrl}">Source</a>
</header>
<div class="frame">
<details class="menu"><summary>All pages</summary>${navigation(page)}</details>
<nav class="side" aria-label="Pages">${navigation(page)}</nav>
<main id="content" data-pagefind-body data-pagefind-weight="${searchWeight(page)}">
${html}
${neighbors(page)}
</main>
${outline(headings)}
</div>
<pagefind-modal></pagefind-modal>
</body>
</html>
`;
}

function navigation(current: Page): string {
  return groups.map((group, index) => groupOf(group, groups[index - 1]?.shelf, current)).join('');
}

function groupOf({ name, shelf, pages }: Group, shelfBefore: string | undefined, current: Page): string {
  const items = pages.map((page) => {
    const mark = page === current ? ' aria-current="page"' : '';
    return `<li><a href="${pathBetween(current.path, page.path)}"${mark}>${escapeHtml(page.name)}</a></li>`;
  });
  const list = `<ul>${items.join('')}</ul>`;
  // More than anyone reads in a row.
  if (pages.length > 20) {
    const open = pages.includes(current) ? ' open' : '';
    return `<details class="long"${open}><summary>${name}</summary>${list}</details>`;
  }
  const above = shelf && shelf !== shelfBefore && shelf !== name ? `<p class="shelf">${shelf}</p>` : '';
  const mark = shelf === name ? ' class="shelf"' : '';
  return `<section>${above}<h2${mark}>${name}</h2>${list}</section>`;
}

/** What is on this page, where there is room for it. */
function outline(headings: Heading[]): string {
  const items = headings
    .filter(({ level }) => level === 2)
    .map(({ text, anchor }) => `<li><a href="#${anchor}">${escapeHtml(text)}</a></li>`);
  if (items.length < 2) return '';
  return `<nav class="outline" aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></nav>`;
}

function neighbors(current: Page): string {
  const index = pages.indexOf(current);
  const link = (page: Page | undefined, label: string, rel: string) =>
    page
      ? `<a rel="${rel}" href="${pathBetween(current.path, page.path)}"><small>${label}</small>${escapeHtml(page.name)}</a>`
      : '';
  const [before, after] = [pages[index - 1], pages[index + 1]];
  return `<nav class="neighbors" aria-label="Next pages" data-pagefind-ignore>${link(before, 'Before', 'prev')}${link(after, 'Next', 'next')}</nav>`;
}

interface Heading {
  level: number;
  text: string;
  anchor: string;
}

interface Rendered {
  title: string;
  /** The first paragraph, without markup. */
  summary: string;
  html: string;
  headings: Heading[];
  /** Images of the repository that the page shows. */
  images: string[];
}

/** A page of Markdown as HTML, with links between the pages of the site. */
function render(page: Page): Rendered {
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
  const environment: Environment = { page, headings: [], images: [] };
  markdown.core.ruler.push('site', (state) => prepareTokens(state.tokens, environment));
  // Comments for those who edit the file are no text.
  const source = readFileSync(join(root, page.source), 'utf8').replaceAll(/^<!--.*?-->$/gms, '');
  const html = markdown.render(withTime(page.source, source));
  const { headings, images } = environment;
  const [title] = headings;
  const about = /<p>(?:<em>(?:Reading time|A reference|Decided on)[^<]*<\/em>)?(.*?)<\/p>/gs;
  const paragraphs = [...html.matchAll(about)];
  const paragraph = paragraphs.map(([, text = '']) => text.trim()).find(Boolean) ?? '';
  return {
    title: title?.text ?? page.name,
    summary: paragraph.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' '),
    html: inScrollers(html),
    headings,
    images,
  };
}

/** The text of a page that says how long it takes to read. Only a package's own page and a decision do not say so. */
const withTime = (source: string, text: string) =>
  source === 'README.md' || statedTime(text)
    ? text
    : text.replace(/^# .+\n/, (heading) => `${heading}\n${readingTime(source, text)}\n`);

interface Environment {
  page: Page;
  headings: Heading[];
  images: string[];
}

function prepareTokens(tokens: Token[], environment: Environment): void {
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const text = plainText(tokens[index + 1]?.children ?? []);
      const anchor = anchorOf(text);
      const level = Number(token.tag.slice(1));
      const weight = (titleWeight + 1 - level) * searchWeight(environment.page);
      token.attrSet('id', anchor);
      token.attrSet('data-pagefind-weight', weight.toFixed(1));
      environment.headings.push({ level, text, anchor });
    }
    for (const child of token.children ?? []) {
      if (child.type === 'link_open') prepareLink(child, environment.page);
      if (child.type === 'image') child.attrSet('src', siteImage(String(child.attrGet('src')), environment));
    }
  }
}

function prepareLink(token: Token, page: Page): void {
  const link = String(token.attrGet('href'));
  // A path of a running Wordrise does not exist here.
  if (link.startsWith('/')) token.attrs = null;
  else token.attrSet('href', siteLink(link, page));
}

const plainText = (tokens: Token[]) => tokens.map(({ content }) => content).join('');

/** From one page to another, or to the file in the repository. */
function siteLink(link: string, page: Page): string {
  if (/^([a-z]+:|#)/.test(link)) return link;
  const [path = '', anchor] = link.split('#');
  const hash = anchor ? `#${anchor}` : '';
  const file = posix.join(dirname(page.source), path);
  const target = pages.find(({ source }) => source === file || dirname(source) === file.replace(/\/$/, ''));
  if (target && (target.source === file || target.source.endsWith('README.md')))
    return `${pathBetween(page.path, target.path)}${hash}`;
  if (!existsSync(join(root, file))) throw new Error(`${page.source} links to ${link}, which is not there.`);
  return `${repositoryUrl}/blob/main/${file}${hash}`;
}

function siteImage(source: string, { page, images }: Environment): string {
  const file = posix.join(dirname(page.source), source);
  images.push(file);
  return `${pathBetween(page.path, '')}images/${posix.basename(file)}`;
}

/** Relative, so that the site may be in any folder of a server, or be opened from the disk. */
function pathBetween(from: string, to: string): string {
  const path = relative(`/${from}`, `/${to}`);
  return path === '' ? './' : `${path}/`;
}

/** Wide tables scroll on their own, and can be reached with the keyboard. */
function inScrollers(html: string): string {
  return html
    .replaceAll('<table>', '<div class="wide" tabindex="0" role="region" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>');
}

/** The anchor of a heading as on GitHub: in lower case, spaces as hyphens, without punctuation. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}
