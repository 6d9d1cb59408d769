import { escapeHtml } from '@wordrise/core/constants';
import { type Group, groups, type Page, pages } from './pages.ts';
import { type Heading, pathBetween, type Rendered, repositoryUrl } from './render.ts';

/** A page as a complete document. */
export function layout(page: Page, { title, summary, html, headings }: Rendered): string {
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
<main id="content" data-pagefind-body>
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
  return groups.map((group) => groupOf(group, current)).join('');
}

function groupOf({ name, pages }: Group, current: Page): string {
  const items = pages.map((page) => {
    const mark = page === current ? ' aria-current="page"' : '';
    return `<li><a href="${pathBetween(current.path, page.path)}"${mark}>${escapeHtml(page.name)}</a></li>`;
  });
  return `<section><h2>${name}</h2><ul>${items.join('')}</ul></section>`;
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
