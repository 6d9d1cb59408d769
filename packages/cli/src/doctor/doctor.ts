import {
  type Config,
  type DatabaseAccess,
  isDomainError,
  loadConfig,
  openWordrise,
  readEnvironment,
  type Wordrise,
} from '@wordrise/core';
import { testEmailInput } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { systemFailure } from '../command-line/report-error.ts';
import { withSpinner } from '../terminal/spinner.ts';
import { checkData, checkDatabase } from './data.ts';
import type { Finding } from './finding.ts';
import { checkProxy } from './proxy.ts';
import { onScratch } from './scratch.ts';
import { checkSending, checkServices } from './services.ts';
import { showFindings } from './show-findings.ts';
import { checkTimeZone } from './time-zone.ts';

export async function doctor(cli: Cli, { sendTo }: { sendTo?: string }): Promise<void> {
  const { out } = cli;
  const to = testEmailInput.shape.to.optional().parse(sendTo);
  const findings = await withSpinner(out, 'Checking the installation', () => examine(to));
  const isOk = findings.every(({ status }) => status !== 'failed');
  const shown = out.quiet ? findings.filter(({ status }) => status !== 'ok') : findings;
  if (out.json || shown.length > 0) {
    out.answer({ ok: isOk, findings }, () => showFindings(out, shown));
  }
  out.note(summary(findings));
  if (!isOk) cli.fail();
}

/** Checks one thing after another; a failure does not keep the rest from being checked. */
async function examine(sendTo: string | undefined): Promise<Finding[]> {
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
  const data = isReady ? await withProduct(config, 'read', checkData).catch(refusedByTheSystem) : [];
  const sending =
    isReady && sendTo !== undefined
      ? [await withProduct(config, 'existing', (wordrise) => checkSending(wordrise, sendTo))]
      : [];
  const settings: Finding = { name: 'Settings', status: 'ok', detail };
  return [
    settings,
    ...database,
    checkTimeZone(config),
    ...checkProxy(config),
    ...services,
    ...data,
    ...sending,
  ];
}

/** A file next to the database that cannot be opened, such as the sandbox's. */
function refusedByTheSystem(error: NodeJS.ErrnoException): Finding[] {
  const reason = systemFailure(error);
  if (!reason) throw error;
  const where = error.path && !reason.includes(error.path) ? `${error.path}: ` : '';
  const detail = `${where}${reason} Run doctor as the user that the server runs as.`;
  return [{ name: 'Data folder', status: 'failed', detail }];
}

async function withProduct<T>(
  config: Config,
  access: DatabaseAccess,
  work: (wordrise: Wordrise) => Promise<T>,
): Promise<T> {
  const wordrise = await openWordrise(config, { access });
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
