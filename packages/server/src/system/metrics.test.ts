import { loadConfig, openWordrise } from '@wordrise/core';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDatabaseUrl, temporaryFolder } from '../../../../test/databases.ts';
import { createMetrics } from './metrics.ts';

async function metricsText(): Promise<string> {
  const DATABASE_URL = await temporaryDatabaseUrl('sqlite');
  const wordrise = await openWordrise(loadConfig({ DATABASE_URL, DATA_DIR: temporaryFolder() }));
  onTestFinished(() => wordrise.close());
  const metrics = createMetrics(wordrise);
  metrics.requestFinished({ method: 'GET', route: '/', status: 200, seconds: 0.1 });
  metrics.passFinished({ done: 1, waiting: 0, failed: 0 });
  return metrics.text();
}

/** The rules that promtool applies to names and help, as far as our kinds of metric can break them. */
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

test('the rules find a gauge named as a counter', () => {
  const text = '# HELP handles_total Open handles\n# TYPE handles_total gauge\n';
  expect(problemsOf(text)).toEqual(['handles_total: non-counter metrics should not have "_total" suffix']);
});
