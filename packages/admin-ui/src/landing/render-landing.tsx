/** @jsxImportSource preact */
import { renderToString } from 'preact-render-to-string';
import { type Islands, LandingPage } from './landing-page.tsx';

export interface LandingConfig {
  productName: string;
  /** Where this installation is reached, for the canonical address and link previews. */
  publicUrl: string;
}

/** Addresses of the built files that the page needs; known at build time. */
export interface LandingAssets {
  script: string;
  styles: string[];
  /** Fonts worth fetching with the page. */
  fonts: string[];
}

const description =
  'One English word by email each morning: a 1-minute read with definition, pronunciation, examples and a conversation tip.';

/** The landing page as a whole HTML document, readable before any script runs. Nothing in it is written inline that
 * a strict content security policy would refuse. */
export function renderLandingDocument(
  { productName, publicUrl }: LandingConfig,
  assets: LandingAssets,
  islands: Islands,
): string {
  const title = `${productName}: one word each morning`;
  const home = new URL('/', publicUrl).href;
  const document = (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#dfe8f5" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0d1322" media="(prefers-color-scheme: dark)" />
        <link rel="canonical" href={home} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content={productName} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:url" content={home} />
        <meta property="og:image" content={new URL('/preview.png', home).href} />
        <meta property="og:image:width" content="1200" />
        <meta property="og:image:height" content="630" />
        <meta property="og:image:alt" content="A sunrise over a page with one word on it" />
        <meta name="twitter:card" content="summary_large_image" />
        {assets.fonts.map((href) => (
          <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        <link rel="stylesheet" href="/widgets.css" />
        <script src="/widgets.js" defer />
        <script src={assets.script} type="module" />
      </head>
      <body>
        <LandingPage productName={productName} islands={islands} />
      </body>
    </html>
  );
  return `<!doctype html>${renderToString(document)}`;
}
