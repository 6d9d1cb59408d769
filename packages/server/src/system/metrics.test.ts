import { spawnSync } from 'node:child_process';
import { loadConfig, openWordrise, type Wordrise } from '@wordrise/core';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDatabaseUrl, temporaryFolder } from '../../../../test/databases.ts';
import { aWord } from '../../../../test/words.ts';
import { createMetrics } from './metrics.ts';

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
});
