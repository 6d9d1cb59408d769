/** @jsxImportSource preact */
import type { PrivacyPage } from '@wordrise/core/contract';
import { type LandingAssets, renderDocument } from './document.tsx';
import * as landing from './landing.css.ts';
import * as styles from './privacy.css.ts';
import type { LandingConfig } from './render-landing.tsx';

/** The privacy page as a complete HTML document. It needs no script. */
export function renderPrivacyDocument(
  { productName, publicUrl }: LandingConfig,
  assets: LandingAssets,
  { title, html }: PrivacyPage,
): string {
  return renderDocument({
    title: `${title} · ${productName}`,
    canonical: new URL('/privacy', publicUrl).href,
    assets,
    children: (
      <>
        <header className={styles.hero}>
          <a className={styles.home} href="/">
            {productName}
          </a>
          <h1 className={styles.title}>{title}</h1>
        </header>
        <main className={styles.desk}>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by core, which lets no HTML through */}
          <article className={styles.sheet} dangerouslySetInnerHTML={{ __html: html }} />
        </main>
        <footer className={styles.footer}>
          <p>{productName}. One word each morning.</p>
          <a className={landing.footerLink} href="/">
            Sign up
          </a>
        </footer>
      </>
    ),
  });
}
