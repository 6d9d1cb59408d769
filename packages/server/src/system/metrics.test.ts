import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PerformanceObserver } from 'node:perf_hooks';
import { loadConfig, openWordrise, type Wordrise } from '@wordrise/core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryDatabaseUrl, temporaryFolder } from '../../../../test/databases.ts';
import { aWord } from '../../../../test/words.ts';
import { startSmtpServer } from '../../../core/src/mail/sandbox/smtp-server.ts';
import { createMetrics } from './metrics.ts';

interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string; refId: string }[];
}

async function open(env: Record<string, string> = {}): Promise<Wordrise> {
  const DATABASE_URL = await temporaryDatabaseUrl('sqlite');
  const wordrise = await openWordrise(loadConfig({ DATABASE_URL, DATA_DIR: temporaryFolder(), ...env }));
  onTestFinished(() => wordrise.close());
  return wordrise;
}

async function metricsText(): Promise<string> {
  const wordrise = await open();
  const metrics = createMetrics(wordrise);
  metrics.requestFinished({ method: 'GET', route: '/', status: 200, seconds: 0.1 });
  metrics.passFinished({ done: 1, waiting: 0, failed: 0 });
  return metrics.text();
}

/** The rules of promtool for names and help, as far as our kinds of metrics can break them. */
function problemsOf(text: string): string[] {
  const helps = new Set([...text.matchAll(/^# HELP (\S+) \S/gm)].map(([, name]) => name));
  return [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type = '']) => {
    const problems: [boolean, string][] = [
      [!helps.has(name), 'no help text'],
      [type === 'counter' && !name.endsWith('_total'), 'counter metrics should have "_total" suffix'],
      [type !== 'counter' && name.endsWith('_total'), 'non-counter metrics should not have "_total" suffix'],
      [/_(bucket|count|sum)$/.test(name), 'a suffix of histograms'],
      [/_(counter|gauge|histogram|summary)(_|$)/.test(name), 'a type in the name'],
      [/[A-Z:]/.test(name), 'not in snake case'],
      [/_(ms|milliseconds|minutes|hours|kb|mb|kilobytes|megabytes|percent)(_|$)/.test(name), 'no base unit'],
    ];
    return problems.filter(([isProblem]) => isProblem).map(([, problem]) => `${name}: ${problem}`);
  });
}

test('metrics follow the naming rules of Prometheus', async () => {
  const text = await metricsText();
  expect(text).toMatch(/^# TYPE wordrise_http_request_seconds histogram$/m);
  expect(problemsOf(text)).toEqual([]);
});

test('Node.js is observed once, however often the product is opened', async () => {
  const wordrise = await open();
  createMetrics(wordrise);
  const observe = vi.spyOn(PerformanceObserver.prototype, 'observe');
  const texts = [createMetrics(wordrise), createMetrics(wordrise)].map((metrics) => metrics.text());
  for (const text of await Promise.all(texts)) expect(text).toMatch(/^nodejs_heap_size_used_bytes \d/m);
  expect(observe).not.toHaveBeenCalled();
  observe.mockRestore();
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

test.skipIf(!hasPromtool)('promtool finds nothing', async () => {
  const ended = spawnSync('promtool', ['check', 'metrics'], { input: await metricsText(), encoding: 'utf8' });
  expect(ended).toMatchObject({ status: 0, stdout: '', stderr: '' });
});

test('the rules find a gauge named as a counter', () => {
  const text = '# HELP handles_total Open handles\n# TYPE handles_total gauge\n';
  expect(problemsOf(text)).toEqual(['handles_total: non-counter metrics should not have "_total" suffix']);
});

test('a send by SMTP is counted by what became of each reader', async () => {
  const wordrise = await open({ EMAIL_PROVIDER: 'smtp-sandbox', CONFIRM_SIGNUPS: 'off' });
  const metrics = createMetrics(wordrise);
  expect(await metrics.text()).not.toMatch(/^wordrise_send_readers\{/m);
  for (const email of ['ada@example.com', 'bob+bounce@example.com', 'eve+later@example.com'])
    await wordrise.readers.signUp(
      { email, firstName: 'Ada', favoriteWord: undefined },
      { address: '192.0.2.1' },
    );
  await wordrise.processor.runPass();
  const { id: wordId } = await wordrise.words.add(aWord());
  await wordrise.schedule.add({ wordId, scheduledDate: new Date().toISOString(), status: 'pending' });
  await wordrise.processor.runPass();
  const text = await metrics.text();
  expect(problemsOf(text)).toEqual([]);
  const readers = text.match(/^wordrise_send_readers.*$/gm);
  expect(readers).toEqual(
    expect.arrayContaining([
      'wordrise_send_readers{state="sent"} 1',
      'wordrise_send_readers{state="failed"} 1',
      'wordrise_send_readers{state="deferred"} 1',
      'wordrise_send_readers{state="in_flight"} 0',
    ]),
  );
  expect(text).toMatch(/^wordrise_deliveries_accepted_total 1$/m);
  expect(text).toMatch(/^wordrise_send_lag_seconds 0$/m);
  expect(text).not.toMatch(/^wordrise_mailbox_provider_readers\{/m);
});

test('mailbox providers that asked for less mail have gauges', async () => {
  const wordrise = await open({ EMAIL_PROVIDER: 'smtp-sandbox', CONFIRM_SIGNUPS: 'off' });
  for (const email of ['ada@example.com', 'bob+busy@gmail.com'])
    await wordrise.readers.signUp(
      { email, firstName: 'Ada', favoriteWord: undefined },
      { address: '192.0.2.1' },
    );
  await wordrise.processor.runPass();
  const { id: wordId } = await wordrise.words.add(aWord());
  await wordrise.schedule.add({ wordId, scheduledDate: new Date().toISOString(), status: 'pending' });
  await wordrise.processor.runPass();
  const text = await createMetrics(wordrise).text();
  expect(problemsOf(text)).toEqual([]);
  expect(text).toMatch(/^wordrise_mailbox_provider_readers\{provider="Google",state="waiting"\} 1$/m);
  expect(text).toMatch(/^wordrise_mailbox_provider_readers\{provider="other",state="sent"\} 1$/m);
  expect(text).toMatch(/^wordrise_mailbox_provider_backoff_seconds\{provider="Google"\} \d+$/m);
});

test('two mail servers, and a warm-up, have gauges', async () => {
  const server = await startSmtpServer({ faults: () => undefined, accept: async () => {} });
  onTestFinished(() => server.close());
  const wordrise = await open({
    EMAIL_PROVIDER: 'smtp',
    SMTP_URL: 'smtp://127.0.0.1:1',
    SMTP_SECURITY: 'none',
    SMTP_SECOND_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: 'Words <words@example.com>',
    POSTAL_ADDRESS: '1 Sample Street, Anytown 00000',
    CONFIRM_SIGNUPS: 'off',
    WARM_UP: '2, 4, 8',
    TIMEZONE: 'UTC',
  });
  const metrics = createMetrics(wordrise);
  const before = await metrics.text();
  expect(before).toMatch(/^wordrise_mail_server_out\{server="first"\} 0$/m);
  expect(before).toMatch(/^wordrise_warm_up_held_readers\{schedule="2, 4, 8"\} 0$/m);
  for (const name of ['ada', 'bob', 'eve'])
    await wordrise.readers.signUp(
      { email: `${name}@example.com`, firstName: 'Ada', favoriteWord: undefined },
      { address: '192.0.2.1' },
    );
  await wordrise.processor.runPass();
  const { id: wordId } = await wordrise.words.add(aWord());
  await wordrise.schedule.add({ wordId, scheduledDate: new Date().toISOString(), status: 'pending' });
  await wordrise.processor.runPass();
  const text = await metrics.text();
  expect(problemsOf(text)).toEqual([]);
  expect(text.match(/^wordrise_(mail_server|warm_up)_.*$/gm)).toEqual(
    expect.arrayContaining([
      'wordrise_mail_server_emails_total{server="first",result="accepted"} 0',
      'wordrise_mail_server_emails_total{server="second",result="accepted"} 2',
      'wordrise_mail_server_emails_total{server="second",result="refused"} 0',
      'wordrise_mail_server_emails_total{server="second",result="later"} 0',
      'wordrise_mail_server_emails_total{server="second",result="unknown"} 0',
      'wordrise_mail_server_out{server="first"} 1',
      'wordrise_mail_server_out{server="second"} 0',
      expect.stringMatching(/^wordrise_mail_server_backoff_seconds\{server="first"\} [1-9]\d*$/),
      'wordrise_warm_up_day{schedule="2, 4, 8"} 1',
      'wordrise_warm_up_days{schedule="2, 4, 8"} 3',
      'wordrise_warm_up_emails{schedule="2, 4, 8"} 2',
      'wordrise_warm_up_taken_emails{schedule="2, 4, 8"} 2',
      'wordrise_warm_up_held_readers{schedule="2, 4, 8"} 1',
    ]),
  );
});

test('with one mail server and no warm-up, none of them has a value', async () => {
  expect(await metricsText()).not.toMatch(/^wordrise_(mail_server|warm_up)_/m);
});

describe('the dashboard for Grafana', () => {
  const file = join(import.meta.dirname, '../../../../examples/grafana/wordrise.json');
  const dashboard: { panels: Panel[] } = JSON.parse(readFileSync(file, 'utf8'));
  const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

  test('asks only for metrics that there are', async () => {
    const text = await metricsText();
    const names = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
    expect(expressions.length).toBeGreaterThan(10);
    for (const expression of expressions) {
      const asked = expression.match(/\b(wordrise|process|nodejs)_\w+/g) ?? [];
      expect(asked, expression).not.toEqual([]);
      for (const name of asked) expect(names, expression).toContain(name.replace(/_(bucket|count|sum)$/, ''));
    }
  });

  test('shows the pace of mailbox providers', () => {
    for (const name of ['wordrise_mailbox_provider_readers', 'wordrise_mailbox_provider_backoff_seconds'])
      expect(expressions.join('\n')).toContain(name);
  });

  test.each([
    'wordrise_mail_server_emails_total',
    'wordrise_mail_server_out',
    'wordrise_mail_server_backoff_seconds',
    'wordrise_warm_up_emails',
    'wordrise_warm_up_taken_emails',
    'wordrise_warm_up_held_readers',
  ])('shows %s', (name) => {
    expect(expressions.join('\n')).toContain(name);
  });

  test('has panels that do not overlap, each with its own id', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, nth) => `${x + (nth % w)} ${y + Math.floor(nth / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBeLessThanOrEqual(24);
  });

  test.skipIf(!hasPromtool)('has expressions that Prometheus can read', () => {
    const rules = expressions.map((expr, nth) => ({
      record: `panel:${nth}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    }));
    const path = join(temporaryFolder(), 'rules.yml');
    // JSON is YAML.
    writeFileSync(path, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    const ended = spawnSync('promtool', ['check', 'rules', path], { encoding: 'utf8' });
    expect(ended).toMatchObject({ status: 0, stderr: '' });
  });
});
