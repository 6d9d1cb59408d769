import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { newPage, type PageOptions, startChromium } from '../../../test/browser.ts';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const widgets = fileURLToPath(new URL('../../widgets/dist', import.meta.url));
const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
// The strictest possible policy; the server's own is no stricter.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'";

/** Answers by `METHOD /path`: status and JSON. */
export type ApiAnswers = Record<string, (body: unknown) => { status: number; body: unknown }>;

export interface BuiltSite {
  url: string;
  /** Requested paths, in order. */
  asked: string[];
  /** Bodies sent to the API, by `METHOD /path`. */
  sent: { call: string; body: unknown }[];
}

/** The built pages under a strict content security policy, over a stand-in for the API. */
export async function openSite(answers: ApiAnswers): Promise<BuiltSite> {
  const { renderLanding, renderApp }: typeof import('@wordrise/admin-ui') = await import(
    join(dist, 'index.js')
  );
  const asked: string[] = [];
  const sent: BuiltSite['sent'] = [];
  const landing = renderLanding({
    productName: 'Wordrise',
    publicUrl: 'http://localhost',
  });
  const app = renderApp({ productName: 'Wordrise' });

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    asked.push(pathname);
    response.setHeader('Content-Security-Policy', policy);
    const call = `${request.method} ${pathname}`;
    if (pathname.startsWith('/api/')) {
      const body = await bodyOf(request);
      sent.push({ call, body });
      const answer = answers[call]?.(body) ?? {
        status: 404,
        body: { message: call, code: 'request.not_found' },
      };
      response.writeHead(answer.status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(answer.body));
      return;
    }
    const file = fileOf(pathname);
    const type = types[extname(pathname)] ?? 'text/html; charset=utf-8';
    response.writeHead(200, { 'Content-Type': type });
    response.end(file ? await readFile(file) : pathname === '/' ? landing : app);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, sent };
}

function fileOf(path: string): string | undefined {
  if (path === '/widgets.js') return join(widgets, 'wordrise-widgets.js');
  if (path === '/widgets.css') return join(widgets, 'style.css');
  const file = join(dist, 'site', path);
  return extname(path) !== '' && existsSync(file) ? file : undefined;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? undefined : JSON.parse(text);
}

/** Call once at the top of a test file. The built files are tested. */
export function withChromium(): void {
  startChromium(() => {
    if (!existsSync(join(dist, 'index.js'))) throw new Error('Nothing is built: run `npm run build` first.');
  });
}

/** A page in its own context. The test fails if a script throws or the content security policy blocks something. */
export async function openPage(options: PageOptions = {}): Promise<Page> {
  const page = await newPage({ viewport: { width: 1280, height: 900 }, ...options });
  const blocked: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) blocked.push(message.text());
  });
  onTestFinished(() => expect(blocked).toEqual([]));
  return page;
}
