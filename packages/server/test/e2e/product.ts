import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type AnswerOf, type Endpoint, type EndpointName, endpoints } from '@wordrise/core/contract';
import {
  type APIRequestContext,
  type BrowserContextOptions,
  type FrameLocator,
  type Locator,
  type Page,
  request,
} from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';
import type {} from '../../../../test/browser-run.ts';
import { eventually } from '../../../../test/eventually.ts';
import { openPage } from '../../../admin-ui/test/built-site.ts';
import { canRunHere, runHere } from '../../../cli/test/run-here.ts';
import { type BuiltServer, bin, serveBuilt, serveHere } from './serve-built.ts';

export { waitForToast } from '../../../../test/browser.ts';

export const admin = { username: 'admin', password: 'correct horse battery' };
/**
 * Differs from the browser's, so that a mixed-up time zone fails a test. The morning's time has passed there: before it,
 * today has a row of its own, and the dashboard is about today.
 */
export const timezone =
  ['America/New_York', 'Asia/Dhaka'].find(
    (zone) => Number(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZone: zone }).format()) >= 8,
  ) ?? 'America/New_York';

/** Cookies, as a browser keeps them. */
type Session = Awaited<ReturnType<APIRequestContext['storageState']>>;

export interface Product {
  url: string;
  /** The admin's session, if it was started with an admin who is signed in. */
  session?: Session;
  /** Where the admin account is created, with its token, if it needs one. */
  setupLink?: string | undefined;
  /** Runs the built CLI on the same data and returns its standard output. */
  cli(...args: string[]): Promise<string>;
  stop(): Promise<void>;
}

/** The built product as users start it, in a process of its own. */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  return productAt(await serveBuilt({ TIMEZONE: timezone, ...settings }));
}

/** The built product in this process, before the first admin. */
export async function startProductHere(settings: Record<string, string> = {}): Promise<Product> {
  return productAt(await serveHere({ TIMEZONE: timezone, ...settings }));
}

function productAt({ url, dataDir, env, setupLink, stop }: BuiltServer): Product {
  return {
    url,
    setupLink,
    async cli(...args) {
      if (!canRunHere(args, env)) {
        return (await promisify(execFile)(process.execPath, [bin, ...args], { cwd: dataDir, env })).stdout;
      }
      const { stdout, stderr, code } = await runHere({ folder: dataDir, args, env });
      if (code !== 0) throw new Error(`wordrise ${args.join(' ')} ended with ${code}: ${stderr}`);
      return stdout;
    },
    stop: () => stop(),
  };
}

/** The data of a product that has an admin, and the session of that admin. */
interface Prepared {
  data: string;
  session: Session;
}

/** Shared by all test files in one worker. */
let prepared: Promise<Prepared> | undefined;

async function prepare(): Promise<Prepared> {
  const server = await serveHere({ TIMEZONE: timezone });
  const cookies = await request.newContext();
  const call = callsOf(cookies, server.url);
  await call('setupAdmin', { body: admin });
  await call('login', { body: admin });
  const session = await cookies.storageState();
  await cookies.dispose();
  const data = join(inject('browserRun'), crypto.randomUUID());
  await server.stop(data);
  return { data, session };
}

/** The built product in this process, with an admin who is signed in. */
export async function startProductWithAdmin(settings: Record<string, string> = {}): Promise<Product> {
  prepared ??= prepare();
  const { data, session } = await prepared;
  return { ...productAt(await serveHere({ TIMEZONE: timezone, ...settings }, { data })), session };
}

/** The built product in this process, without words; `theAdmin` creates its admin. */
export async function startEmptyProduct(settings: Record<string, string>): Promise<Product> {
  return productAt(await serveHere(settings, { starterWords: false }));
}

/** Like `startProductHere`; stops when the test ends. */
export async function theProduct(settings?: Record<string, string>): Promise<Product> {
  return untilTheEnd(await startProductHere(settings));
}

/** Like `startProduct`; stops when the test ends. */
export async function theStartedProduct(settings?: Record<string, string>): Promise<Product> {
  return untilTheEnd(await startProduct(settings));
}

function untilTheEnd(product: Product): Product {
  onTestFinished(product.stop);
  return product;
}

interface CallOptions {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: unknown;
}

/** Calls the API and expects success. */
export type Call = <N extends EndpointName>(name: N, options?: CallOptions) => Promise<AnswerOf<N>>;

/** @param request Its cookies are sent; `page.request` shares them with the page. */
export function callsOf(request: APIRequestContext, url: string): Call {
  return async (name, { params = {}, query = {}, body } = {}) => {
    const { method, path, status = 200 }: Endpoint = endpoints[name];
    const filled = path.replace(/\{(\w+)\}/g, (_all, key) => encodeURIComponent(String(params[key])));
    const response = await request.fetch(url + filled, {
      method,
      params: query,
      // A slow test may reuse a connection just as the server closes it.
      headers: { Origin: new URL(url).origin, 'Content-Type': 'application/json', Connection: 'close' },
      ...(body === undefined ? {} : { data: JSON.stringify(body) }),
    });
    expect(`${response.status()} ${await response.text()}`).toMatch(new RegExp(`^${status} `));
    return response.json();
  };
}

export interface SignedIn {
  product: Product;
  page: Page;
  call: Call;
}

/** A product with an admin, in this process unless it is given, and a page that is signed in as the admin. */
export async function theAdmin(options: BrowserContextOptions = {}, product?: Product): Promise<SignedIn> {
  const started = product ?? untilTheEnd(await startProductWithAdmin());
  const page = await openPage({
    baseURL: started.url,
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    ...(started.session ? { storageState: started.session } : {}),
    ...options,
  });
  const call = callsOf(page.request, started.url);
  if (!started.session) {
    if ((await call('needsSetup')).needsSetup) await call('setupAdmin', { body: admin });
    await call('login', { body: admin });
  }
  return { product: started, page, call };
}

/** Schedules a word for now and waits for its email in the outbox. */
export async function deliver(call: Call, word: string): Promise<void> {
  const { words } = await call('searchWords', { query: { q: word } });
  const wordId = words.find((one) => one.word === word)?.id;
  const scheduledDate = new Date().toISOString();
  await call('scheduleEmail', { body: { wordId, scheduledDate } });
  await eventually(async () => {
    const { emails } = await call('listOutbox');
    expect(emails.map(({ subject }) => subject)).toContain(`Wordrise: ${word}`);
  });
}

/** The email that a page shows: in a frame within another frame, both with this title. */
export function emailIn(page: Page, title?: string): FrameLocator {
  const frame = title ? `iframe[title="${title}"]` : 'iframe';
  // A live preview loads the next email behind the one that is shown.
  return page.frameLocator(frame).locator(frame).last().contentFrame();
}

/** Signs in on the login page. */
export async function logIn(page: Page, { username, password } = admin): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/**
 * The session ends at the server, and a click on the button finds out, unless a call of the page came first: then the
 * login page is there already.
 */
export async function endSession(button: Locator): Promise<void> {
  const page = button.page();
  await page.context().clearCookies();
  await button.evaluateAll(([element]) => (element as HTMLElement | undefined)?.click());
  await page.getByText('Your session has ended. Sign in to continue.').waitFor();
}

export function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}
