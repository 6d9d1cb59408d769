import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { emailFramePath } from '@wordrise/core/contract';
import { emailFrameHeaders, type Headers } from '../http/security-headers.ts';
import { emailFrame } from './email-frame.ts';
import type { Site } from './site.ts';
import { htmlPage, type PreparedFile, prepareFile } from './static-file.ts';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};

export interface SiteFiles {
  /** By URL path. */
  byPath: Map<string, PreparedFile>;
  /** For an unknown page; the app's script reports it. */
  unknownPage: PreparedFile;
  unknownAsset: PreparedFile;
}

/** All files of the site, read into memory: the landing page, the app, assets and widgets. */
export function siteFiles(
  { landing, login, app, assets, pagePaths, widgets }: Site,
  privacy: PreparedFile,
  security: Headers,
): SiteFiles {
  const appPage = htmlPage(app, security);
  const loginPage = htmlPage(login, security);
  const embeddable = { ...security, 'Cross-Origin-Resource-Policy': 'cross-origin' };
  const widgetHeaders = {
    ...embeddable,
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': 'public, max-age=3600, stale-while-revalidate=86400',
  };
  // Asset names contain a hash of their content.
  const assetHeaders = { ...embeddable, 'Cache-Control': 'max-age=31536000,immutable' };
  const rootHeaders = { ...security, 'Cache-Control': 'max-age=86400' };
  return {
    byPath: new Map<string, PreparedFile>([
      ...readFolder(join(assets.folder, '..'), '/', rootHeaders),
      ...readFolder(assets.folder, assets.path, assetHeaders),
      ...[...widgets].map(([path, file]) => entry(path, prepareFile({ ...file, headers: widgetHeaders }))),
      ...pagePaths.flatMap((path) => [entry(path, appPage), entry(`${path}/`, appPage)]),
      entry('/login', loginPage),
      entry('/login/', loginPage),
      entry(emailFramePath, htmlPage(emailFrame, emailFrameHeaders(security))),
      entry('/privacy', privacy),
      entry('/privacy/', privacy),
      entry('/', htmlPage(landing, security)),
    ]),
    unknownPage: htmlPage(app, security, { status: 404 }),
    unknownAsset: prepareFile({
      status: 404,
      type: 'text/plain; charset=utf-8',
      headers: security,
      body: Buffer.from('File not found.'),
    }),
  };
}

function entry(path: string, file: PreparedFile): [string, PreparedFile] {
  return [path, file];
}

/** The files of a folder by URL path, except pages, which are rendered. */
function readFolder(folder: string, path: string, headers: Headers): [string, PreparedFile][] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const type = types[extname(name)];
    if (!type) return [];
    return [entry(`${path}${name}`, prepareFile({ type, headers, body: readFileSync(join(folder, name)) }))];
  });
}
