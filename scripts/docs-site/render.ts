import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import MarkdownIt, { type Token } from 'markdown-it';
import { anchorOf } from './anchor.ts';
import { type Page, pages, root } from './pages.ts';

export interface Heading {
  level: number;
  text: string;
  anchor: string;
}

export interface Rendered {
  title: string;
  /** The first paragraph, without markup. */
  summary: string;
  html: string;
  headings: Heading[];
  /** Images of the repository that the page shows. */
  images: string[];
}

const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** Where files that are not pages can be read. */
export const repositoryUrl: string = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');

/** A page of Markdown as HTML, with links between the pages of the site. */
export function render(page: Page): Rendered {
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
  const environment: Environment = { page, headings: [], images: [] };
  markdown.core.ruler.push('site', (state) => prepareTokens(state.tokens, environment));
  const html = markdown.render(readFileSync(join(root, page.source), 'utf8'));
  const { headings, images } = environment;
  const [title] = headings;
  const [, paragraph = ''] = /<p>(.*?)<\/p>/s.exec(html) ?? [];
  return {
    title: title?.text ?? page.name,
    summary: paragraph.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' '),
    html: inScrollers(html),
    headings,
    images,
  };
}

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
      token.attrSet('id', anchor);
      environment.headings.push({ level: Number(token.tag.slice(1)), text, anchor });
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
export function pathBetween(from: string, to: string): string {
  const path = relative(`/${from}`, `/${to}`);
  return path === '' ? './' : `${path}/`;
}

/** Wide tables scroll on their own, and can be reached with the keyboard. */
function inScrollers(html: string): string {
  return html
    .replaceAll('<table>', '<div class="wide" tabindex="0" role="region" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>');
}
