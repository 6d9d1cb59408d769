import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../test/free-port.ts';

/** A browser with one page. */
export interface Engine {
  open(url: string): Promise<void>;
  /** Runs a function in the page; what it returns is JSON. */
  run<Answer>(code: () => Answer | Promise<Answer>): Promise<Answer>;
  close(): Promise<void>;
}

/** How to start an engine with Debian's packages; `undefined` if they are not installed. */
export const engines: { name: string; start: (() => Promise<Engine>) | undefined }[] = [
  { name: 'Firefox', start: has('firefox-esr', '--version') ? startFirefox : undefined },
  {
    name: 'WebKit',
    start:
      has('xvfb-run', '--help') && has('WebKitWebDriver', '--help') && miniBrowser()
        ? startWebKit
        : undefined,
  },
];

function has(program: string, argument: string): boolean {
  return spawnSync(program, [argument]).status === 0;
}

/** The browser of WebKitGTK's own tests, in a folder of the machine's architecture. */
function miniBrowser(): string | undefined {
  const paths = readdirSync('/usr/lib').flatMap((folder) =>
    ['4.1', '4.0'].map((version) => `/usr/lib/${folder}/webkit2gtk-${version}/MiniBrowser`),
  );
  return paths.find(existsSync);
}

async function startFirefox(): Promise<Engine> {
  const { default: puppeteer } = await import('puppeteer-core');
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: '/usr/bin/firefox-esr' });
  const page = await browser.newPage();
  return {
    open: async (url) => void (await page.goto(url)),
    run: (code) => page.evaluate(code) as never,
    close: () => browser.close(),
  };
}

/** Over WebDriver. It needs a window, so it gets an invisible display. */
async function startWebKit(): Promise<Engine> {
  const port = await freePort();
  const settings = { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', WEBKIT_DISABLE_DMABUF_RENDERER: '1' };
  const driver = spawn('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`], {
    env: { ...process.env, ...settings, LIBGL_ALWAYS_SOFTWARE: '1' },
    stdio: 'ignore',
    // It forms one process group with its display and the browser, which ends together.
    detached: true,
  });
  async function ask<Value>(method: string, path: string, body?: object): Promise<Value> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = (await response.json()) as { value: Value };
    if (!response.ok) throw new Error(JSON.stringify(value));
    return value;
  }
  while (driver.exitCode === null && !(await ask('GET', '/status').catch(() => false))) await pause(50);
  const options = { binary: miniBrowser(), args: ['--automation'] };
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  });
  const session = `/session/${sessionId}`;
  return {
    open: (url) => ask('POST', `${session}/url`, { url }),
    run: (code) => ask('POST', `${session}/execute/sync`, { script: `return (${code})()`, args: [] }),
    async close() {
      await ask('DELETE', session).catch(() => {});
      if (driver.pid) process.kill(-driver.pid);
    },
  };
}
