import { screen, waitFor, within } from '@testing-library/react';
import { type Endpoint, endpoints, type SystemView } from '@wordrise/core/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, held, refuse, runningSystem } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T12:10:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const system: SystemView = {
  ...runningSystem,
  productName: 'Dawn Words',
  publicUrl: 'https://words.example.com',
  environment: 'production',
  database: { kind: 'postgresql', version: '17.2' },
  processor: { enabled: true, lastRunAt: '2026-12-01T12:05:00.000Z' },
  versions: [
    { name: 'Node.js', version: '24.21.0' },
    { name: 'koa', version: '3.3.0' },
    { name: 'left-pad', version: '1.0.0' },
  ],
  variables: [
    { name: 'DATABASE_URL', purpose: 'where the data lives', required: true, configured: true },
    { name: 'MERRIAM_WEBSTER_API_KEY', purpose: 'the key', required: true, configured: false },
    { name: 'PORT', purpose: 'the port the server listens on', required: false, configured: false },
    { name: 'NODE_ENV', purpose: 'development, production or test', required: false, configured: true },
  ],
};

interface Opened extends Partial<SystemView> {
  answers?: Answers;
}
function openSpecs({ answers, ...fields }: Opened = {}) {
  return renderApp({ path: '/admin/tech-specs', answers: { system: { ...system, ...fields }, ...answers } });
}
const card = async (name: string) => within(await screen.findByRole('region', { name }));
/** The value beside a label. */
async function fact(cardName: string, label: string) {
  const term = (await card(cardName)).getByText(label);
  return term.parentElement?.querySelector('dd')?.textContent;
}

test('leads back to the dashboard', async () => {
  openSpecs();
  const back = await screen.findByRole('link', { name: 'Back to Dashboard' });
  expect(back.getAttribute('href')).toBe('/admin');
});

test('has a card for each part of the specification', async () => {
  openSpecs();
  for (const name of [
    'Frontend',
    'Backend',
    'Database',
    'External services',
    'Schema',
    'API endpoints',
    'Deployment',
    'Environment variables',
    'Key features',
  ]) {
    expect(await screen.findByRole('region', { name })).toBeDefined();
  }
});

test.each([
  { card: 'Installation', label: 'Product', value: 'Dawn Words' },
  { card: 'Installation', label: 'Public address', value: 'https://words.example.com' },
  { card: 'Installation', label: 'Time zone', value: 'New\u00a0York (America/New_York)' },
  { card: 'Installation', label: 'Environment', value: 'production' },
  { card: 'Database', label: 'Kind', value: 'PostgreSQL' },
  { card: 'Database', label: 'Version', value: '17.2' },
  { card: 'Backend', label: 'Runtime', value: 'Node.js 24.21.0' },
  { card: 'Backend', label: 'HTTP server', value: 'koa 3.3.0' },
  { card: 'Backend', label: 'Library', value: 'left-pad 1.0.0' },
  { card: 'External services', label: 'Email', value: 'iContact emails go out to readers' },
  { card: 'External services', label: 'Dictionary', value: 'WordNet offline, from this machine' },
  { card: 'External services', label: 'Bot check', value: 'Off honeypot and limits only' },
  { card: 'Background processing', label: 'Runs', value: 'In the server, every 5 minutes' },
  {
    card: 'Background processing',
    label: 'Last run',
    value: 'Tue, Dec 1, 2026, 07:05\u00a0·\u00a0New\u00a0York',
  },
])('$card, $label: $value', async ({ card, label, value }) => {
  openSpecs();
  await waitFor(async () => expect(await fact(card, label)).toBe(value));
});

test('sandbox, Merriam-Webster and reCAPTCHA are told apart', async () => {
  openSpecs({ emailProvider: 'sandbox', dictionary: 'merriam-webster', botCheck: 'recaptcha' });
  await waitFor(async () =>
    expect(await fact('External services', 'Email')).toBe('Sandbox no email leaves this machine'),
  );
  expect(await fact('External services', 'Dictionary')).toContain('Merriam-Webster');
  expect(await fact('External services', 'Bot check')).toContain('reCAPTCHA');
});

test.each([
  { why: 'never ran', processor: { enabled: true, lastRunAt: null }, last: 'Not yet', runs: 'In the server' },
  {
    why: 'is late',
    processor: { enabled: true, lastRunAt: '2026-12-01T11:00:00.000Z' },
    last: 'Late',
    runs: 'In the server',
  },
  {
    why: 'runs outside',
    processor: { enabled: false, lastRunAt: '2026-12-01T12:05:00.000Z' },
    last: '07:05',
    runs: 'cron or systemd calls wordrise process',
  },
])('a processor that $why', async ({ processor, last, runs }) => {
  openSpecs({ processor });
  await waitFor(async () => expect(await fact('Background processing', 'Last run')).toContain(last));
  expect(await fact('Background processing', 'Runs')).toContain(runs);
});

test.each([
  { publicUrl: 'https://words.example.com', said: /sent over https alone/ },
  { publicUrl: 'http://words.example.com', said: /may be sent in the clear/ },
])('says what $publicUrl means for cookies', async ({ publicUrl, said }) => {
  openSpecs({ publicUrl });
  expect(await (await card('Deployment')).findByText(said)).toBeDefined();
});

test('says of each variable whether it is set', async () => {
  openSpecs();
  const rows = async (name: string) =>
    within(await screen.findByRole('list', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(await rows('Required variables')).toEqual([
    'DATABASE_URLwhere the data livesConfigured',
    'MERRIAM_WEBSTER_API_KEYthe keyNot set',
  ]);
  expect(await rows('Optional variables')).toEqual([
    'PORTthe port the server listens onDefault',
    'NODE_ENVdevelopment, production or testConfigured',
  ]);
});

test('lists every call of the contract once, with method, path, summary and access', async () => {
  openSpecs();
  const list = await card('API endpoints');
  const said = list.getAllByRole('listitem').map((item) => item.textContent);
  const access = { session: 'Session', public: 'Public', embed: 'Public, other sites too' };
  const all = Object.values<Endpoint>(endpoints);
  expect(said.toSorted()).toEqual(
    all.map((one) => `${one.method}${one.path}${one.summary}${access[one.access]}`).toSorted(),
  );
  const words = within(list.getByRole('region', { name: 'Words' }));
  expect(words.getAllByText('/api/admin/words')).toHaveLength(2);
});

test('shows the tables with their fields', async () => {
  openSpecs();
  const schema = await card('Schema');
  const users = within(schema.getByRole('region', { name: 'Table users' }));
  expect(users.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'idintegerprimary key',
    'usernametextunique; at most 100',
    'passwordtexta bcrypt hash',
    'created_attimestamp',
    'updated_attimestamp',
  ]);
});

test('asks anew when it opens and when told to', async () => {
  const { user, server } = openSpecs();
  await waitFor(async () => expect(await fact('Database', 'Version')).toBe('17.2'));
  const before = server.callsOf('system').length;
  server.answer({ system: { ...system, database: { kind: 'postgresql', version: '18.0' } } });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(async () => expect(await fact('Database', 'Version')).toBe('18.0'));
  expect(server.callsOf('system')).toHaveLength(before + 1);
});

test('loading: what is known already is there', async () => {
  const answer = held(system);
  openSpecs({ answers: { system: answer.answer } });
  expect(await screen.findByText('Loading the system')).toBeDefined();
  expect(screen.getByRole('region', { name: 'API endpoints' })).toBeDefined();
  answer.release();
  await waitFor(async () => expect(await fact('Database', 'Kind')).toBe('PostgreSQL'));
  expect(screen.queryByText('Loading the system')).toBeNull();
});

test('when the system cannot be read it says so, what is fixed stays, and trying again mends it', async () => {
  const { user, server } = openSpecs({
    answers: { system: refuse(503, 'database.unreachable', 'The database does not answer.') },
  });
  expect(await screen.findByText('The system could not be read')).toBeDefined();
  expect(screen.getByRole('region', { name: 'Schema' })).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Database' })).toBeNull();
  server.answer({ system });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(async () => expect(await fact('Database', 'Kind')).toBe('PostgreSQL'));
});
