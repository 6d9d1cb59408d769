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
import { onScratch } from './scratch.ts';
import { checkBots, checkDictionary, checkEmail } from './services.ts';
import { showFindings } from './show-findings.ts';
import { checkTimeZone } from './time-zone.ts';

export async function doctor(cli: Cli): Promise<void> {
  const { out } = cli;
  const findings = await withSpinner(out, 'Having a look', examine);
  const isWell = findings.every(({ status }) => status !== 'failed');
  const shown = out.quiet ? findings.filter(({ status }) => status !== 'ok') : findings;
  if (out.json || shown.length > 0) {
    out.answer({ ok: isWell, findings }, () => showFindings(out, shown));
  }
  out.note(summary(findings));
  if (!isWell) cli.fail();
}

/** Looks at one thing after the other; what fails does not keep the rest from being looked at. */
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
      ? 'None is set: everything has its default.'
      : `${count === 1 ? '1 is' : `${count} are`} set, and nothing is wrong with them.`;
  const database = await checkDatabase(config.database);
  // Without a database that is up to date the services are still looked at.
  const rest = database.every(({ status }) => status === 'ok')
    ? await withProduct(config, async (wordrise) => [
        ...(await checkServices(wordrise)),
        ...(await checkData(wordrise)),
      ])
    : await onScratch(config, checkServices);
  return [{ name: 'Settings', status: 'ok', detail }, ...database, checkTimeZone(config), ...rest];
}

async function checkServices(wordrise: Wordrise): Promise<Finding[]> {
  return [...(await checkEmail(wordrise)), await checkDictionary(wordrise), await checkBots(wordrise)];
}

async function withProduct<T>(config: Config, work: (wordrise: Wordrise) => Promise<T>): Promise<T> {
  const wordrise = await openWordrise(config);
  try {
    return await work(wordrise);
  } finally {
    await wordrise.close();
  }
}

function summary(findings: Finding[]): string {
  const failed = findings.filter(({ status }) => status === 'failed').length;
  const warnings = findings.filter(({ status }) => status === 'warning').length;
  if (failed > 0)
    return failed === 1 ? 'One thing needs your attention.' : `${failed} things need your attention.`;
  return warnings > 0 ? 'Well, with a remark.' : 'All is well.';
}
