import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { ArchivePages, Brand, Notice, OwnPageDocument, SignupPage } from '@wordrise/admin-ui';
import type { Config } from '@wordrise/core';
import {
  basePath,
  type Design,
  emailProviderFacts,
  escapeHtml,
  type PrivacyPage,
  type QuizPageView,
  type RecallPageView,
} from '@wordrise/core/contract';

/** The public pages, which show the owner's design. */
export interface SitePages {
  /** The complete landing page. */
  landing: string;
  /** The same for a link with a campaign, and while the archive is known to be empty without a link to it. */
  renderLanding: (campaign: string | undefined, isArchiveEmpty: boolean) => string;
  /** Renders the complete privacy page. */
  renderPrivacy: (page: PrivacyPage) => string;
  /** Renders the page that a link in an email opens. */
  renderNotice: (notice: Notice) => string;
  /** Renders the form again, for visitors without scripts. */
  renderSignup: (page: SignupPage) => string;
  /** Renders the quiz of a weekly email. */
  renderQuiz: (page: QuizPageView) => string;
  /** Renders the page of an earlier word. */
  renderRecall: (page: RecallPageView) => string;
  /** Renders a reader's own page. */
  renderOwnPage: (page: OwnPageDocument) => string;
  /** Renders the pages of words that were sent. */
  archive: ArchivePages;
}

/** The site that the server sends to browsers, built by other packages. */
export interface Site extends SitePages {
  /** The same pages in a design, with its style sheet. */
  renderBrand?: (brand: Brand) => SitePages;
  renderStyles?: (design: Design) => string;
  /** The HTML for the login page; its script renders the page. */
  login: string;
  /** The same for every other path. */
  app: string;
  /** Folder of the built files, and the path they are served under. */
  assets: { folder: string; path: string };
  /** Paths of the app's pages; any other path gets `app` with status 404. */
  pagePaths: readonly string[];
  /** The widget script and its style sheet, by the path they are served under. */
  widgets: Map<string, { body: Buffer; type: string }>;
}

const widgetFiles = [
  {
    path: '/widgets.js',
    file: '@wordrise/widgets/wordrise-widgets.js',
    type: 'text/javascript; charset=utf-8',
  },
  {
    path: '/bot-check.js',
    file: '@wordrise/widgets/bot-check.js',
    type: 'text/javascript; charset=utf-8',
  },
  {
    path: '/today.js',
    file: '@wordrise/widgets/wordrise-today.js',
    type: 'text/javascript; charset=utf-8',
  },
  { path: '/widgets.css', file: '@wordrise/widgets/style.css', type: 'text/css; charset=utf-8' },
];

/** Loads the built pages and renders the landing page once: it does not change while the server runs. */
export async function loadSite(config: Config): Promise<Site> {
  const adminUi = await import('@wordrise/admin-ui');
  const { productName, publicUrl, confirmSignups, firstName } = config;
  // In a course, the weekly email is for readers who have finished.
  const hasRecap =
    config.weekly.hasRecap && !config.course && emailProviderFacts[config.email.provider].ownsList;
  const placed = below(basePath(publicUrl));
  function render(brand?: Brand): SitePages {
    const landing = {
      productName,
      publicUrl,
      confirmSignups,
      firstName,
      hasArchive: config.archive,
      hasRecap,
      brand,
    };
    const archive = adminUi.archivePages(landing);
    return {
      landing: placed(adminUi.renderLanding(landing)),
      renderLanding(campaign, isArchiveEmpty) {
        const hasArchive = config.archive && !isArchiveEmpty;
        return placed(adminUi.renderLanding({ ...landing, hasArchive }, campaign));
      },
      renderPrivacy: (page) => placed(adminUi.renderPrivacy(landing, page)),
      renderNotice: (notice) => placed(adminUi.renderNotice(landing, notice)),
      renderSignup: (page) => placed(adminUi.renderSignup(landing, page)),
      renderQuiz: (page) => placed(adminUi.renderQuiz(landing, page)),
      renderRecall: (page) => placed(adminUi.renderRecall(landing, page)),
      renderOwnPage: (page) => placed(adminUi.renderOwnPage(landing, page)),
      archive: {
        word: (page) => placed(archive.word(page)),
        month: (page) => placed(archive.month(page)),
        notFound: placed(archive.notFound),
      },
    };
  }
  return {
    ...render(),
    renderBrand: render,
    renderStyles: adminUi.renderBrandStyles,
    login: placed(adminUi.renderLogin({ productName })),
    app: placed(adminUi.renderApp({ productName })),
    assets: { folder: adminUi.assetsFolder, path: adminUi.assetsPath },
    pagePaths: adminUi.pagePaths,
    widgets: await loadWidgets(),
  };
}

/**
 * Pages are rendered for the root of a host. For an installation below a path, this adds it to the addresses of the
 * site's own files, pages and forms, and tells scripts about it.
 */
function below(base: string): (html: string) => string {
  if (base === '') return (html) => html;
  const path = escapeHtml(base);
  return (html) =>
    html
      .replace('<html lang="en"', () => `<html lang="en" data-base="${path}"`)
      // In text, quotation marks are escaped.
      .replace(/ (href|src|action)="\/(?!\/)/g, (_match, name) => ` ${name}="${path}/`);
}

async function loadWidgets(): Promise<Site['widgets']> {
  const require = createRequire(import.meta.url);
  const widgets: Site['widgets'] = new Map();
  for (const { path, file, type } of widgetFiles) {
    widgets.set(path, { body: await readFile(require.resolve(file)), type });
  }
  return widgets;
}
