import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config, Forecast, Obstacle, Rehearsal } from '@wordrise/core';
import { readWarmUp } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/exit.ts';
import { fileSize, inTemporaryFolder } from '../command-line/files.ts';
import { stopSignal } from '../command-line/interruption.ts';
import { createProgressBar, showTime } from '../command-line/progress.ts';
import { figure, inWords } from '../command-line/text.ts';
import { warmUpTable } from '../command-line/warm-up-table.ts';

interface Options {
  readers?: string;
  sample: string;
  answer: string;
  perSecond?: string;
  perHour?: string;
  perDay?: string;
  price?: string;
  warmUp?: string;
}

export async function rehearse(cli: Cli, options: Options): Promise<void> {
  const answerMs = numberOf('--answer', options.answer);
  const sample = numberOf('--sample', options.sample);
  const wanted = options.readers === undefined ? undefined : numberOf('--readers', options.readers);
  const terms = {
    perSecond: optional('--per-second', options.perSecond),
    perHour: optional('--per-hour', options.perHour),
    perDay: optional('--per-day', options.perDay),
    pricePerThousand: options.price === undefined ? undefined : priceOf(options.price),
  };
  const warmUpFrom = options.warmUp === undefined ? undefined : dayOf(options.warmUp);
  const { config, overview, warmUp: current } = await cli.open();
  const { subscribed, waiting } = (await overview()).readers.byStatus;
  const warmUp = warmUpOf(config, warmUpFrom ?? (await current())?.firstDay);
  const readers = wanted ?? Math.max(1, subscribed + waiting);
  const measured = await measure(cli, config, {
    readers: Math.min(sample, Math.max(readers, fewest)),
    answerMs,
  });
  if (!measured) return cli.interrupted();
  const { forecast } = await import('@wordrise/core');
  const freeBytes = await freeBytesFor(config);
  const expected = forecast(measured, {
    readers,
    answerMs,
    freeBytes,
    warmUp,
    ...termsOf(config, terms),
  });
  cli.out.answer({ measured, forecast: expected }, () => describe(cli, measured, expected));
  if (expected.obstacles.length > 0) cli.fail();
}

/** Of fewer emails, the share that is refused on purpose and the speed say nothing. */
const fewest = 200;

/** Terms that were not given are those of the settings. */
function termsOf<Terms extends RelayTerms>({ email }: Config, terms: Terms): Terms {
  if (email.provider !== 'smtp') return terms;
  const { perSecond, perHour, perDay } = email.smtp.limits;
  return {
    ...terms,
    perSecond: terms.perSecond ?? (perSecond || undefined),
    perHour: terms.perHour ?? (perHour || undefined),
    perDay: terms.perDay ?? (perDay || undefined),
  };
}

/** With the schedule of the settings; the usual one if they have none. */
function warmUpOf({ email }: Config, from: string | undefined) {
  if (from === undefined) return undefined;
  const configured = email.provider === 'smtp' ? email.smtp.warmUp?.amounts : undefined;
  const usual = readWarmUp('usual');
  return { amounts: configured ?? ('amounts' in usual ? usual.amounts : []), from };
}

type RelayTerms = Record<'perSecond' | 'perHour' | 'perDay', number | undefined>;

/** @returns nothing if it was stopped */
async function measure(
  cli: Cli,
  config: Config,
  { readers, answerMs }: { readers: number; answerMs: number },
): Promise<Rehearsal | undefined> {
  const { rehearse } = await import('@wordrise/core');
  const signal = stopSignal();
  const bars = {
    readers: createProgressBar(cli.out, 'readers'),
    email: createProgressBar(cli.out, 'emails'),
  };
  const server = await startMailServer(answerMs);
  try {
    return await inTemporaryFolder(
      (folder) =>
        rehearse(config, {
          readers,
          port: server.port,
          folder,
          signal,
          onStep: (step, done) => bars[step].update({ done, total: readers, count: done }),
        }),
      config.database.kind === 'sqlite' ? dirname(config.database.path) : undefined,
    );
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    bars.readers.clear();
    bars.email.clear();
    server.stop();
  }
}

/** In a process of its own, as a relay is: it does not take time from what is measured, unless there is one core. */
async function startMailServer(answerMs: number): Promise<{ port: number; stop(): void }> {
  const program = `
    import { startRehearsalServer } from ${JSON.stringify(import.meta.resolve('@wordrise/core'))};
    const { port } = await startRehearsalServer({ answerMs: ${answerMs} });
    process.on('disconnect', () => process.exit());
    process.send({ port });`;
  const args = [...process.execArgv, '--input-type=module', '--eval', program];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const failed = once(child, 'exit').then(() => {
    throw new Error('The mail server of the rehearsal could not be started.');
  });
  const [{ port }] = await Promise.race([once(child, 'message'), failed]);
  failed.catch(() => {});
  return { port, stop: () => child.disconnect() };
}

async function freeBytesFor({ database }: Config): Promise<number | undefined> {
  if (database.kind !== 'sqlite') return undefined;
  const { bavail, bsize } = await statfs(dirname(database.path));
  return bavail * bsize;
}

function describe({ out }: Cli, measured: Rehearsal, expected: Forecast): string {
  const { paint } = out;
  const figures: [string, string][] = [
    ['First email', `${(expected.firstSeconds).toFixed(1)} s after its time`],
    ['Speed', `${showPace(expected.perSecond)}, limited by ${limits(measured)[expected.limitedBy]}`],
    [inWords(expected.readers, 'reader'), `done after ${showTime(expected.lastSeconds * 1000)}`],
    [
      'Database',
      `${fileSize(expected.databaseBytes)} for what became of each email, kept for ${expected.keptDays} days`,
    ],
  ];
  if (expected.monthlyPrice !== undefined) {
    figures.push(['Price', `${expected.monthlyPrice.toLocaleString('en-US', money)} for 30 emails`]);
  }
  const width = Math.max(...figures.map(([name]) => name.length));
  const lines = [
    `${inWords(measured.readers, 'made-up reader')} on ${measured.database === 'sqlite' ? 'SQLite' : 'PostgreSQL'}: ${figure(measured.accepted)} accepted, ${figure(measured.refused)} refused, ${figure(measured.deferred)} wanted later. No email left this machine.`,
    '',
    ...figures.map(([name, value]) => `  ${paint.bold(name.padEnd(width))}  ${value}`),
  ];
  if (expected.obstacles.length > 0) {
    lines.push('', 'In the way:');
    for (const obstacle of expected.obstacles) {
      lines.push(`  ${paint.red('✗')} ${explain(obstacle, expected.readers)}`);
    }
  }
  if (expected.warmUp.length > 0) {
    const calendar = warmUpTable(out, expected.warmUp);
    lines.push('', 'The warm-up sends to more readers each day:', calendar);
  }
  return lines.join('\n');
}

const money = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;

const limits = ({ connections }: Rehearsal): Record<Forecast['limitedBy'], string> => ({
  'this machine': 'this machine',
  connections: `${inWords(connections, 'connection')} that wait for the mail server (SMTP_CONNECTIONS)`,
  'per second': 'what the relay takes in a second',
  'per hour': 'what the relay takes in an hour',
});

function showPace(perSecond: number): string {
  return perSecond >= 10
    ? `${figure(Math.round(perSecond))} emails a second`
    : `${figure(Math.round(perSecond * 60))} emails a minute`;
}

function explain(obstacle: Obstacle, readers: number): string {
  if (obstacle.kind === 'per-day') {
    return `The relay takes ${figure(obstacle.allowed)} emails a day: ${inWords(readers - obstacle.allowed, 'reader')} would get none. Ask for a higher quota.`;
  }
  if (obstacle.kind === 'late') {
    return `It takes longer than ${obstacle.hours} hours, and emails that are later than that are not sent. Use a faster relay or more connections.`;
  }
  return `The database grows by ${fileSize(obstacle.bytes)}, and ${fileSize(obstacle.freeBytes)} are free.`;
}

const optional = (option: string, typed: string | undefined) =>
  typed === undefined ? undefined : numberOf(option, typed);

function numberOf(option: string, typed: string): number {
  if (/^[1-9]\d{0,8}$/.test(typed)) return Number(typed);
  throw new UsageError(`${option} takes a whole number from 1.`, 'See: wordrise rehearse --help');
}

function priceOf(typed: string): number {
  if (/^\d{1,6}(\.\d{1,6})?$/.test(typed) && Number(typed) > 0) return Number(typed);
  throw new UsageError('--price takes an amount such as 0.10.', 'See: wordrise rehearse --help');
}

function dayOf(typed: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(typed) && !Number.isNaN(Date.parse(typed));
  if (isDay) return typed;
  throw new UsageError('--warm-up takes a day such as 2026-12-01.', 'See: wordrise rehearse --help');
}
