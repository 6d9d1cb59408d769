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
 * A page as a document that stands alone, for the preview: without scripts, and with its style sheets inside. Fonts are
 * all that the preview's frame loads from this site.
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
      return css === undefined ? '' : `<style>${withFontPaths(css, path).replaceAll('</', '<\\/')}</style>`;
    });
}

/** Inside of the page, a font that is named beside its style sheet needs its path. One that comes late is still shown. */
function withFontPaths(css: string, path: string): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return css.replace(/@font-face\s*\{[^{}]*\}/g, (rule) =>
    rule
      .replace(/url\((["']?)\.\//g, `url($1${folder}`)
      .replace(/font-display:\s*optional/, 'font-display:swap'),
  );
}
