import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Wordrise } from '@wordrise/core';
import { basePath } from '@wordrise/core/contract';
import { type Branded, inBrand } from './brand.ts';
import type { Site } from './site.ts';

/**
 * A public page in a design that was not saved, as a document that stands alone.
 *
 * @param page The landing page, or the page of the word that was sent last.
 */
export async function previewPage(
  site: Site,
  branded: Branded,
  page: 'landing' | 'word',
  { archive, config }: Pick<Wordrise, 'archive' | 'config'>,
): Promise<string> {
  const html = page === 'landing' ? branded.landing : await wordPage();
  return standalone(html, (path) => styleSheet(path.slice(basePath(config.publicUrl).length)));

  async function wordPage(): Promise<string> {
    const [latest] = await archive.latest(1);
    const found = latest && (await archive.word(latest.slug));
    return found
      ? branded.archive.word(found)
      : branded.archive.month({ month: undefined, months: [], words: [], hasPodcast: false });
  }

  function styleSheet(path: string): string | undefined {
    if (path.startsWith('/brand/')) return branded.styles;
    const widget = site.widgets.get(path);
    if (widget) return inBrand(widget.body.toString(), branded.design);
    const { folder, path: assets } = site.assets;
    const name = path.startsWith(assets) ? path.slice(assets.length) : '';
    return /^[\w.-]+\.css$/.test(name) ? readFileSync(join(folder, name), 'utf8') : undefined;
  }
}

/**
 * A page as a document that stands alone, for the preview: without scripts, and with its style sheets inside, because
 * the preview's frame loads nothing.
 *
 * @param read The text of a file of this site, by its path.
 */
export function standalone(html: string, read: (path: string) => string | undefined): string {
  return html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link\b[^>]*\brel="(?:preload|icon|alternate|canonical)"[^>]*>/g, '')
    .replace(/<link\b[^>]*\brel="stylesheet"[^>]*>/g, (link) => {
      const [, path = ''] = /\bhref="([^"]*)"/.exec(link) ?? [];
      const css = read(path);
      return css === undefined ? '' : `<style>${withoutFonts(css).replaceAll('</', '<\\/')}</style>`;
    });
}

/** Those that would be fetched; the next font of each list takes their place. */
function withoutFonts(css: string): string {
  return css.replace(/@font-face\s*\{[^{}]*\}/g, (rule) => (rule.includes('url(') ? '' : rule));
}
