import { resolve } from 'node:path';
import { backups, type Examined, type Restored } from '@wordrise/core';
import type { Cli } from '../command-line/cli.ts';
import { mergeEnv } from '../setup/env-file.ts';
import { confirmLoss } from '../terminal/questions.ts';
import { withSpinner } from '../terminal/spinner.ts';

interface Options {
  replace?: boolean;
  yes?: boolean;
}

export async function restore(cli: Cli, { replace = false, yes }: Options, file: string): Promise<void> {
  const config = await cli.config();
  if (cli.dryRun) {
    const found = await backups.examine(config, file, { replace });
    cli.out.confirm({ dryRun: true, ...summary(found) }, () => `${describe(found)} would be restored.`);
    return;
  }
  const target = {
    config,
    envFile: resolve('.env'),
    renderSettings: (settings: Record<string, string>) =>
      mergeEnv('', new Map(Object.entries(settings)), () => undefined),
    now: () => new Date(),
  };
  const confirm = async ({ replaces }: Examined) =>
    replaces.length === 0 || confirmLoss(cli, `Replace ${replaces.join(', ')}?`, { yes });
  const work = () => backups.restore(target, file, { replace, confirm });
  const asks = replace && cli.canAsk && !yes;
  const restored = asks ? await work() : await withSpinner(cli.out, 'Restoring', work);
  if (restored) cli.out.confirm({ dryRun: false, ...summary(restored) }, () => showRestored(restored));
  else cli.out.note('Nothing was changed.');
}

function summary(found: Examined & Partial<Restored>) {
  const { manifest, replaces, wroteSettings, held, migrations } = found;
  const { createdAt, wordrise, database, omitted } = manifest;
  return { createdAt, wordrise, database, omitted, replaces, wroteSettings, held, migrations };
}

function describe({ manifest }: Examined): string {
  const { createdAt, wordrise } = manifest;
  return `The backup of ${createdAt.slice(0, 16).replace('T', ' ')} UTC (Wordrise ${wordrise})`;
}

function showRestored(restored: Restored): string {
  const { manifest, migrations, wroteSettings, held } = restored;
  const lines = [`${describe(restored)} is restored.`];
  if (migrations.length > 0) lines.push(`It was brought up to date: ${migrations.length} migrations.`);
  lines.push(
    wroteSettings
      ? 'Its settings are in .env.'
      : 'The .env that was here is unchanged; the archive has the settings of the backup in settings.json.',
  );
  if (held > 0) {
    const emails = held === 1 ? '1 email is' : `${held} emails are`;
    lines.push(`${emails} not sent: readers may have got it after the backup. See: wordrise schedule list`);
  }
  if (manifest.omitted.length > 0) {
    lines.push(`Not in the backup, set them if they are missing: ${manifest.omitted.join(', ')}.`);
  }
  return [...lines, 'Check it with: wordrise doctor'].join('\n');
}
