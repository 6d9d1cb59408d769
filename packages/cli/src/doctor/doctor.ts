import { once } from 'node:events';
import { createServer } from 'node:net';
import {
  type Config,
  type DatabaseAccess,
  isDomainError,
  openWordrise,
  portWarning,
  proxyWarning,
  readConfig,
  readEnvironment,
  showInstant,
  variables,
  type Wordrise,
} from '@wordrise/core';
import { testEmailInput } from '@wordrise/core/contract';
import { type Cli, settingNotes } from '../command-line/cli.ts';
import { withSpinner } from '../command-line/progress.ts';
import { systemFailure } from '../command-line/report-error.ts';
import { checkData, checkDatabase, checkDisk } from './data.ts';
import { type Finding, showFindings } from './finding.ts';
import { checkSending, checkServices, onScratch } from './services.ts';

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
  const noted = (await settingNotes()).map(
    (detail): Finding => ({ name: 'Settings', status: 'warning', detail }),
  );
  let config: Config;
  try {
    config = await readConfig(readEnvironment());
  } catch (error) {
    if (!isDomainError(error, 'config.invalid')) throw error;
    const wrong = Object.entries(error.fields ?? {}).map(([name, [problem = '']]): Finding => {
      // The files of secrets are not the concern of setup.
      const advice = variables.some((one) => one.name === name) ? ' Run: wordrise setup' : '';
      return { name: 'Settings', status: 'failed', detail: `${name} ${problem}.${advice}` };
    });
    return [...wrong, ...noted];
  }
  const count = config.configured.length;
  const detail =
    count === 0
      ? 'None is set: all have their defaults.'
      : `${count === 1 ? '1 is' : `${count} are`} set, and all are valid.`;
  const { findings: database, hidesSettings } = await checkDatabase(config.database);
  const disk = await checkDisk(config);
  if (hidesSettings) {
    // What depends on settings would be checked with defaults that do not count.
    const unread = `${detail} Those that are stored in the database cannot be read now, so nothing that depends on them is checked.`;
    return [{ name: 'Settings', status: 'warning', detail: unread }, ...noted, ...database, ...disk];
  }
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
    ...noted,
    ...database,
    ...disk,
    checkTimeZone(config),
    ...(await checkAddress(config)),
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

/** The address that the server listens on, and the proxy in front of it; nothing if all is well. */
export async function checkAddress(config: Config): Promise<Finding[]> {
  const wrongHost = await hostProblem(config);
  const proxy = proxyWarning(config);
  const port = portWarning(config);
  return [
    ...(port ? [{ name: 'Address', status: 'warning' as const, detail: port }] : []),
    ...(wrongHost ? [{ name: 'Address', status: 'failed' as const, detail: wrongHost }] : []),
    ...(proxy ? [{ name: 'Proxy', status: 'warning' as const, detail: proxy }] : []),
  ];
}

/** On a port, or a socket, of its own: the server may be running. */
async function hostProblem({ host }: Config): Promise<string | undefined> {
  const server = createServer();
  const isSocket = host.startsWith('/');
  try {
    await once(isSocket ? server.listen(`${host}-doctor`) : server.listen(0, host), 'listening');
    return undefined;
  } catch (error) {
    const { addressProblem } = await import('@wordrise/server');
    return addressProblem(error as NodeJS.ErrnoException)?.message;
  } finally {
    server.close();
  }
}

/** The time zone of "07:00" should be a decision, not a default. */
export function checkTimeZone({ timezone, configured }: Config): Finding {
  const now = `${timezone}, where it is ${showInstant(new Date(), timezone)}.`;
  const name = 'Time zone';
  if (configured.includes('TIMEZONE')) return { name, status: 'ok', detail: now };
  const detail = `${now} That is this machine's; set TIMEZONE so that it stays the same on every machine.`;
  return { name, status: 'warning', detail };
}
