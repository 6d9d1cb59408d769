import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  backups,
  type Examined,
  loadConfig,
  type Restored,
  readEnvironment,
  variables,
} from '@wordrise/core';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/exit.ts';
import { withSpinner } from '../command-line/progress.ts';
import { askYesNo, confirmLoss } from '../command-line/questions.ts';
import { canQuote, mergeEnv } from '../settings/env-file.ts';

interface Options {
  dumpedAt?: string;
  replace?: boolean;
  replacesOriginal?: boolean;
  yes?: boolean;
}

export async function restore(
  cli: Cli,
  file: string | undefined,
  { dumpedAt, replace = false, replacesOriginal = false, yes }: Options,
): Promise<void> {
  if ((file === undefined) === (dumpedAt === undefined))
    throw new UsageError('Name either an archive or --dumped-at.', 'See: wordrise restore --help');
  if (dumpedAt !== undefined) return settleDump(cli, dumpedAt, replacesOriginal);
  if (file === undefined) return;
  const environment = readEnvironment();
  const config = placeIn(environment);
  if (cli.dryRun) {
    const found = await backups.examine(config, file, { replace });
    cli.out.confirm({ dryRun: true, ...summary(found) }, () => {
      const lost = `It would replace ${found.replaces.join(', ')}, whose data would be lost. To keep a copy: wordrise backup before.tar.gz`;
      return [`${describe(found)} would be restored.`, ...(found.replaces.length > 0 ? [lost] : [])].join(
        '\n',
      );
    });
    return;
  }
  const target = {
    config,
    environment,
    envFile: resolve('.env'),
    renderSettings: (settings: Record<string, string>) => {
      const leftOut = Object.keys(settings).filter((name) => !canQuote(settings[name] ?? ''));
      const written = Object.entries(settings).filter(([name]) => !leftOut.includes(name));
      return { text: mergeEnv('', new Map(written), () => undefined), leftOut };
    },
    now: () => new Date(),
  };
  const confirm = async ({ replaces }: Examined) =>
    replaces.length === 0 ||
    confirmLoss(cli, `Replace ${replaces.join(', ')}? What is there will be lost.`, { yes });
  const asks = cli.canAsk && !yes;
  const isOriginalGone = async () => replacesOriginal || (asks && askYesNo(isGone, { default: false }));
  const options = { replace, confirm, replacesOriginal: isOriginalGone };
  const work = () => backups.restore(target, file, options);
  const restored = asks ? await work() : await withSpinner(cli.out, 'Restoring', work);
  if (restored)
    cli.out.confirm({ dryRun: false, ...summary(restored) }, () => showRestored(restored, config.dataDir));
  else cli.out.note('Nothing was changed.');
}

/** Where it is restored to. What other settings lack may be in the backup. */
function placeIn({ NODE_ENV, DATA_DIR, DATABASE_URL, SESSION_SECRET, SETTINGS_KEY }: NodeJS.Dict<string>) {
  return loadConfig({ NODE_ENV, DATA_DIR, DATABASE_URL, SESSION_SECRET, SETTINGS_KEY });
}

/** Does for the database of `pg_restore` what a restore does. */
async function settleDump(cli: Cli, dumpedAt: string, replacesOriginal: boolean): Promise<void> {
  const madeAt = new Date(dumpedAt);
  // Without a zone it would be one hour here and another there.
  if (!/\dT\d.*(Z|[+-]\d\d:?\d\d)$/.test(dumpedAt) || Number.isNaN(madeAt.getTime()) || madeAt > new Date()) {
    const example = 'See: wordrise restore --help';
    throw new UsageError('--dumped-at takes a time that has passed, such as 2026-11-26T03:00Z.', example);
  }
  const config = await cli.config();
  const holdsSending = !replacesOriginal;
  if (cli.dryRun) {
    return cli.out.confirm(
      { dryRun: true, holdsSending },
      () => 'The restored dump would be made fit for use.',
    );
  }
  const { held } = await backups.settleDump(config, { madeAt, now: new Date(), holdsSending });
  cli.out.confirm({ dryRun: false, held, holdsSending }, () =>
    ['The restored dump is fit for use.', ...consequences({ held, holdsSending })].join('\n'),
  );
}

function consequences({ held, holdsSending }: Pick<Restored, 'held' | 'holdsSending'>): string[] {
  const lines: string[] = [];
  if (held > 0) {
    const [emails, them] = held === 1 ? ['1 email is', 'it'] : [`${held} emails are`, 'them'];
    lines.push(
      `${emails} not sent: readers may have got ${them} after the backup. See: wordrise schedule list`,
    );
  }
  if (holdsSending) {
    lines.push(
      'Sending is held, because the installation that the backup was made of may still be sending. Once that one is stopped for good, run: wordrise resume-sending',
    );
  }
  return [
    ...lines,
    'Check it with: wordrise doctor',
    'Then start the server as you did before, or with: wordrise serve',
  ];
}

/** The default is no: then nothing is sent twice. */
const isGone =
  'Is the installation that this backup was made of stopped for good, so that this copy may send?';

function summary(found: Examined & Partial<Omit<Restored, keyof Examined>>) {
  const { manifest, replaces, wroteSettings, beside, leftOut, held, holdsSending } = found;
  const { createdAt, wordrise, database, omitted } = manifest;
  const source = { createdAt, wordrise, database, omitted, replaces };
  return { ...source, wroteSettings, beside, leftOut, held, holdsSending, migrations: found.applied };
}

function describe({ manifest }: Examined): string {
  const { createdAt, wordrise } = manifest;
  return `The backup of ${createdAt.slice(0, 16).replace('T', ' ')} UTC (Wordrise ${wordrise})`;
}

function describeSettings({ wroteSettings, beside }: Restored, dataDir: string): string {
  const inArchive = 'the archive has the settings of the backup in settings.json.';
  if (beside !== undefined)
    return `No .env was written here: it would lead the installation in ${beside} to ${dataDir}. To use the restored one, run Wordrise with DATA_DIR=${dataDir}, also in the commands below; ${inArchive}`;
  if (!wroteSettings && existsSync('.env')) return `The .env that was here is unchanged; ${inArchive}`;
  if (!wroteSettings) return 'No .env was written: the environment has every setting of the backup.';
  const isUsual = dataDir === resolve('data');
  return `Its settings are in .env.${isUsual ? '' : ` In this folder, Wordrise uses ${dataDir} from now on.`}`;
}

function showRestored(restored: Restored, dataDir: string): string {
  const { manifest, applied: migrations, leftOut, held, holdsSending } = restored;
  const { replaces } = restored;
  const lines = [`${describe(restored)} is restored.`];
  if (replaces.length > 0) {
    const before = `What was here before is deleted: ${replaces.join(', ')}.`;
    lines.push(`${before} Readers, words and emails are those of the backup now.`);
  }
  if (migrations.length > 0) lines.push(`It was brought up to date: ${migrations.length} migrations.`);
  lines.push(describeSettings(restored, dataDir));
  if (leftOut.length > 0) {
    lines.push(
      `Left out of .env, because Wordrise has no such setting or it cannot be quoted: ${leftOut.join(', ')}.`,
    );
  }
  const environment: Record<string, unknown> = readEnvironment();
  // It was restored into the database of DATABASE_URL, or of its default.
  const missing = manifest.omitted.filter((name) => name !== 'DATABASE_URL' && !environment[name]);
  if (missing.length > 0) {
    const [them, were] = missing.length === 1 ? ['it', 'it was'] : ['them', 'they were'];
    lines.push(
      `Not in the backup, which was made without --with-secrets: ${missing.join(', ')}. Set ${them} as ${were}, in .env or in the environment.`,
    );
    // A stored one is still there, encrypted with the key of the other data folder, and nothing starts with it.
    const stored = variables.filter(({ name, stored }) => stored && missing.includes(name));
    const after = missing.includes('SESSION_SECRET') ? ', once SESSION_SECRET is set' : '';
    for (const { name } of stored) {
      lines.push(
        `If ${name} was set in the admin area, set it before anything else starts${after}: wordrise config ${name} --set -`,
      );
    }
  }
  return [...lines, ...consequences({ held, holdsSending })].join('\n');
}

export async function resumeSending(cli: Cli): Promise<void> {
  const { sending } = await cli.open();
  const wasHeld = cli.dryRun ? (await sending.heldSince()) !== undefined : await sending.resume();
  cli.out.confirm({ dryRun: cli.dryRun, wasHeld }, () => {
    if (!wasHeld) return 'Sending was not held.';
    return cli.dryRun
      ? 'Sending would be on again.'
      : 'Sending is on again. The next pass submits what is due.';
  });
}
