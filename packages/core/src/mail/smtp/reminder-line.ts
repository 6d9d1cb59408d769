import { escapeHtml } from '../../contract/escape-html.ts';

/** The two parts of an email before the fields of its readers are filled in. */
interface Parts {
  text: string;
  html: string;
}

const title = 'You asked to be reminded of';

/**
 * Adds the words that a reader asked to be reminded of to the end of an email's body, in the colors of the text around
 * it. That is above the footer, in which a template has the link to leave or to change how often. Templates of an owner
 * and emails of earlier versions have no place of their own for it.
 */
export function withReminders({ text, html }: Parts, links: readonly { word: string; url: string }[]): Parts {
  const anchors = links.map(
    ({ word, url }) =>
      `<a href="${escapeHtml(url)}" style="color:inherit;font-weight:600">${escapeHtml(word)}</a>`,
  );
  const lines = [title, ...links.map(({ word, url }) => `${word}: ${url}`)].join('\n');
  const footer = findFooter(html);
  const at = textFooterAt(text, footer ? html.slice(footer.at) : '');
  return {
    html: intoHtml(html, footer, `${title} ${anchors.join(', ')}`),
    text:
      at === undefined
        ? `${text.trimEnd()}\n\n${lines}\n`
        : `${text.slice(0, at).trimEnd()}\n\n${lines}\n\n${text.slice(at)}`,
  };
}

/** Before the end of the body, or of an email without one. */
export function beforeEnd(html: string, added: string): string {
  const end = html.toLowerCase().lastIndexOf('</body>');
  return end === -1 ? html + added : html.slice(0, end) + added + html.slice(end);
}

function intoHtml(html: string, footer: Footer | undefined, line: string): string {
  if (!footer) {
    const style = 'margin:24px auto 0;padding:12px;text-align:center;font:16px/1.5 sans-serif';
    return beforeEnd(html, `<div style="${style}">${line}</div>`);
  }
  const { at, isRow } = footer;
  const below = html.slice(at);
  const family = /font-family:\s*([^;"]+)/.exec(below)?.[1] ?? 'sans-serif';
  const font = `font-family:${family};font-size:16px;line-height:1.6`;
  const block = (padding: string) =>
    `<div style="max-width:600px;margin:0 auto;padding:${padding};${font}">${line}</div>`;
  // In our own designs, cells have this class, which gives them more room at the sides of wide screens.
  const isOurs = /^<tr>\s*<td class="side"/.test(below);
  const cell = isOurs
    ? `<td class="side" style="padding:40px 24px 0;${font}">${line}</td>`
    : `<td${spanOf(below)}>${block('24px 24px 0')}</td>`;
  return html.slice(0, at) + (isRow ? `<tr>${cell}</tr>` : block('24px 24px 0')) + below;
}

const footerLinks = ['[unsubscribe]', '[preferences]'];
const lastLink = (source: string) => Math.max(...footerLinks.map((link) => source.lastIndexOf(link)));

/** Comments, whole elements that show nothing, and tags. */
const pieces = /<!--[\s\S]*?-->|<(style|script|title)\b[\s\S]*?<\/\1\s*>|<(\/?)([a-z][a-z0-9]*)\b[^>]*>/gi;
const cells = ['td', 'th'];
const blocks = ['table', 'tr', 'div', 'p', 'section', 'footer', 'center', 'ul', 'ol', 'address', 'article'];
const emptyElements = ['br', 'img', 'hr', 'wbr', 'col', 'meta', 'link', 'input'];

/** What the tag of an element ends if it is still open, because HTML lets authors leave out that end. */
function endedBy(name: string): readonly string[] {
  if (name === 'tr') return [...cells, 'tr'];
  if (cells.includes(name)) return cells;
  return blocks.includes(name) ? ['p'] : [];
}

interface Footer {
  at: number;
  isRow: boolean;
}

/**
 * The largest element around the last link of the footer that has neither a heading nor most of the email's text before
 * that link: whatever has, is the email. None for a template without such a link, or with one only at its top.
 */
function findFooter(html: string): Footer | undefined {
  const link = lastLink(html);
  const open: { name: string; at: number; before: number }[] = [];
  let heading = 0;
  let letters = 0;
  let last = 0;
  for (const { index, 0: piece, 2: slash, 3: tag } of html.matchAll(pieces)) {
    if (index > link) break;
    letters += lettersOf(html.slice(last, index)).length;
    last = index + piece.length;
    const name = tag?.toLowerCase();
    if (name === undefined) continue;
    if (slash) {
      const at = open.findLastIndex((element) => element.name === name);
      if (at !== -1) open.length = at;
      continue;
    }
    if (/^h[1-6]$/.test(name)) heading = index;
    if (emptyElements.includes(name) || piece.endsWith('/>')) continue;
    while (endedBy(name).includes(open.at(-1)?.name ?? '')) open.pop();
    open.push({ name, at: index, before: letters });
  }
  const found = open.find(
    ({ name, at, before }) =>
      blocks.includes(name) && at > heading && before > 0 && before >= letters - before,
  );
  return found && { at: found.at, isRow: found.name === 'tr' };
}

/** The attribute for a cell as wide as the row that comes after it. */
function spanOf(below: string): string {
  let columns = 0;
  let tables = 0;
  for (const { 0: piece, 2: slash, 3: tag } of below.slice('<tr'.length).matchAll(pieces)) {
    const name = tag?.toLowerCase() ?? '';
    if (name === 'table') tables += slash ? -1 : 1;
    if (tables < 0 || (tables === 0 && name === 'tr')) break;
    if (tables === 0 && !slash && cells.includes(name))
      columns += Number(/colspan\s*=\s*["']?(\d+)/i.exec(piece)?.[1] ?? 1);
  }
  return columns > 1 ? ` colspan="${columns}"` : '';
}

/** Enough to recognize a footer in another format of the same email. */
const recognized = 24;

/**
 * Where the same footer begins in the plain text: at the paragraph that begins like it, or else at the one with the last
 * link. Nowhere if that is all the text there is.
 */
function textFooterAt(text: string, footer: string): number | undefined {
  const link = lastLink(text);
  if (link === -1) return undefined;
  const starts = [...text.matchAll(/\n[ \t]*\n(?=\S)/g)]
    .map(({ index, 0: gap }) => index + gap.length)
    .filter((at) => at <= link);
  const begins = lettersOf(footer.slice(0, 8000).replace(pieces, ' ')).slice(0, recognized);
  const same = (at: number) =>
    begins !== '' && lettersOf(text.slice(at, at + 1000)).slice(0, recognized) === begins;
  return starts.findLast(same) ?? starts.at(-1);
}

/** Without markup, addresses in angle brackets, and characters that are written differently in HTML. */
function lettersOf(source: string): string {
  return source.replace(/<[^<>]*>|&#?\w+;/g, '').replace(/[^\p{L}\p{N}]/gu, '');
}
