import { expect, test } from 'vitest';
import { standalone } from './preview-page.ts';

test('a page of the preview has its styles inside, and no script', () => {
  const html = `<head><link rel="preload" href="/f.woff2" as="font"/><link rel="stylesheet" href="/a.css"/><script src="/x.js"></script></head><p>text</p><script>alert(1)</script>`;
  expect(standalone(html, (path) => (path === '/a.css' ? 'p{}' : undefined))).toBe(
    '<head><style>p{}</style></head><p>text</p>',
  );
});

test('its fonts have the address of the real page, and are shown however late they come', () => {
  const css = '@font-face{font-family:A;src:url(./a.woff2)format("woff2");font-display:optional}p{}';
  const shown = standalone('<link rel="stylesheet" href="/words/assets/landing.css"/>', () => css);
  expect(shown).toBe(
    '<style>@font-face{font-family:A;src:url(/words/assets/a.woff2)format("woff2");font-display:swap}p{}</style>',
  );
});
