import { screen, waitFor, within } from '@testing-library/react';
import { type Endpoint, endpoints, type SystemView } from '@wordrise/core/contract';
import { expect, test } from 'vitest';
import { type Answers, emailFacts, held, refuse, runningSystem } from '../../testing/fake-server.ts';
import { fixDate } from '../../testing/fix-date.ts';
import { renderApp } from '../../testing/render-app.tsx';

fixDate('2026-12-01T12:10:00Z');

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
  /** `checks` if left out. */
  tab?: string;
}
function openSpecs({ answers, tab, ...fields }: Opened = {}) {
  const path = `/admin/tech-specs${tab ? `#${tab}` : ''}`;
  return renderApp({ path, answers: { system: { ...system, ...fields }, ...answers } });
}
const card = async (name: string) => within(await screen.findByRole('region', { name }));
/** The value beside a label. Not by role: computing the roles of this long page takes seconds on a slow machine. */
function fact(cardName: string, label: string) {
  const heading = screen.getByText(cardName, { selector: 'h2' });
  const section = heading.closest('section') as HTMLElement;
  const term = within(section).getByText(label, { selector: 'dt' });
  return term.parentElement?.querySelector('dd')?.textContent;
}

test('leads back to the dashboard', async () => {
  openSpecs();
  const back = await screen.findByRole('link', { name: 'Back to Dashboard' });
  expect(back.getAttribute('href')).toBe('/admin');
});

test('has a card for each part of the specification, checks first', async () => {
  const { user } = openSpecs();
  const cards = {
    Checks: ['External services', 'Background processing', 'Database', 'Installation'],
    System: ['Backend', 'Frontend', 'Key features', 'Deployment'],
    Variables: ['Environment variables'],
    Schema: ['Schema'],
    Endpoints: ['API endpoints'],
  };
  for (const [tab, names] of Object.entries(cards)) {
    const link = await screen.findByRole('link', { name: tab });
    if (tab !== 'Checks') await user.click(link);
    await waitFor(() => expect(link.getAttribute('aria-current')).toBe('true'));
    for (const name of names) await screen.findByRole('region', { name });
  }
  expect(screen.queryByRole('region', { name: 'External services' })).toBeNull();
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
  await waitFor(() => expect(fact(card, label)).toBe(value));
});

test('shows sandbox, Merriam-Webster and reCAPTCHA', async () => {
  openSpecs({ ...emailFacts.sandbox, dictionary: 'merriam-webster', botCheck: 'recaptcha' });
  await waitFor(() =>
    expect(fact('External services', 'Email')).toBe('Sandbox no email leaves this machine'),
  );
  expect(fact('External services', 'Dictionary')).toContain('Merriam-Webster');
  expect(fact('External services', 'Bot check')).toContain('reCAPTCHA');
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
  await waitFor(() => expect(fact('Background processing', 'Last run')).toContain(last));
  expect(fact('Background processing', 'Runs')).toContain(runs);
});

test.each([
  { publicUrl: 'https://words.example.com', said: /sent over https only/ },
  { publicUrl: 'http://words.example.com', said: /may be sent unencrypted/ },
])('shows what $publicUrl means for cookies', async ({ publicUrl, said }) => {
  openSpecs({ publicUrl, tab: 'system' });
  expect(await (await card('Deployment')).findByText(said)).toBeDefined();
});

test('shows for each variable whether it is set', async () => {
  openSpecs({ tab: 'variables' });
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
  openSpecs({ tab: 'endpoints' });
  const list = await card('API endpoints');
  const said = list.getAllByRole('listitem').map((item) => item.textContent);
  const access = { session: 'Session', public: 'Public', embed: 'Public, other sites too', token: 'Token' };
  const all = Object.values<Endpoint>(endpoints);
  expect(said.toSorted()).toEqual(
    all.map((one) => `${one.method}${one.path}${one.summary}${access[one.access]}`).toSorted(),
  );
  const words = within(list.getByRole('list', { name: 'Words calls' }));
  expect(words.getAllByText('/api/admin/words')).toHaveLength(2);
});

test('shows the tables with their fields', async () => {
  openSpecs({ tab: 'schema' });
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

test('refetches when it opens and on Refresh', async () => {
  const { user, server } = openSpecs();
  await waitFor(() => expect(fact('Database', 'Version')).toBe('17.2'));
  const before = server.callsOf('system').length;
  server.answer({ system: { ...system, database: { kind: 'postgresql', version: '18.0' } } });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(fact('Database', 'Version')).toBe('18.0'));
  expect(server.callsOf('system')).toHaveLength(before + 1);
});

test('the page is rendered once, when the system is loaded', async () => {
  const answer = held(system);
  openSpecs({ tab: 'endpoints', answers: { system: answer.answer } });
  expect(await screen.findByText('Loading')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'API endpoints' })).toBeNull();
  answer.release();
  await waitFor(() => expect(fact('Database', 'Kind')).toBe('PostgreSQL'));
  expect(screen.queryByText('Loading')).toBeNull();
});

test('when the system cannot be loaded it says so, the fixed parts stay, and trying again works', async () => {
  const { user, server } = openSpecs({
    tab: 'schema',
    answers: { system: refuse(503, 'database.unreachable', 'The database does not answer.') },
  });
  expect(await screen.findByText('The system could not be loaded')).toBeDefined();
  expect(screen.getByRole('region', { name: 'Schema' })).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Database' })).toBeNull();
  server.answer({ system });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(fact('Database', 'Kind')).toBe('PostgreSQL'));
});

test('emails are checked on request, and the records to add are shown', async () => {
  const { user, server } = openSpecs({
    ...emailFacts.smtp,
    answers: {
      checkMail: {
        checks: [
          { name: 'reachable', status: 'ok', detail: 'the mail server answers' },
          {
            name: 'dmarc',
            status: 'warning',
            detail: 'Add a TXT record to _dmarc.example.com: v=DMARC1; p=none',
          },
        ],
      },
    },
  });
  const check = await card('Can emails be sent?');
  expect(server.callsOf('checkMail')).toHaveLength(0);
  await user.click(check.getByRole('button', { name: 'Check now' }));
  const results = within(await check.findByRole('list', { name: 'Results' })).getAllByRole('listitem');
  expect(results.map(({ textContent }) => textContent)).toEqual([
    'Email providerOKthe mail server answers',
    'DMARC recordNeeds attentionAdd a TXT record to _dmarc.example.com: v=DMARC1; p=none',
  ]);
});
