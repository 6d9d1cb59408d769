/** @jsxImportSource preact */

import { siteAddress } from '@wordrise/core/constants';
import type { PrivacyPage } from '@wordrise/core/contract';
import { BrandName } from './brand.tsx';
import { type LandingAssets, renderDocument } from './document.tsx';
import * as landing from './landing.css.ts';
import { LeavingForm } from './own-page.tsx';
import * as styles from './privacy.css.ts';
import type { LandingConfig } from './render-landing.tsx';

/** What a link in an email opens: a few sentences and at most one button or link. */
export interface Notice {
  title: string;
  paragraphs: string[];
  /** A button that posts to a path of this site. */
  action?: { path: string; label: string } | undefined;
  /** A link to a path of this site, below the button. */
  link?: { path: string; label: string } | undefined;
  /** The path that an optional answer to why somebody left is posted to. */
  asksWhyAt?: string | undefined;
  /** Shows a link to the signup form. */
  offersSignup?: boolean;
}

/** A complete HTML document without a script. Opening it changes nothing: mail scanners open every link. */
export function renderNoticeDocument(
  { productName, publicUrl, brand }: LandingConfig,
  assets: LandingAssets,
  { title, paragraphs, action, link, asksWhyAt, offersSignup }: Notice,
): string {
  return renderDocument({
    title: `${title} · ${productName}`,
    canonical: publicUrl,
    assets,
    brand,
    head: <meta name="robots" content="noindex" />,
    children: (
      <>
        <header className={styles.hero}>
          <a className={styles.home} href="/">
            <BrandName brand={brand} productName={productName} />
          </a>
          <h1 className={styles.title}>{title}</h1>
        </header>
        <main className={styles.desk}>
          <article className={styles.sheet}>
            {paragraphs.map((text) => (
              <p key={text}>{text}</p>
            ))}
            {action && (
              <form className={styles.form} method="post" action={action.path}>
                <button className={styles.button} type="submit">
                  {action.label}
                </button>
              </form>
            )}
            {link && (
              <p>
                <a href={link.path}>{link.label}</a>
              </p>
            )}
            {asksWhyAt && <LeavingForm path={asksWhyAt} />}
            {offersSignup && (
              <a className={styles.button} href="/#signup">
                Sign up
              </a>
            )}
          </article>
        </main>
        <footer className={styles.footer}>
          <p>{productName}. One word each morning.</p>
          <a className={landing.footerLink} href="/privacy">
            Privacy
          </a>
        </footer>
      </>
    ),
  });
}

/** @jsxImportSource preact */
/** The signup form alone, without a script. It was posted, so opening it again changes nothing. */
export function renderSignupDocument(
  { productName, publicUrl, brand }: LandingConfig,
  assets: LandingAssets,
  form: string,
): string {
  return renderDocument({
    title: `Sign up · ${productName}`,
    canonical: publicUrl,
    assets,
    brand,
    head: (
      <>
        <meta name="robots" content="noindex" />
        <link rel="stylesheet" href="/widgets.css" />
      </>
    ),
    children: (
      <>
        <header className={styles.hero}>
          <a className={styles.home} href="/">
            <BrandName brand={brand} productName={productName} />
          </a>
          <h1 className={styles.title}>Get a word each morning</h1>
        </header>
        <main className={styles.desk}>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by our own widgets package, which escapes */}
          <section className={styles.sheet} dangerouslySetInnerHTML={{ __html: form }} />
        </main>
        <footer className={styles.footer}>
          <p>{productName}. One word each morning.</p>
          <a className={landing.footerLink} href="/privacy">
            Privacy
          </a>
        </footer>
      </>
    ),
  });
}

/** @jsxImportSource preact */
/** The privacy page as a complete HTML document. It needs no script. */
export function renderPrivacyDocument(
  { productName, publicUrl, brand }: LandingConfig,
  assets: LandingAssets,
  { title, html }: PrivacyPage,
): string {
  return renderDocument({
    title: `${title} · ${productName}`,
    canonical: siteAddress(publicUrl, '/privacy'),
    assets,
    brand,
    children: (
      <>
        <header className={styles.hero}>
          <a className={styles.home} href="/">
            <BrandName brand={brand} productName={productName} />
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
