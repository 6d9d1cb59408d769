/** @jsxImportSource preact */
import { archivePath, feedPaths, podcastPath, siteAddress } from '@wordrise/core/constants';
import type { ComponentChildren } from 'preact';
import { BrandName } from '../landing/brand.tsx';
import { FeedLinks, type LandingAssets, renderDocument } from '../landing/document.tsx';
import type { LandingConfig } from '../landing/render-landing.tsx';
import * as styles from './archive.css.ts';

/** The built files of the archive, and its signup form as the widgets package draws it. */
export interface ArchiveParts {
  assets: LandingAssets;
  signup: string;
}

interface ArchiveDocumentProps {
  config: LandingConfig;
  parts: ArchiveParts;
  /** Without the product's name. */
  title: string;
  /** For search engines and link previews. */
  description: string;
  path: string;
  /** Whether there is a podcast, which the page then links to. */
  hasPodcast?: boolean;
  /** The picture of link previews, 1200 × 630; a sunrise by default. */
  picture?: { path: string; alt: string };
  /** Extra content for this page's head. */
  head?: ComponentChildren;
  children: ComponentChildren;
}

/** A page of the archive as a complete HTML document. It works without a script. */
export function renderArchiveDocument(props: ArchiveDocumentProps): string {
  const { config, parts, children, title, path, hasPodcast } = props;
  const { productName } = config;
  return renderDocument({
    title: `${title} · ${productName}`,
    canonical: siteAddress(config.publicUrl, path),
    assets: parts.assets,
    brand: config.brand,
    head: <Head {...props} />,
    children: (
      <>
        <header className={styles.sky}>
          <a className={styles.home} href="/">
            <BrandName brand={config.brand} productName={productName} />
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
            {hasPodcast && <a href={podcastPath}>Podcast</a>}
            <a href="/privacy">Privacy</a>
          </nav>
        </footer>
      </>
    ),
  });
}

const sunrise = { path: '/word.png', alt: 'A sunrise, and above it: A word to start the day' };

function Head(props: ArchiveDocumentProps) {
  const { config, parts, title, description, path, head } = props;
  const { picture = props.config.brand ? { ...sunrise, path: props.config.brand.picture } : sunrise } = props;
  const { productName, publicUrl } = config;
  const absolute = (target: string) => siteAddress(publicUrl, target);
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
      {props.hasPodcast && (
        <link
          rel="alternate"
          type="application/rss+xml"
          title={`${productName}, the podcast`}
          href={podcastPath}
        />
      )}
      {head}
      <script src={parts.assets.script} type="module" />
    </>
  );
}

// A page of a month has hundreds of dates, for which a formatter of `Intl` takes a fifth of its time.
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

function partsOf(date: string) {
  const [year = '', month = '', day = ''] = date.split('-');
  return { year: Number(year), month: months[Number(month) - 1] ?? '', day: Number(day) };
}

/** `2026-11-22` as "November 22, 2026". */
export function longDate(date: string): string {
  const { year, month, day } = partsOf(date);
  return `${month} ${day}, ${year}`;
}

/** `2026-11-22` as "Nov 22". */
export function shortDate(date: string): string {
  const { month, day } = partsOf(date);
  return `${month.slice(0, 3)} ${day}`;
}

/** `2026-11` as "November 2026". */
export function monthName(date: string): string {
  const { year, month } = partsOf(date);
  return `${month} ${year}`;
}

/** One page for both words that do not exist and words not sent yet. */
export function renderNotFoundDocument(config: LandingConfig, parts: ArchiveParts): string {
  return renderArchiveDocument({
    config,
    parts,
    title: 'Not found',
    description: 'There is no page at this address.',
    path: archivePath,
    head: <meta name="robots" content="noindex" />,
    children: (
      <div>
        <h1 className={styles.title}>404 Page Not Found</h1>
        <p className={styles.definition}>
          There is no word at this address. <a href={archivePath}>See every word that went out.</a>
        </p>
      </div>
    ),
  });
}
