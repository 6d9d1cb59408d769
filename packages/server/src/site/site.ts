import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Config } from '@wordrise/core';

/** What the server shows to browsers, built by other packages. */
export interface Site {
  /** The landing page, whole. */
  landing: string;
  /** The page that every other path answers with; its script draws what belongs there. */
  app: string;
  /** Folder of the built files, and the path it is served under. */
  assets: { folder: string; path: string };
  /** Paths of the app's pages: `app` answers every other path too, but with 404. */
  pagePaths: readonly string[];
  /** `/widgets.js` and whatever stands beside it. */
  widgets: Map<string, { body: Buffer; type: string }>;
}

interface AdminUi {
  renderLanding(options: { productName: string; recaptchaSiteKey: string | null; publicUrl: string }): string;
  renderApp(options: { productName: string }): string;
  assetsFolder: string;
  assetsPath: string;
  pagePaths: readonly string[];
}

const widgetFiles = [
  {
    path: '/widgets.js',
    file: '@wordrise/widgets/wordrise-widgets.js',
    type: 'text/javascript; charset=utf-8',
  },
  { path: '/widgets.css', file: '@wordrise/widgets/style.css', type: 'text/css; charset=utf-8' },
];

/** Loads the built pages and renders the landing page once: nothing in it changes while the server runs. */
export async function loadSite(config: Config): Promise<Site> {
  const adminUi: AdminUi = await import('@wordrise/admin-ui' as string);
  const { productName, publicUrl, botCheck } = config;
  const recaptchaSiteKey = botCheck.kind === 'recaptcha' ? botCheck.siteKey : null;
  return {
    landing: adminUi.renderLanding({ productName, recaptchaSiteKey, publicUrl }),
    app: adminUi.renderApp({ productName }),
    assets: { folder: adminUi.assetsFolder, path: adminUi.assetsPath },
    pagePaths: adminUi.pagePaths,
    widgets: await loadWidgets(),
  };
}

async function loadWidgets(): Promise<Site['widgets']> {
  const require = createRequire(import.meta.url);
  const widgets: Site['widgets'] = new Map();
  for (const { path, file, type } of widgetFiles) {
    widgets.set(path, { body: await readFile(require.resolve(file)), type });
  }
  return widgets;
}
