import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../test/databases.ts';
import { freePort } from '../../../test/free-port.ts';
import { givenNewInstallation } from './run-cli.ts';

const examples = join(import.meta.dirname, '../../../examples');
const has = (program: string, version: string) => spawnSync(program, [version]).status === 0;

function runUntilTestEnds(program: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(program, args, { env: { PATH: process.env.PATH, ...env }, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGTERM'));
  return child;
}

interface Answer {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Sends a request through the proxy, which has its own certificate. */
function ask(
  url: string,
  options: { method?: string; headers?: object; body?: string } = {},
): Promise<Answer> {
  const { method = 'GET', headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers: { ...headers }, rejectUnauthorized: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece) => (text += piece));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: text }),
      );
    });
    call.on('error', reject).end(body);
  });
}

/** nginx with the example's file, for two servers. */
async function startNginx([first, second]: number[]): Promise<string> {
  const folder = temporaryFolder();
  const [http, https] = [await freePort(), await freePort()];
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=words.example.com', '-days', '2'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...subject],
    { stdio: 'ignore' },
  );
  const site = readFileSync(join(examples, 'nginx/wordrise.conf'), 'utf8')
    .replaceAll('listen 80;', `listen 127.0.0.1:${http};`)
    .replaceAll('listen 443 ssl', `listen 127.0.0.1:${https} ssl`)
    .replaceAll(/^ *listen \[::\].+\n/gm, '')
    .replace('127.0.0.1:5000', `127.0.0.1:${first}`)
    .replace('# server 127.0.0.1:5001', `server 127.0.0.1:${second}`)
    .replace(/\/etc\/letsencrypt\S+fullchain.pem/, certificate)
    .replace(/\/etc\/letsencrypt\S+privkey.pem/, key);
  runNginx(folder, site);
  return `https://127.0.0.1:${https}`;
}

function runNginx(folder: string, site: string): void {
  mkdirSync(join(folder, 'logs'));
  writeFileSync(join(folder, 'site.conf'), site);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off; ${paths.join(' ')} include ${folder}/site.conf; }`,
  );
  runUntilTestEnds('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')]);
}

async function startCaddy([upstream]: number[]): Promise<string> {
  const folder = temporaryFolder();
  const port = await freePort();
  // Turns off what would affect the machine beyond this test.
  const options = '{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n';
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, options + readFileSync(join(examples, 'caddy/Caddyfile'), 'utf8'));
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  runUntilTestEnds('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    ...env,
    SITE: `https://127.0.0.1:${port}`,
    UPSTREAM: `127.0.0.1:${upstream}`,
  });
  return `https://127.0.0.1:${port}`;
}

test.for([
  { name: 'nginx', version: '-v', startProxy: startNginx },
  { name: 'caddy', version: 'version', startProxy: startCaddy },
])(
  'two servers on one PostgreSQL database work behind the example of $name',
  async ({ name, version, startProxy }, { skip }) => {
    if (!has(name, version)) return skip(`${name} is not installed`);
    const settings = {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      BOT_CHECK: 'off',
      SESSION_SECRET: 's'.repeat(32),
      TRUST_PROXY: '1',
      PUBLIC_URL: 'https://words.example.com',
      LOG_LEVEL: 'silent',
    };
    const { start, run } = await givenNewInstallation('postgresql', settings);
    const ports = [await freePort(), await freePort()];
    const servers = ports.map((port) => start(['serve', '--json'], { env: { PORT: String(port) } }));
    await Promise.all(servers.map((server) => server.until(/"listening"/)));
    const url = await startProxy(ports);
    await expect
      .poll(() =>
        ask(`${url}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);

    const page = await ask(url);
    expect(page.body).toContain('<title>');
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000');
    for (const path of ['/metrics', '/metrics/', '/Metrics', '/metrics//', '/%6detrics/'])
      expect({ path, status: (await ask(url + path)).status }).toEqual({ path, status: 404 });
    // A page or a word may start like it.
    expect((await ask(`${url}/metricsystem`)).body).toContain('<title>');
    const email = 'reader@example.com';
    const signup = await ask(`${url}/api/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.9' },
      body: JSON.stringify({ email, firstName: 'Ada' }),
    });
    expect(signup).toMatchObject({ status: 201 });
    // The visitor's real address, not the one that the visitor claims.
    expect((await run(['readers', 'show', email, '--json'])).json().ipAddress).toBe('127.0.0.1');

    // Either server may disappear.
    servers[name === 'nginx' ? 0 : 1]?.child.kill('SIGKILL');
    await expect.poll(() => ask(`${url}/readyz`).then(({ status }) => status)).toBe(200);
  },
);

test.skipIf(!has('nginx', '-v'))(
  'behind a proxy on the same machine that adds no header, strangers stay strangers',
  async () => {
    const METRICS_TOKEN = 'm'.repeat(32);
    const { start } = await givenNewInstallation('sqlite', {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      BOT_CHECK: 'off',
      SESSION_SECRET: 's'.repeat(32),
      PUBLIC_URL: 'https://words.example.com',
      METRICS_TOKEN,
      LOG_LEVEL: 'silent',
    });
    const [port, http] = [await freePort(), await freePort()];
    const [line] = await start(['serve', '--json'], { env: { PORT: String(port) } }).until(
      /.*"listening".*\n/,
    );
    const [, token] = JSON.parse(line).setupLink.split('#token=');
    const site = `server { listen 127.0.0.1:${http}; location / { proxy_pass http://127.0.0.1:${port}; } }`;
    runNginx(temporaryFolder(), site);
    const url = `http://127.0.0.1:${http}`;
    await expect
      .poll(() =>
        fetch(`${url}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);

    const setup = async (body: object) => {
      const response = await fetch(`${url}/api/setup-admin`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: 'https://words.example.com' },
        body: JSON.stringify({ username: 'owner', password: 'correct horse battery', ...body }),
      });
      return response.status;
    };
    const metrics = async (headers = {}) => (await fetch(`${url}/metrics`, { headers })).status;
    expect([await setup({}), await metrics()]).toEqual([403, 401]);
    expect([await setup({ token }), await metrics({ Authorization: `Bearer ${METRICS_TOKEN}` })]).toEqual([
      201, 200,
    ]);
  },
);
