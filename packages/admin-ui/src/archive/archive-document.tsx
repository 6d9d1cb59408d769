/** @jsxImportSource preact */
import { archivePath, feedPaths } from '@wordrise/core/constants';
import type { ComponentChildren } from 'preact';
import { type LandingAssets, renderDocument } from '../landing/document.tsx';
import { FeedLinks } from '../landing/feed-links.tsx';
import type { LandingConfig } from '../landing/render-landing.tsx';
import * as styles from './archive.css.ts';

/** The built files of the archive, and its signup form as the widgets package draws it. */
export interface ArchiveParts {
  assets: LandingAssets;
  signup: string;
}

export interface ArchiveDocumentProps {
  config: LandingConfig;
  parts: ArchiveParts;
  /** Without the product's name. */
  title: string;
  /** For search engines and link previews. */
  description: string;
  path: string;
  /** The picture of link previews, 1200 × 630; a sunrise by default. */
  picture?: { path: string; alt: string };
  /** Extra content for this page's head. */
  head?: ComponentChildren;
  children: ComponentChildren;
}

/** A page of the archive as a complete HTML document. It works without a script. */
export function renderArchiveDocument(props: ArchiveDocumentProps): string {
  const { config, parts, children, title, path } = props;
  const { productName } = config;
  return renderDocument({
    title: `${title} · ${productName}`,
    canonical: new URL(path, config.publicUrl).href,
    assets: parts.assets,
    head: <Head {...props} />,
    children: (
      <>
        <header className={styles.sky}>
          <a className={styles.home} href="/">
            {productName}
          </a>
          <nav className={styles.links} aria-label="Site">
            <a href={archivePath}>Archive</a>
            <a href="#signup">Sign up</a>
          </nav>
        </header>
        <main className={styles.column}>
          {children}
          <section className={styles.signup} id="signup" aria-labelledby="signup-title">
            <h2 className={styles.signupTitle} id="signup-title">
              Get a word each morning
            </h2>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by our own widgets package, which escapes */}
            <div dangerouslySetInnerHTML={{ __html: parts.signup }} />
          </section>
        </main>
        <footer className={styles.footer}>
          <p>{productName}. One word each morning.</p>
          <nav className={styles.links} aria-label="About this site">
            <a href={feedPaths.atom}>Feed</a>
            <a href="/privacy">Privacy</a>
          </nav>
        </footer>
      </>
    ),
  });
}

const sunrise = { path: '/word.png', alt: 'A sunrise, and above it: A word to start the day' };

function Head(props: ArchiveDocumentProps) {
  const { config, parts, title, description, path, picture = sunrise, head } = props;
  const { productName, publicUrl } = config;
  const absolute = (target: string) => new URL(target, publicUrl).href;
  return (
    <>
      <meta name="description" content={description} />
      <meta property="og:site_name" content={productName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={absolute(path)} />
      <meta property="og:image" content={absolute(picture.path)} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={picture.alt} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:image:alt" content={picture.alt} />
      <FeedLinks productName={productName} />
      {head}
      <script src={parts.assets.script} type="module" />
    </>
  );
}
