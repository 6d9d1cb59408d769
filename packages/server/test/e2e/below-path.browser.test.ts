import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../test/databases.ts';
import { eventually } from '../../../../test/eventually.ts';
import { freePort } from '../../../../test/free-port.ts';
import { openPage, withChromium } from '../../../admin-ui/test/built-site.ts';
import { admin, callsOf, deliver, logIn, theStartedProduct, waitForToast } from './product.ts';

withChromium();

function runUntilTestEnds(program: string, args: string[], env: Record<string, string> = {}): void {
  const child = spawn(program, args, { env: { PATH: process.env.PATH, ...env }, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGTERM'));
}

/** As in the examples: the path is passed on unchanged. */
const proxies = {
  nginx(folder: string, port: number, socket: string): void {
    mkdirSync(join(folder, 'logs'));
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const site = `upstream wordrise { server unix:${socket}; keepalive 16; }
      server { listen 127.0.0.1:${port}; location /words/ { proxy_pass http://wordrise; proxy_http_version 1.1;
        proxy_set_header Connection ""; proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $remote_addr; } }`;
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const file = join(folder, 'nginx.conf');
    writeFileSync(
      file,
      `daemon off; ${user} pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off; ${temporary.join(' ')} ${site} }`,
    );
    runUntilTestEnds('nginx', ['-p', folder, '-c', file]);
  },
  caddy(folder: string, port: number, socket: string): void {
    const file = join(folder, 'Caddyfile');
    writeFileSync(
      file,
      `{\n\tadmin off\n\tauto_https off\n}\nhttp://127.0.0.1:${port} {\n\thandle /words/* {\n\t\treverse_proxy unix/${socket}\n\t}\n}\n`,
    );
    const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    runUntilTestEnds('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], env);
  },
};

/** What went wrong with requests of a page, and addresses outside of the path. */
function noteProblems(page: Page, url: string): string[] {
  const problems: string[] = [];
  page.on('response', (response) => {
    const about = `${response.status()} ${response.url()}`;
    if (response.url().startsWith('http') && !response.url().startsWith(`${url}/`))
      problems.push(`outside: ${about}`);
    // Before the login.
    if (response.status() >= 400 && response.status() !== 401) problems.push(about);
  });
  page.on('console', (message) => {
    // Emails are shown without their scripts.
    if (message.type() === 'error' && !/401|^Blocked script execution in 'about:srcdoc'/.test(message.text()))
      problems.push(message.text());
  });
  return problems;
}

test.each(['nginx', 'caddy'] as const)(
  'an installation below a path works behind %s and a Unix socket',
  async (name) => {
    if (spawnSync(name, [name === 'nginx' ? '-v' : 'version']).status !== 0)
      return console.log(`${name} is not installed; the test below a path was not run.`);
    const folder = temporaryFolder();
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/words`;
    const socket = join(folder, 'wordrise.sock');
    proxies[name](folder, port, socket);
    const { setupLink } = await theStartedProduct({ PUBLIC_URL: url, HOST: socket, TRUST_PROXY: '1' });
    await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200));

    const page = await openPage({ reducedMotion: 'reduce' });
    const problems = noteProblems(page, url);
    await page.goto(`${url}/`);
    await page.getByRole('textbox', { name: 'Email' }).fill('ann@example.com');
    await page.getByRole('textbox', { name: 'First name' }).fill('Ann');
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await waitForToast(page, /Welcome/);
    expect(await page.evaluate(() => document.fonts.check('500 20px Newsreader'))).toBe(true);
    await page.getByRole('link', { name: 'Privacy' }).last().click();
    await page.waitForURL(`${url}/privacy`);

    await page.goto(setupLink ?? '');
    await page.getByLabel('Username').fill(admin.username);
    await page.getByLabel('Password', { exact: true }).fill(admin.password);
    await page.getByLabel('Confirm Password').fill(admin.password);
    await page.getByRole('button', { name: 'Create Admin Account' }).click();
    await page.waitForURL(`${url}/login`);
    await page.goto(`${url}/admin/schedule?new=`);
    await page.waitForURL(/\/words\/login\?returnTo=\/admin\/schedule/);
    await logIn(page);
    await page.waitForURL(`${url}/admin/schedule?new=`);
    await deliver(callsOf(page.request, url), 'petrichor');
    const links = page.locator('a[href*="/admin"]');
    const all = await links.evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).href));
    const addresses = [...new Set(all)];
    expect(addresses.length).toBeGreaterThan(5);
    addresses.push(`${url}/admin/embed`, `${url}/admin/templates`, `${url}/admin/outbox`);
    for (const address of addresses) {
      expect(address).toContain(`${url}/admin`);
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
    }
    await page.goto(`${url}/words/petrichor`);
    await page.getByRole('heading', { level: 1, name: 'petrichor' }).waitFor();
    await page.getByRole('link', { name: 'Archive' }).click();
    await page.waitForURL(`${url}/archive`);
    expect(problems).toEqual([]);

    const widget = await page.evaluate(async (base) => {
      const script = document.createElement('script');
      script.src = `${base}/widgets.js`;
      document.head.append(script);
      await customElements.whenDefined('wordrise-signup');
      const form = document.querySelector('wordrise-signup')?.shadowRoot;
      return [...(form?.querySelectorAll('a') ?? [])].map(({ href }) => href);
    }, url);
    expect(widget).toContain(`${url}/privacy`);
  },
);
