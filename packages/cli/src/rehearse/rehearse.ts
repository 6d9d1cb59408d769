import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import type {
  Config,
  DatabaseSpace,
  Forecast,
  Obstacle,
  Rehearsal,
  RelayForecast,
  senderOf,
} from '@wordrise/core';
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
  secondPerSecond?: string;
  secondPerHour?: string;
  secondPerDay?: string;
  secondPrice?: string;
  secondShare?: string;
}

export async function rehearse(cli: Cli, options: Options): Promise<void> {
  const answerMs = numberOf('--answer', options.answer);
  const sample = numberOf('--sample', options.sample);
  const wanted = options.readers === undefined ? undefined : numberOf('--readers', options.readers);
  const terms = {
    perSecond: optional('--per-second', options.perSecond),
    perHour: optional('--per-hour', options.perHour),
    perDay: optional('--per-day', options.perDay),
    pricePerThousand: priceOf('--price', options.price),
  };
  const secondTerms = {
    perSecond: optional('--second-per-second', options.secondPerSecond),
    perHour: optional('--second-per-hour', options.secondPerHour),
    perDay: optional('--second-per-day', options.secondPerDay),
    pricePerThousand: priceOf('--second-price', options.secondPrice),
  };
  const share = shareOf(options.secondShare);
  const warmUpFrom = options.warmUp === undefined ? undefined : dayOf(options.warmUp);
  const { config, overview, warmUp: current } = await cli.open();
  const isSecondMeant = share !== undefined || Object.values(secondTerms).some((term) => term !== undefined);
  const { databaseSpace, forecast, secondShareOf, senderOf } = await import('@wordrise/core');
  const smtp = senderOf(config);
  if (isSecondMeant && !smtp?.second) {
    throw new UsageError(
      'There is no second mail server.',
      'Set SMTP_SECOND_URL first, such as for this command alone: SMTP_SECOND_URL=smtp://mail.example.net:587 wordrise rehearse',
    );
  }
  const { subscribed, waiting } = (await overview()).readers.byStatus;
  const warmUp = warmUpOf(smtp, warmUpFrom ?? (await current())?.firstDay);
  const listed = subscribed + waiting;
  const isAssumed = wanted === undefined && listed === 0;
  const readers = wanted ?? (listed || assumedReaders);
  const ofList = await secondShareOf(config);
  const secondShare = share ?? ofList ?? unknownShare;
  const measured = await measure(cli, config, {
    readers: Math.min(sample, Math.max(readers, fewest)),
    answerMs,
    secondShare,
  });
  if (!measured) return cli.interrupted();
  const space = await databaseSpace(config.database);
  const carries = smtp?.second?.carries;
  const expected = forecast(measured, {
    readers,
    answerMs,
    freeBytes: space.freeBytes,
    warmUp,
    connections: smtp?.connections,
    second: smtp?.second &&
      carries && {
        carries: carries === 'failover' || carries === 'warm-up' ? carries : 'group',
        connections: smtp.second.connections,
        share: secondShare,
        ...termsOf(smtp.second.limits, secondTerms),
      },
    ...termsOf(smtp?.limits, terms),
  });
  const isGuessed = typeof carries === 'object' && share === undefined && ofList === undefined;
  const answer = {
    measured,
    forecast: expected,
    database: { bytes: space.bytes, freeBytes: space.freeBytes },
  };
  cli.out.answer(answer, () =>
    describe(cli, measured, expected, {
      config,
      space,
      isSplit: carries === 'warm-up',
      isGuessed,
      isAssumed,
    }),
  );
  if (expected.obstacles.length > 0) cli.fail();
}

/** Of fewer emails, the share that is refused on purpose and the speed say nothing. */
const fewest = 200;

/** While nobody is on the list yet. */
const assumedReaders = 1000;

/** Of the readers, if nobody is on the list yet. */
const unknownShare = 0.5;

/** Terms that were not given are those of the settings. */
function termsOf<Terms extends RelayTerms>(set: RelayLimits | undefined, terms: Terms): Terms {
  return {
    ...terms,
    perSecond: terms.perSecond ?? (set?.perSecond || undefined),
    perHour: terms.perHour ?? (set?.perHour || undefined),
    perDay: terms.perDay ?? (set?.perDay || undefined),
  };
}

/** With the schedule of the settings; the usual one if they have none. */
function warmUpOf(smtp: ReturnType<typeof senderOf>, from: string | undefined) {
  if (from === undefined) return undefined;
  const usual = readWarmUp('usual');
  return { amounts: smtp?.warmUp?.amounts ?? ('amounts' in usual ? usual.amounts : []), from };
}

type RelayTerms = Record<'perSecond' | 'perHour' | 'perDay', number | undefined>;
type RelayLimits = Record<keyof RelayTerms, number>;

/** @returns nothing if it was stopped */
async function measure(
  cli: Cli,
  config: Config,
  { readers, answerMs, secondShare }: { readers: number; answerMs: number; secondShare: number },
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
          secondShare,
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

/**
 * In a process of its own, as a relay is: it does not take time from what is measured, unless there is one core. Its
 * group is its own too, because a terminal sends Ctrl-C to a whole group; it ends when this process does.
 */
async function startMailServer(answerMs: number): Promise<{ port: number; stop(): void }> {
  const program = `
    process.on('disconnect', () => process.exit());
    const { startRehearsalServer } = await import(${JSON.stringify(import.meta.resolve('@wordrise/core'))});
    const { port } = await startRehearsalServer({ answerMs: ${answerMs} });
    process.send({ port });`;
  const args = [...process.execArgv, '--input-type=module', '--eval', program];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
  });
  const failed = once(child, 'exit').then(() => {
    throw new Error('The mail server of the rehearsal could not be started.');
  });
  const [{ port }] = await Promise.race([once(child, 'message'), failed]);
  failed.catch(() => {});
  return {
    port,
    stop() {
      if (child.connected) child.disconnect();
    },
  };
}

interface Shown {
  config: Config;
  space: DatabaseSpace;
  /** Nobody is on the list yet, so the part of the second mail server is a guess. */
  isGuessed: boolean;
  /** Whether the second server carries those who wait for the warm-up of the first. */
  isSplit: boolean;
  /** Nobody is on the list yet, and no number was given. */
  isAssumed: boolean;
}

function describe(
  { out }: Cli,
  measured: Rehearsal,
  expected: Forecast,
  { config, space, isSplit, isGuessed, isAssumed }: Shown,
): string {
  const { paint } = out;
  const figures: [string, string][] = [
    ['First email', `${(expected.firstSeconds).toFixed(1)} s after its time`],
    ['Speed', `${showPace(expected.perSecond)}, limited by ${limitText(measured, expected)}`],
    [inWords(expected.readers, 'reader'), `done after ${showTime(expected.lastSeconds * 1000)}`],
    ...expected.relays.map((relay): [string, string] => [
      relay.relay === 'first' ? 'First server' : 'Second server',
      relayText(relay),
    ]),
    [
      'Database',
      `${fileSize(expected.databaseBytes)} for what became of each email, kept for ${expected.keptDays} days`,
    ],
    ['Disk', diskText(config, expected, space)],
  ];
  if (expected.monthlyPrice !== undefined) {
    figures.push(['Price', `${price(expected.monthlyPrice)} for 30 emails to each reader`]);
  }
  const width = Math.max(...figures.map(([name]) => name.length));
  const lines = [
    `${inWords(measured.readers, 'made-up reader')} on ${measured.database === 'sqlite' ? 'SQLite' : 'PostgreSQL'}: ${figure(measured.accepted)} accepted, ${figure(measured.refused)} refused, ${figure(measured.deferred)} wanted later. No email left this machine.`,
    '',
    ...figures.map(([name, value]) => `  ${paint.bold(name.padEnd(width))}  ${value}`),
  ];
  if (isAssumed) {
    lines.push(
      '',
      `Nobody is on the list yet, so this is a forecast for ${inWords(expected.readers, 'reader')}. For another number: wordrise rehearse --readers 20000`,
    );
  }
  if (isGuessed) {
    lines.push(
      '',
      'Nobody is on the list yet, so half of the readers are taken to be for the second server. Say how many with --second-share.',
    );
  }
  if (expected.withoutFirst) {
    const { perSecond, lastSeconds, obstacles } = expected.withoutFirst;
    lines.push(
      '',
      `While the first server is out, the second one sends ${showPace(perSecond)} and is done after ${showTime(lastSeconds * 1000)}.`,
      ...obstacles.map((obstacle) => `  ${paint.yellow('!')} ${explain(obstacle, expected)}`),
    );
  }
  if (expected.obstacles.length > 0) {
    lines.push('', 'In the way:');
    for (const obstacle of expected.obstacles) {
      lines.push(`  ${paint.red('✗')} ${explain(obstacle, expected)}`);
    }
  }
  if (expected.warmUp.length > 0) {
    const calendar = warmUpTable(out, expected.warmUp);
    const rest = isSplit ? ' through the first server. Those who wait get theirs through the second' : '';
    lines.push('', `The warm-up sends to more readers each day${rest}:`, calendar);
  }
  return lines.join('\n');
}

function relayText({ readers, lastSeconds, monthlyPrice, ...speed }: RelayForecast): string {
  if (readers === 0) return 'nothing, while the other one works';
  const cost = monthlyPrice === undefined ? '' : `, ${price(monthlyPrice)} for 30 emails`;
  return `${inWords(readers, 'reader')}, done after ${showTime(lastSeconds * 1000)}: ${showPace(speed.perSecond)}${cost}`;
}

function diskText({ database }: Config, { databaseBytes }: Forecast, { bytes, freeBytes }: DatabaseSpace) {
  const now = bytes === undefined ? '' : `The database has ${fileSize(bytes)} now. `;
  if (freeBytes !== undefined) return `${now}${fileSize(freeBytes)} are free`;
  const where = database.kind === 'sqlite' ? 'the disk' : 'the disk of the PostgreSQL server';
  return `${now}How much is free on ${where} cannot be seen from here: it needs ${fileSize(databaseBytes)} more within ${growthDays} days`;
}

/** After which the oldest results have been deleted, so that nothing grows any more. */
const growthDays = 40;

const price = (amount: number) =>
  amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function limitText({ connections }: Rehearsal, { limitedBy, relays }: Forecast): string {
  const relay = relays.length > 0 ? 'a mail server' : 'the relay';
  return {
    'this machine': 'this machine',
    connections:
      relays.length > 0
        ? 'connections that wait for a mail server (SMTP_CONNECTIONS, SMTP_SECOND_CONNECTIONS)'
        : `${inWords(connections, 'connection')} that wait for the mail server (SMTP_CONNECTIONS)`,
    'per second': `what ${relay} takes in a second`,
    'per hour': `what ${relay} takes in an hour`,
  }[limitedBy];
}

function showPace(perSecond: number): string {
  return perSecond >= 10
    ? `${figure(Math.round(perSecond))} emails a second`
    : `${figure(Math.round(perSecond * 60))} emails a minute`;
}

function explain(obstacle: Obstacle, { readers: all, relays }: Forecast): string {
  if (obstacle.kind === 'disk') {
    return `The database grows by ${fileSize(obstacle.bytes)}, and ${fileSize(obstacle.freeBytes)} are free.`;
  }
  const { relay } = obstacle;
  const who = relay
    ? `The ${relay} mail server`
    : relays.length > 0
      ? 'Both mail servers together'
      : undefined;
  if (obstacle.kind === 'late') {
    const it = who ?? 'It';
    return `${it} ${who && !relay ? 'take' : 'takes'} longer than ${obstacle.hours} hours, and emails that are later than that are not sent. Use a faster relay or more connections.`;
  }
  const takes = who && !relay ? 'take' : 'takes';
  return `${who ?? 'The relay'} ${takes} ${figure(obstacle.allowed)} emails a day: ${inWords((obstacle.wanted ?? all) - obstacle.allowed, 'reader')} would get none. Ask for a higher quota.`;
}

const optional = (option: string, typed: string | undefined) =>
  typed === undefined ? undefined : numberOf(option, typed);

function numberOf(option: string, typed: string): number {
  if (/^[1-9]\d{0,8}$/.test(typed)) return Number(typed);
  throw new UsageError(`${option} takes a whole number from 1.`, 'See: wordrise rehearse --help');
}

function priceOf(option: string, typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  if (/^\d{1,6}(\.\d{1,6})?$/.test(typed) && Number(typed) > 0) return Number(typed);
  throw new UsageError(`${option} takes an amount such as 0.10.`, 'See: wordrise rehearse --help');
}

/** From a percentage to a part of 1. */
function shareOf(typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  const percent = /^\d{1,3}(\.\d+)?%?$/.test(typed) ? Number.parseFloat(typed) : Number.NaN;
  if (percent >= 0 && percent <= 100) return percent / 100;
  throw new UsageError('--second-share takes a percentage from 0 to 100.', 'See: wordrise rehearse --help');
}

function dayOf(typed: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(typed) && !Number.isNaN(Date.parse(typed));
  if (isDay) return typed;
  throw new UsageError('--warm-up takes a day such as 2026-12-01.', 'See: wordrise rehearse --help');
}
