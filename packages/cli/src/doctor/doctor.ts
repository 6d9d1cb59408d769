import {
  type Config,
  isDomainError,
  loadConfig,
  openWordrise,
  readEnvironment,
  type Wordrise,
} from '@wordrise/core';
import type { Cli } from '../command-line/cli.ts';
import { withSpinner } from '../terminal/spinner.ts';
import { checkData, checkDatabase } from './data.ts';
import type { Finding } from './finding.ts';
import { checkProxy } from './proxy.ts';
import { onScratch } from './scratch.ts';
import { checkServices } from './services.ts';
import { showFindings } from './show-findings.ts';
import { checkTimeZone } from './time-zone.ts';

export async function doctor(cli: Cli): Promise<void> {
  const { out } = cli;
  const findings = await withSpinner(out, 'Checking the installation', examine);
  const isOk = findings.every(({ status }) => status !== 'failed');
  const shown = out.quiet ? findings.filter(({ status }) => status !== 'ok') : findings;
  if (out.json || shown.length > 0) {
    out.answer({ ok: isOk, findings }, () => showFindings(out, shown));
  }
  out.note(summary(findings));
  if (!isOk) cli.fail();
}

/** Checks one thing after another; a failure does not keep the rest from being checked. */
async function examine(): Promise<Finding[]> {
  let config: Config;
  try {
    config = loadConfig(readEnvironment());
  } catch (error) {
    if (!isDomainError(error, 'config.invalid')) throw error;
    return Object.entries(error.fields ?? {}).map(([name, [problem = '']]) => {
      return { name: 'Settings', status: 'failed', detail: `${name} ${problem}. Run: wordrise setup` };
    });
  }
  const count = config.configured.length;
  const detail =
    count === 0
      ? 'None is set: all have their defaults.'
      : `${count === 1 ? '1 is' : `${count} are`} set, and all are valid.`;
  const database = await checkDatabase(config.database);
  // Apart from the data: each call to a service is counted in the database.
  const services = await onScratch(config, checkServices);
  const isReady = database.every(({ status }) => status === 'ok');
  const data = isReady ? await withProduct(config, checkData) : [];
  const settings: Finding = { name: 'Settings', status: 'ok', detail };
  return [settings, ...database, checkTimeZone(config), ...checkProxy(config), ...services, ...data];
}

async function withProduct<T>(config: Config, work: (wordrise: Wordrise) => Promise<T>): Promise<T> {
  const wordrise = await openWordrise(config, { access: 'read' });
  try {
    return await work(wordrise);
  } finally {
    await wordrise.close();
  }
}

function summary(findings: Finding[]): string {
  const failed = findings.filter(({ status }) => status === 'failed').length;
  const warnings = findings.filter(({ status }) => status === 'warning').length;
  if (failed === 1) return 'One thing needs your attention.';
  if (failed > 1) return `${failed} things need your attention.`;
  return warnings > 0 ? 'OK, with warnings.' : 'Everything is OK.';
}
