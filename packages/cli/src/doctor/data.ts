import {
  type DatabaseConfig,
  isDomainError,
  openDatabase,
  showInstant,
  tlsOf,
  type Wordrise,
} from '@wordrise/core';
import { defaultSendTime, timings } from '@wordrise/core/contract';
import { sentenceOf } from '../autopilot/autopilot-status.ts';
import { shortDay } from '../terminal/short-day.ts';
import { shownPath } from '../terminal/shown-path.ts';
import type { Finding } from './finding.ts';

export async function checkDatabase(config: DatabaseConfig): Promise<Finding[]> {
  const name = 'Database';
  try {
    const database = await openDatabase(config, 'read');
    try {
      const answers = connection(config, `${await database.version()} answers`);
      return [answers, migrations(await database.pendingMigrations())];
    } finally {
      await database.close();
    }
  } catch (error) {
    if (!isDomainError(error)) throw error;
    const isNew = config.kind === 'sqlite' && error.code === 'database.missing';
    const detail = isNew ? `There is no ${shownPath(config.path)} yet. Run: wordrise setup` : error.message;
    return [{ name, status: 'failed', detail }];
  }
}

/** The connection to a server elsewhere should be encrypted. */
function connection(config: DatabaseConfig, answers: string): Finding {
  const name = 'Database';
  if (config.kind === 'sqlite') return { name, status: 'ok', detail: `${answers}.` };
  const tls = tlsOf(config.url);
  if (tls === 'verified') return { name, status: 'ok', detail: `${answers}, over TLS.` };
  if (tls === 'unverified') {
    const detail = `${answers}, over TLS, but its certificate is not verified. With ?sslmode=verify-full at the end of DATABASE_URL it is.`;
    return { name, status: 'ok', detail };
  }
  if (isLocal(config.url)) return { name, status: 'ok', detail: `${answers}, without TLS on this machine.` };
  const detail = `${answers}, without TLS. Add ?sslmode=verify-full to DATABASE_URL unless the network is your own.`;
  return { name, status: 'warning', detail };
}

function isLocal(url: string): boolean {
  return ['', 'localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}

function migrations(pending: string[]): Finding {
  const name = 'Migrations';
  if (pending.length === 0) return { name, status: 'ok', detail: 'The schema is up to date.' };
  return { name, status: 'failed', detail: `${pending.length} to be applied. Run: wordrise migrate` };
}

/** Checks that need the data. */
export async function checkData(wordrise: Wordrise): Promise<Finding[]> {
  const warning = await wordrise.database.warning();
  return [
    ...(warning ? [{ name: 'Search', status: 'warning' as const, detail: warning }] : []),
    await checkAdmin(wordrise),
    await checkProcessor(wordrise),
    await checkFailed(wordrise),
    await checkTomorrow(wordrise),
    await checkAutopilot(wordrise),
    await checkAlerts(wordrise),
  ];
}

async function checkAdmin({ accounts, config }: Wordrise): Promise<Finding> {
  const name = 'Admin';
  if (!(await accounts.needsSetup())) return { name, status: 'ok', detail: 'There is an admin account.' };
  const detail = `There is no admin account yet. Create it at ${accounts.setupLink(config.publicUrl)} or run: wordrise setup`;
  return { name, status: 'warning', detail };
}

async function checkProcessor({ delivery, config }: Wordrise): Promise<Finding> {
  const name = 'Processor';
  const last = await delivery.lastPass();
  const start = 'Run wordrise serve, or wordrise process every five minutes (see examples/).';
  if (!last) return { name, status: 'failed', detail: `It has never run. ${start}` };
  const minutes = Math.floor((Date.now() - last.finishedAt.getTime()) / 60_000);
  const when = showInstant(last.finishedAt, config.timezone);
  if (minutes >= timings.processorSilentMinutes) {
    return { name, status: 'failed', detail: `It has not run since ${when}. ${start}` };
  }
  if (last.failures > 0) {
    return {
      name,
      status: 'failed',
      detail: 'Parts of the last pass failed. To see the reasons: wordrise process',
    };
  }
  return { name, status: 'ok', detail: `It ran ${ago(minutes)}.` };
}

function ago(minutes: number): string {
  if (minutes < 1) return 'within the last minute';
  return minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`;
}

async function checkFailed({ schedule }: Wordrise): Promise<Finding> {
  const name = 'Failed emails';
  const { failed } = await schedule.stats();
  if (failed === 0) return { name, status: 'ok', detail: 'None.' };
  const detail = `${failed} could not be sent. To see the reasons: wordrise schedule list --status failed. Cancel them to clear this warning.`;
  return { name, status: 'warning', detail };
}

async function checkTomorrow(wordrise: Wordrise): Promise<Finding> {
  const name = 'Tomorrow';
  const { tomorrow, next, timezone } = await wordrise.overview();
  const { reasons, isRestDayTomorrow, email, day } = await wordrise.tomorrow();
  // The provider, its credentials, the clock and the processor have separate lines.
  const reason = reasons.find(({ code }) => /^(email|send)_/.test(code));
  if (reason) return { name, status: 'failed', detail: `${reason.message} ${reason.fix}` };
  if (tomorrow || (isRestDayTomorrow && email)) {
    const at = next ? ` Next: “${next.word}” on ${showInstant(new Date(next.scheduledDate), timezone)}.` : '';
    const state = tomorrow ? 'An email is scheduled.' : 'No email: it is a rest day.';
    return { name, status: 'ok', detail: `${state}${at}` };
  }
  const [shown, option] = isRestDayTomorrow
    ? [shortDay(day), `--at "${day} ${defaultSendTime}"`]
    : ['tomorrow', '--tomorrow'];
  const how = await howToSchedule(wordrise, option);
  return { name, status: 'failed', detail: `No email is scheduled for ${shown}. ${how}` };
}

async function howToSchedule({ words }: Wordrise, option: string): Promise<string> {
  const one = { page: 1, limit: 1, search: '', letter: '' };
  const [unused] = (await words.listUnused(one)).words;
  if (unused) return `Run: wordrise schedule add ${inShell(unused.word)} ${option}`;
  const isEmpty = (await words.list(one)).total === 0;
  const why = isEmpty ? 'The library is empty' : 'Every word has been used';
  return `${why}: add some with wordrise words fill or import.`;
}

async function checkAlerts({ alerts }: Wordrise): Promise<Finding> {
  const name = 'Alerts';
  if (!alerts.isOn) {
    const detail =
      'Off. With ALERT_WEBHOOK_URL you are notified when an email is at risk, late or failed, or the provider is away.';
    return { name, status: 'ok', detail };
  }
  const failure = await alerts.undelivered();
  if (failure === undefined) return { name, status: 'ok', detail: 'A webhook is set.' };
  const detail = `The latest alert was not delivered. ${failure} To try it: wordrise alert test`;
  return { name, status: 'warning', detail };
}

async function checkAutopilot({ autopilot }: Wordrise): Promise<Finding> {
  const name = 'Autopilot';
  const { isOn, library } = await autopilot.get();
  if (!isOn) return { name, status: 'ok', detail: 'It is off: words are chosen by hand.' };
  const detail = `It is on. ${sentenceOf(library)}.`;
  if (!library.isLow) return { name, status: 'ok', detail };
  return { name, status: 'warning', detail: `${detail} Add some with wordrise words fill or import.` };
}

function inShell(word: string): string {
  return /^[\p{L}\p{N}-]+$/u.test(word) ? word : JSON.stringify(word);
}
