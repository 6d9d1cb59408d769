import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const widgets = fileURLToPath(new URL('../../widgets/dist', import.meta.url));
const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
// As strict as a policy gets; the server's own is no stricter.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'";

/** Answers by `METHOD /path`: status and JSON. */
export type ApiAnswers = Record<string, (body: unknown) => { status: number; body: unknown }>;

export interface BuiltSite {
  url: string;
  /** Paths asked for, in order. */
  asked: string[];
  /** Bodies sent to the API, by `METHOD /path`. */
  sent: { call: string; body: unknown }[];
}

/** The built pages under a strict content security policy, over a stand-in for the API. */
export async function openSite(answers: ApiAnswers): Promise<BuiltSite> {
  const { renderLanding, renderApp } = await import(join(dist, 'index.js'));
  const asked: string[] = [];
  const sent: BuiltSite['sent'] = [];
  const landing = renderLanding({
    productName: 'Wordrise',
    publicUrl: 'http://localhost',
    recaptchaSiteKey: null,
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

let browser: Browser;

/** Call once in a test file. What is tested are the built files. */
export function withChromium(): void {
  beforeAll(async () => {
    if (!existsSync(join(dist, 'index.js'))) throw new Error('Nothing is built: run `npm run build` first.');
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
  });
  afterAll(() => browser?.close());
}

/** A page in a context of its own. The test fails where a script threw or the policy refused something. */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) wrong.push(message.text());
  });
  onTestFinished(async () => {
    await context.close();
    expect(wrong).toEqual([]);
  });
  return page;
}
