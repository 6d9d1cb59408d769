import { createHash } from 'node:crypto';
import type { Brand } from '@wordrise/admin-ui';
import { cacheByKey, type Wordrise } from '@wordrise/core';
import {
  type Design,
  type DesignView,
  defaultDesign,
  designColors,
  designTexts,
  logoPath,
  typePairings,
} from '@wordrise/core/contract';
import type { PictureLook } from '../archive/word-picture.ts';
import { redirect, type SendFile, staticFile } from '../http/static-file.ts';
import type { Site, SitePages } from './site.ts';

/** The public pages in the owner's design. */
export interface Branded extends SitePages {
  /** Changes with the design. */
  key: string;
  styles: string;
  design: Design;
  /** For drawn pictures; nothing for the built-in look. */
  picture: PictureLook | undefined;
}

export interface BrandedPages {
  /** As the design is now. */
  current(): Promise<Branded>;
  /** As it was when it was last needed. */
  latest(): Branded;
  /** In a design that was not saved. */
  preview(view: Pick<DesignView, 'design' | 'logo'>): Branded;
}

/** Renders the pages again only when the design has changed. */
export function brandedPages(site: Site, { templates }: Pick<Wordrise, 'templates'>): BrandedPages {
  const builtIn: Branded = { ...site, key: '', styles: '', design: defaultDesign, picture: undefined };
  let last = builtIn;
  let lastView: DesignView | undefined;

  function branded({ design, logo }: Pick<DesignView, 'design' | 'logo'>): Branded {
    const key = createHash('sha256')
      .update(JSON.stringify([design, logo]))
      .digest('base64url')
      .slice(0, 16);
    if (!site.renderBrand || isBuiltIn(design)) return builtIn;
    const styles = site.renderStyles?.(design) ?? '';
    const { accent } = design;
    const brand: Brand = {
      styles: stylesPath(createHash('sha256').update(styles).digest('base64url').slice(0, 16)),
      picture: picturePath(key),
      logo: logo ? { ...logo, path: logoPath(logo.key), alt: design.logoAlt } : undefined,
      language: design.language,
      texts: design,
      hasOwnFonts: design.type === 'classic',
      hasBenefits: design.benefits,
    };
    return {
      ...site.renderBrand(brand),
      key,
      styles,
      design,
      picture: accent === null ? undefined : { accent },
    };
  }

  return {
    async current() {
      const view = await templates.look();
      if (view !== lastView) {
        last = branded(view);
        lastView = view;
      }
      return last;
    },
    latest: () => last,
    preview: branded,
  };
}

/** Whether the pages are as if there were no design: the rest of it is only for the email. */
function isBuiltIn(design: Design): boolean {
  const names = ['accent', 'type', 'header', 'logo', 'benefits'] as const;
  const texts = Object.keys(designTexts) as (keyof typeof designTexts)[];
  return (
    names.every((name) => design[name] === defaultDesign[name]) &&
    texts.every((name) => designTexts[name].group !== 'landing' || design[name] === '')
  );
}

const stylesPath = (key: string) => `/brand/styles-${key}.css`;
const picturePath = (key: string) => `/brand/preview-${key}.png`;

const logoCaches = { keptMs: 3_600_000, now: () => performance.now(), most: 50 };
const [beforeKey = '', afterKey = ''] = logoPath('KEY').split('KEY');
const forever = 'public, max-age=31536000, immutable';
const shared = { 'Cross-Origin-Resource-Policy': 'cross-origin' };

/**
 * What belongs to the owner's design: logos, the style sheet, and the picture of links to the landing page.
 *
 * @returns the file of a path, or nothing for other paths
 */
export function brandFiles(
  { templates, config }: Pick<Wordrise, 'templates' | 'config'>,
  pages: BrandedPages,
  notFound: SendFile,
) {
  const logos = cacheByKey<SendFile | undefined>(logoCaches, (file) => file !== undefined);
  const pictures = cacheByKey<SendFile>({ ...logoCaches, most: 3 });
  const logoHeaders = {
    ...shared,
    // Readers see it in their mail programs, and keep it: its address changes with its content.
    'Cache-Control': forever,
    // Even if a browser took it for a page, it would run nothing.
    'Content-Security-Policy': "default-src 'none'; sandbox",
  };

  async function logo(key: string): Promise<SendFile | undefined> {
    const body = await templates.logo(key);
    return body && staticFile({ type: 'image/png', headers: logoHeaders, body });
  }

  async function styles(path: string): Promise<SendFile> {
    const { styles } = await pages.current();
    const isCurrent =
      path === stylesPath(createHash('sha256').update(styles).digest('base64url').slice(0, 16));
    // A page that someone opened a moment ago may still ask for the one before.
    const headers = { 'Cache-Control': isCurrent ? forever : 'no-cache' };
    return staticFile({ type: 'text/css; charset=utf-8', headers, body: Buffer.from(styles) });
  }

  async function picture(): Promise<SendFile> {
    const { key, picture: look, design } = await pages.current();
    return pictures(key, async () => {
      const { productName } = config;
      const drawing = await import('../archive/word-picture.ts').catch(() => undefined);
      const definition = design.headline || designTexts.headline.builtIn;
      const word = { word: productName, definition, phoneticPronunciation: '', partOfSpeech: '' };
      const body = await drawing?.drawWordPicture(word, '', look);
      const headers = { ...shared, 'Cache-Control': 'public, max-age=86400' };
      return body
        ? staticFile({ type: 'image/png', headers, body })
        : redirect('../preview.png', { status: 302, caching: 'no-cache', text: '/preview.png', headers });
    });
  }

  return (path: string): SendFile | undefined => {
    if (!path.startsWith('/brand/')) return undefined;
    if (/^\/brand\/styles-[\w-]+\.css$/.test(path)) return async (ctx) => (await styles(path))(ctx);
    if (/^\/brand\/preview-[\w-]+\.png$/.test(path)) return async (ctx) => (await picture())(ctx);
    const key = path.slice(beforeKey.length, -afterKey.length);
    if (path !== logoPath(key) || !/^[\w-]{16,64}$/.test(key)) return notFound;
    return async (ctx) => ((await logos(key, () => logo(key))) ?? notFound)(ctx);
  };
}

/** The widgets' script or style sheet with the owner's colors and fonts as defaults: a page's own ones win. */
export function inBrand(file: string, { accent, type }: Design): string {
  const { day, night } = designColors(accent);
  const plain = (fonts: string) => fonts.replaceAll("'", '');
  const { serif, sans } = typePairings[type];
  return file
    .replace(/(--wordrise-accent,\s*light-dark\()#bf4720,\s*#f5a06a/g, `$1${day.accent},${night.accent}`)
    .replace(/(--wordrise-on-accent,\s*light-dark\()#fff,\s*#24130a/g, `$1${day.onAccent},${night.onAccent}`)
    .replace(/(--wordrise-font,\s*)system-ui,\s*sans-serif/g, type === 'classic' ? '$&' : `$1${plain(sans)}`)
    .replace(/(--wordrise-word-font,\s*)Georgia,\s*serif/g, type === 'classic' ? '$&' : `$1${plain(serif)}`);
}
