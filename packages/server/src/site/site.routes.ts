import { createHash } from 'node:crypto';
import type Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import send from 'koa-send';
import type { ServerState } from '../http/server-state.ts';
import type { Site } from './site.ts';

/** The widget files: any site may load them, and caches may keep them for an hour. */
export function widgetRoutes(router: Router<ServerState>, { widgets }: Site): void {
  for (const [path, { body, type }] of widgets) {
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
    router.get(path, (ctx) => {
      ctx.set('Access-Control-Allow-Origin', '*');
      ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
      ctx.set('Cache-Control', 'public, max-age=3600, stale-while-revalidate=86400');
      ctx.set('ETag', etag);
      ctx.status = 200;
      if (ctx.fresh) {
        ctx.status = 304;
        return;
      }
      ctx.type = type;
      ctx.body = body;
    });
  }
}

/** Built files, the landing page, and the app for every other path, with status 404 if it has no such page. */
export function pages({ landing, app, assets, pagePaths }: Site): Middleware<ServerState> {
  const known = new Set(pagePaths);
  return async function pages(ctx, next) {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    if (ctx.path === '/') return html(ctx, landing, 200);
    if (ctx.path.startsWith(assets.path)) return asset(ctx, assets);
    if (await rootFile(ctx, assets)) return;
    html(ctx, app, known.has(ctx.path.replace(/\/$/, '')) ? 200 : 404);
  };
}

function html(ctx: Context, body: string, status: number): void {
  ctx.status = status;
  ctx.type = 'text/html; charset=utf-8';
  // It names files whose names change with every build.
  ctx.set('Cache-Control', 'no-cache');
  ctx.body = body;
}

async function asset(ctx: Context, { folder, path }: Site['assets']): Promise<void> {
  try {
    const name = ctx.path.slice(path.length);
    // Their names contain a hash of their content.
    const options = { root: folder, maxage: 31_536_000_000, immutable: true };
    if (name === '' || (await send(ctx, name, options)) === undefined) ctx.throw(404);
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
  } catch (error) {
    // Invalid names and names that lead out of the folder are not found either.
    if (((error as { status?: number }).status ?? 500) >= 500) throw error;
    ctx.status = 404;
    ctx.type = 'text/plain';
    ctx.body = 'File not found.';
  }
}

/** Files such as /favicon.svg and /robots.txt. */
async function rootFile(ctx: Context, { folder }: Site['assets']): Promise<boolean> {
  if (!/^\/[\w-]+\.(svg|png|ico|txt|webmanifest)$/.test(ctx.path)) return false;
  try {
    await send(ctx, ctx.path, { root: `${folder}/..`, maxage: 86_400_000 });
    return true;
  } catch (error) {
    if ((error as { status?: number }).status !== 404) throw error;
    return false;
  }
}
