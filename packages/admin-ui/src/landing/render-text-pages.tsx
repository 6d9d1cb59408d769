/** @jsxImportSource preact */

import { siteAddress } from '@wordrise/core/constants';
import type { PrivacyPage } from '@wordrise/core/contract';
import type { LandingAssets } from './document.tsx';
import { LeavingForm } from './own-page.tsx';
import * as styles from './privacy.css.ts';
import type { LandingConfig } from './render-landing.tsx';
import { notIndexed, renderSheetPage } from './sheet-page.tsx';

/** What a link in an email opens: a few sentences and at most one button or link. */
export interface Notice {
  title: string;
  paragraphs: string[];
  /** A button that posts to a path of this site. */
  action?: { path: string; label: string } | undefined;
  /** A link to a path of this site, below the button. */
  link?: { path: string; label: string } | undefined;
  /** The path that an optional answer to why someone left is posted to. */
  asksWhyAt?: string | undefined;
  /** Shows a link to the signup form. */
  offersSignup?: boolean;
}

/** A complete HTML document without a script. Opening it changes nothing: mail scanners open every link. */
export function renderNoticeDocument(
  config: LandingConfig,
  assets: LandingAssets,
  { title, paragraphs, action, link, asksWhyAt, offersSignup }: Notice,
): string {
  return renderSheetPage(config, assets, {
    title,
    canonical: config.publicUrl,
    head: notIndexed,
    children: (
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
    ),
  });
}

/**
 * The signup form alone, without a script. It was posted, so opening it again changes nothing.
 *
 * @param hasErrors Says so first in the title, which a screen reader reads when the page opens.
 */
export function renderSignupDocument(
  config: LandingConfig,
  assets: LandingAssets,
  { form, hasErrors }: { form: string; hasErrors: boolean },
): string {
  return renderSheetPage(config, assets, {
    title: hasErrors ? 'Error: Sign up' : 'Sign up',
    heading: 'Get a word each morning',
    canonical: config.publicUrl,
    head: (
      <>
        <meta name="robots" content="noindex" />
        <link rel="stylesheet" href="/widgets.css" />
      </>
    ),
    // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by our own widgets package, which escapes
    children: <section className={styles.sheet} dangerouslySetInnerHTML={{ __html: form }} />,
  });
}

/** The privacy page as a complete HTML document. It needs no script. */
export function renderPrivacyDocument(
  config: LandingConfig,
  assets: LandingAssets,
  { title, html }: PrivacyPage,
): string {
  return renderSheetPage(config, assets, {
    title,
    canonical: siteAddress(config.publicUrl, '/privacy'),
    footer: { path: '/', label: 'Sign up' },
    // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by core, which lets no HTML through
    children: <article className={styles.sheet} dangerouslySetInnerHTML={{ __html: html }} />,
  });
}
