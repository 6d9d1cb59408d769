/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from 'preact';
import { BrandName } from './brand.tsx';
import { type LandingAssets, renderDocument } from './document.tsx';
import * as landing from './landing.css.ts';
import * as styles from './privacy.css.ts';
import type { LandingConfig } from './render-landing.tsx';

interface SheetPage {
  title: string;
  /** On the page; `title` if it is left out. */
  heading?: string;
  canonical: string;
  /** What goes into the document's head. */
  head?: JSX.Element;
  /** The link at the foot. */
  footer?: { path: string; label: string };
  /** The sheet, or several. */
  children: ComponentChildren;
}

/** A page of text: name and title on top, the sheet, a line at the foot. */
export function renderSheetPage(
  { productName, brand }: LandingConfig,
  assets: LandingAssets,
  {
    title,
    heading = title,
    canonical,
    head,
    footer = { path: '/privacy', label: 'Privacy' },
    children,
  }: SheetPage,
): string {
  return renderDocument({
    title: `${title} · ${productName}`,
    canonical,
    assets,
    brand,
    head,
    children: (
      <>
        <header className={styles.hero}>
          <a className={styles.home} href="/">
            <BrandName brand={brand} productName={productName} />
          </a>
          <h1 className={styles.title}>{heading}</h1>
        </header>
        <main className={styles.desk}>{children}</main>
        <footer className={styles.footer}>
          <p>{productName}. One word each morning.</p>
          <a className={landing.footerLink} href={footer.path}>
            {footer.label}
          </a>
        </footer>
      </>
    ),
  });
}

/** Keeps a page out of search engines. */
export const notIndexed = <meta name="robots" content="noindex" />;
