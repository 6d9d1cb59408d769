import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { escapeHtml } from '@wordrise/core/constants';
import type { MonthPage, QuizPageView, RecallPageView, WordPage } from '@wordrise/core/contract';
import { type RenderedForm, renderSampleElement, renderSignupElement } from '@wordrise/widgets/server';
import { type ArchiveParts, renderNotFoundDocument } from './archive/archive-document.tsx';
import { renderMonthDocument } from './archive/render-month.tsx';
import { renderWordDocument } from './archive/render-word.tsx';
import type { Brand } from './landing/brand.tsx';
import type { LandingAssets } from './landing/document.tsx';
import { type OwnPageDocument, renderOwnPageDocument } from './landing/own-page.tsx';
import { renderQuizDocument } from './landing/quiz-page.tsx';
import { renderRecallDocument } from './landing/recall-page.tsx';
import { type LandingConfig, renderLandingDocument } from './landing/render-landing.tsx';
import {
  type Notice,
  renderNoticeDocument,
  renderPrivacyDocument,
  renderSignupDocument,
} from './landing/render-text-pages.tsx';
import { sampleWords } from './landing/sample-words.ts';

// What the server imports. This file is bundled into dist/index.js, beside the built pages in dist/site.

declare const LANDING_ASSETS: LandingAssets;
declare const ARCHIVE_ASSETS: LandingAssets;
declare const LOGIN_SCRIPT: string;
declare const PAGE_PATHS: readonly string[];

/** Folder of the scripts, styles and fonts, whose names change with their content. Files with fixed names, such as
 * favicon.svg, are in its parent. */
export const assetsFolder: string = fileURLToPath(new URL('./site/assets', import.meta.url));
/** The URL path under which the pages expect that folder. */
export const assetsPath = '/assets/';

/**
 * The landing page as a complete HTML document. Rendering takes a moment: cache the result.
 *
 * @param campaign That of the link to the page, which the form sends with a signup.
 */
export function renderLanding(config: LandingConfig, campaign?: string): string {
  const { productName, firstName } = config;
  return renderLandingDocument(config, LANDING_ASSETS, {
    signup: renderSignupElement({ productName, firstName, campaign }),
    sample: renderSampleElement({ productName, samples: sampleWords }),
  });
}

/**
 * The privacy page as a complete HTML document.
 *
 * @param page Its title, and as HTML what is below it.
 */
export function renderPrivacy(config: LandingConfig, page: { title: string; html: string }): string {
  return renderPrivacyDocument(config, LANDING_ASSETS, page);
}

/** The quiz of a weekly email, as a complete HTML document. */
export function renderQuiz(config: LandingConfig, page: QuizPageView): string {
  return renderQuizDocument(config, LANDING_ASSETS, page);
}

/** The page of an earlier word, as a complete HTML document. */
export function renderRecall(config: LandingConfig, page: RecallPageView): string {
  return renderRecallDocument(config, LANDING_ASSETS, page);
}

/** The page that a link in an email opens, as a complete HTML document. */
export function renderNotice(config: LandingConfig, notice: Notice): string {
  return renderNoticeDocument(config, LANDING_ASSETS, notice);
}

/** What a visitor without scripts gets if a signup failed: the form again, as it was filled in. */
export function renderSignup(config: LandingConfig, page: SignupPage): string {
  const { productName, firstName } = config;
  return renderSignupDocument(config, LANDING_ASSETS, {
    form: renderSignupElement({ productName, firstName, ...page }),
    hasErrors: !page.texts,
  });
}

/** What was entered into a form, and what is wrong with it. */
export type SignupPage = Required<Pick<RenderedForm, 'values' | 'hidden' | 'problems' | 'problem'>> & {
  campaign?: string | undefined;
  /** Above `problem`, instead of saying that it failed. */
  texts?: { failedTitle: string } | undefined;
};

/** A reader's own page, as a complete HTML document. */
export function renderOwnPage(config: LandingConfig, page: OwnPageDocument): string {
  return renderOwnPageDocument(config, LANDING_ASSETS, page);
}

/** The pages of words that were sent, each as a complete HTML document. */
export function archivePages(config: LandingConfig): ArchivePages {
  const { productName, firstName } = config;
  const signup = renderSignupElement({ productName, firstName });
  const parts: ArchiveParts = { assets: ARCHIVE_ASSETS, signup };
  return {
    word: (page) => renderWordDocument(config, parts, page),
    month: (page) => renderMonthDocument(config, parts, page),
    notFound: renderNotFoundDocument(config, parts),
  };
}

export interface ArchivePages {
  word: (page: WordPage) => string;
  month: (page: MonthPage) => string;
  /** The same for every address without a page. */
  notFound: string;
}

export interface AppConfig {
  productName: string;
}

/** The HTML of setup and the admin area: the same for every path; its script draws the page. */
export function renderApp({ productName }: AppConfig): string {
  const html = readFileSync(new URL('./site/index.html', import.meta.url), 'utf8');
  // A function, so that a `$` in the name stays a `$`.
  return html
    .replaceAll(/ (href|src)="\.\//g, ' $1="/')
    .replace('<title>Wordrise</title>', () => `<title>${escapeHtml(productName)}</title>`);
}

/** The same for the login page, whose script is fetched with the shared ones, not once they have run. */
export function renderLogin(config: AppConfig): string {
  const preload = `<link rel="modulepreload" crossorigin href="${LOGIN_SCRIPT}" />`;
  return renderApp(config).replace('</head>', `${preload}</head>`);
}

/** Every path that leads to a page. The server answers other paths with the same HTML, but with status 404. */
export const pagePaths: readonly string[] = PAGE_PATHS;

/** The style sheet of the owner's design. */
export { renderBrandStyles } from './landing/brand-styles.ts';
export type { Brand, LandingConfig, Notice, OwnPageDocument };
