import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { chromiumPath, launchChromium } from '../../test/chromium.ts';
import { temporaryFolder } from '../../test/databases.ts';

const types: Record<string, string> = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript' };

/** Builds the site and opens it in a browser. */
async function openSite() {
  const site = temporaryFolder();
  execFileSync('node', ['--conditions=source', join(import.meta.dirname, 'build.ts'), site]);
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname.replace(/\/$/, '/index.html');
    const file = join(site, path);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
    return response.end(readFileSync(file));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const browser = await launchChromium();
  onTestFinished(async () => {
    await browser.close();
    server.close();
  });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return page;
}

/** What people type, and the page that has to be among the first three. */
const questions: Record<string, string> = {
  csv: '/moving-here/',
  weekly: '/readers-and-emails/',
  gmail: '/send-with/gmail/',
  backup: '/backups/',
  restore: '/backups/',
  unsubscribe: '/faq/',
  widget: '/form-on-your-site/',
  react: '/form-on-your-site/',
  wordpress: '/form-on-your-site/',
  captcha: '/bots/',
  'error 535': '/trouble/',
  'forgot password': '/trouble/',
  'spam folder': '/trouble/',
  'two-factor': '/going-live/',
  dkim: '/deliverability/',
  bounce: '/bounces/',
  upgrade: '/upgrading/',
  docker: '/going-live/',
  mailchimp: '/moving-here/',
  cost: '/faq/',
};

test.skipIf(!existsSync(chromiumPath))('the search shows first what an owner asks for', async () => {
  const page = await openSite();
  await page.getByRole('button', { name: 'Search' }).click();
  const first: Record<string, string[]> = {};
  for (const question of Object.keys(questions)) {
    await page.getByRole('searchbox').fill(question);
    await page
      .locator('.pf-summary')
      .getByText(new RegExp(` for ${question}$`))
      .waitFor();
    const links = page.locator('.pf-result-link');
    await links.first().waitFor();
    first[question] = await links.evaluateAll((all) =>
      all.slice(0, 3).map((link) => link.getAttribute('href') ?? ''),
    );
  }
  const missed = Object.entries(first).filter(
    ([question, found]) => !found.includes(questions[question] ?? ''),
  );
  expect(missed).toEqual([]);
  expect(Object.values(first).filter(([path]) => path?.startsWith('/decisions/'))).toEqual([]);
});
