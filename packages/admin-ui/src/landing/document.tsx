/** @jsxImportSource preact */

import { feedPaths } from '@wordrise/core/constants';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Brand } from './brand.tsx';

/** Addresses of the built files that the public pages need; known at build time. */
export interface LandingAssets {
  script: string;
  styles: string[];
  /** Fonts worth fetching with the page. */
  fonts: string[];
}

interface DocumentProps {
  title: string;
  /** The address of the page. */
  canonical: string;
  assets: LandingAssets;
  brand?: Brand | undefined;
  /** Extra content for this page's head. */
  head?: ComponentChildren;
  children: ComponentChildren;
}

/**
 * A public page as a complete HTML document. It has nothing inline that a strict content security policy would refuse.
 */
export function renderDocument({ title, canonical, assets, brand, head, children }: DocumentProps): string {
  const fonts = brand && !brand.hasOwnFonts ? [] : assets.fonts;
  const document = (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#dfe8f5" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0d1322" media="(prefers-color-scheme: dark)" />
        <link rel="canonical" href={canonical} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {fonts.map((href) => (
          <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {brand && <link rel="stylesheet" href={brand.styles} />}
        {head}
      </head>
      <body>{children}</body>
    </html>
  );
  return `<!doctype html>${renderToString(document)}`;
}

/** How feed readers find the feeds of a page. */
export function FeedLinks({ productName }: { productName: string }) {
  return (
    <>
      <link rel="alternate" type="application/atom+xml" title={productName} href={feedPaths.atom} />
      <link rel="alternate" type="application/feed+json" title={productName} href={feedPaths.json} />
    </>
  );
}
