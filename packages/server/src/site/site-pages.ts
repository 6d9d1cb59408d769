import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type Config, cacheByKey, databaseFailure, type Wordrise } from '@wordrise/core';
import {
  basePath,
  campaignOf,
  emailFramePath,
  escapeHtml,
  messages,
  type PrivacyPage,
  signedUpPaths,
} from '@wordrise/core/contract';
import type { Context, Middleware } from 'koa';
import { archivePages } from '../archive/archive-pages.ts';
import { recordingFiles } from '../archive/recording-files.ts';
import { emailFrameHeaders, type Headers } from '../http/security-headers.ts';
import type { ServerState } from '../http/session.ts';
import { htmlPage, redirect, type SendFile, staticFile } from '../http/static-file.ts';
import { type Branded, type BrandedPages, brandFiles, inBrand } from './brand.ts';
import type { Site } from './site.ts';

/** Paths of the API, and of the links in emails if they are complete. Everything else is a page or a file. */
const apiPath =
  /^\/(api(\/.*)?|(healthz|readyz|metrics)\/?|(confirm|unsubscribe|preferences|quiz|recall\/[^/]+)\/[^/].*)$/i;

/** Answers requests for the files of the site. They need neither session nor, once the design is known, database. */
export function siteFiles(
  site: Site,
  pages: BrandedPages,
  wordrise: Pick<Wordrise, 'config' | 'archive'>,
): Middleware<ServerState> {
  const files = filesByPath(site, pages, wordrise);
  return function siteFiles(ctx, next) {
    const { path } = ctx;
    const file = isRead(ctx) ? files.get(path) : undefined;
    if (!file) return next();
    if (site.widgets.has(path)) ctx.state.route = path;
    return file(ctx);
  };
}

/** Answers requests for pages from the database, and for pages and files that do not exist. */
export function sitePages(
  site: Site,
  pages: BrandedPages,
  wordrise: Pick<Wordrise, 'config' | 'privacy' | 'archive' | 'templates' | 'words'>,
  onPageError: Middleware,
): Middleware<ServerState> {
  const privacy = privacyPage(wordrise, pages);
  const archive = archivePages(wordrise, pages.current);
  // The app's script reports it.
  const unknownPage = htmlPage(sayUnknown(site.app, wordrise.config), { status: 404 });
  const unknownAsset = staticFile({
    status: 404,
    type: 'text/plain; charset=utf-8',
    headers: {},
    body: Buffer.from('File not found.'),
  });

  const brand = brandFiles(wordrise, pages, unknownAsset);
  const recording = recordingFiles(wordrise, unknownAsset);

  function find(path: string): SendFile | undefined {
    if (/^\/privacy\/?$/.test(path)) return privacy;
    const page = archive(path);
    if (page) return page;
    const ofBrand = brand(path);
    if (ofBrand) return ofBrand;
    const sound = recording(path);
    if (sound) return sound;
    if (path.startsWith(site.assets.path)) return unknownAsset;
    return apiPath.test(path) ? undefined : unknownPage;
  }

  return function sitePages(ctx, next) {
    const page = isRead(ctx) ? find(ctx.path) : undefined;
    return page ? onPageError(ctx, () => page(ctx)) : next();
  };
}

/** Says so without scripts, too: a reader whose link was cut off has no use for a line about the admin area. */
function sayUnknown(app: string, { publicUrl }: Pick<Config, 'publicUrl'>): string {
  const text = `${messages.notFound}. There is no page at this address. The link may be old or incomplete.`;
  const link = `<a href="${escapeHtml(basePath(publicUrl))}/">Go to the front page</a>`;
  return app.replace(/<noscript>.*?<\/noscript>/s, () => `<noscript>${text} ${link}</noscript>`);
}

function isRead({ method }: Context): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** The landing page, the app, assets and widgets, all of them in memory. */
function filesByPath(
  { login, app, assets, pagePaths, widgets }: Site,
  pages: BrandedPages,
  { config, archive }: Pick<Wordrise, 'config' | 'archive'>,
): Map<string, SendFile> {
  const embeddable = { 'Cross-Origin-Resource-Policy': 'cross-origin' };
  const files = new Map<string, SendFile>();
  addFolder(files, '/', join(assets.folder, '..'), { 'Cache-Control': 'max-age=86400' });
  // Asset names contain a hash of their content.
  addFolder(files, assets.path, assets.folder, {
    ...embeddable,
    'Cache-Control': 'max-age=31536000,immutable',
  });
  for (const [path, file] of widgets) {
    const headers = {
      ...embeddable,
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'public, max-age=3600, stale-while-revalidate=86400',
    };
    const text = file.body.toString();
    const made = (branded: Branded) =>
      staticFile({ ...file, body: Buffer.from(inBrand(text, branded.design)), headers });
    files.set(path, inLook(pages, made));
  }
  const addPage = (path: string, page: SendFile) => files.set(path, page).set(`${path}/`, page);
  const appPage = htmlPage(app);
  for (const path of pagePaths) addPage(path, appPage);
  addPage('/login', htmlPage(login));
  files.set(emailFramePath, htmlPage(emailFrame, { headers: emailFrameHeaders }));
  files.set('/', landingPage(pages, config.course ? emptyUntilSent(archive) : async () => false));
  const { welcomeTitle, welcome, confirmTitle, confirm, lookInSpam, startAgain } = messages.signup;
  const signedUp = { title: welcomeTitle(config.productName), paragraphs: [welcome] };
  files.set(
    signedUpPaths.welcome,
    inLook(pages, ({ renderNotice }) => htmlPage(renderNotice(signedUp))),
  );
  const almost = {
    title: confirmTitle,
    paragraphs: [confirm, lookInSpam],
    link: { path: '/#signup', label: startAgain },
  };
  files.set(
    signedUpPaths.confirm,
    inLook(pages, ({ renderNotice }) => htmlPage(renderNotice(almost))),
  );
  return files;
}

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

/** The landing page, whose form keeps the campaign of the link that led to it, also without scripts. */
function landingPage(pages: BrandedPages, isArchiveEmpty: () => Promise<boolean>): SendFile {
  const usual = inLook(pages, ({ landing }) => htmlPage(landing));
  const early = inLook(pages, ({ renderLanding }) => htmlPage(renderLanding(undefined, true)));
  const byCampaign = cacheByKey<SendFile>({ keptMs: 3_600_000, now: () => performance.now(), most: 50 });
  return async (ctx) => {
    const isEmpty = await isArchiveEmpty();
    const plain = isEmpty ? early : usual;
    if (ctx.querystring === '') return plain(ctx);
    const campaign = campaignOf(new URLSearchParams(ctx.querystring));
    if (campaign === '') return plain(ctx);
    const { key, renderLanding } = await pages.current();
    const page = async () => htmlPage(renderLanding(campaign, isEmpty));
    return (await byCampaign(`${key} ${isEmpty} ${campaign}`, page))(ctx);
  };
}

/**
 * Lessons of a course are not in the archive: it may stay empty for good, so the landing page links to it only once an
 * email of the schedule went out.
 */
function emptyUntilSent(archive: Wordrise['archive']): () => Promise<boolean> {
  const asked = cacheByKey<boolean>({ keptMs: 10_000, now: () => performance.now() });
  let isEmpty = true;
  return async () => {
    // The page is shown even while the database cannot be asked.
    if (isEmpty)
      isEmpty = await asked('', async () => (await archive.latest(1)).length === 0).catch(() => true);
    return isEmpty;
  };
}

/** A file that is made again only when the design has changed. */
function inLook(pages: BrandedPages, make: (branded: Branded) => SendFile): SendFile {
  let made: { of: Branded; file: SendFile } | undefined;
  return async (ctx) => {
    const of = await pages.current();
    if (made?.of !== of) made = { of, file: make(of) };
    return made.file(ctx);
  };
}

/** Adds the files of a folder, except pages, which are rendered. */
function addFolder(files: Map<string, SendFile>, path: string, folder: string, headers: Headers): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const type = types[extname(name)];
    if (!type) continue;
    const body = readFileSync(join(folder, name));
    files.set(`${path}${name}`, staticFile({ type, headers, body }));
  }
}

/** An empty page. The admin area puts an email's frame into it, so that the email gets the policy of this page. */
const emailFrame = `<!doctype html>
<html lang="en">
<title>Email</title>
<style>html, body, iframe { display: block; width: 100%; height: 100%; margin: 0; border: 0 }</style>
</html>
`;

/** The owner's own privacy page, or ours, which is rendered again only when its text has changed. */
function privacyPage(
  { config, privacy }: Pick<Wordrise, 'config' | 'privacy'>,
  pages: BrandedPages,
): SendFile {
  if (config.privacyUrl) {
    const { href } = new URL(config.privacyUrl);
    return redirect(href, { status: 302, caching: 'no-cache', text: `The privacy page is at ${href}` });
  }
  let current: { page: PrivacyPage; of: Branded; file: SendFile } | undefined;
  return async (ctx) => {
    const page = await privacy.page().catch((error) => {
      // While the database restarts, slightly old text is better than none.
      if (current && databaseFailure(error)) return current.page;
      throw error;
    });
    const of = await pages.current();
    if (current?.page !== page || current.of !== of)
      current = { page, of, file: htmlPage(of.renderPrivacy(page)) };
    return current.file(ctx);
  };
}
