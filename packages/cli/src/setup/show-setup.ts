import { relative } from 'node:path';
import { variables } from '@wordrise/core';
import type { Cli } from '../command-line/cli.ts';
import type { Finding } from '../doctor/finding.ts';
import { showFindings } from '../doctor/show-findings.ts';
import type { AdminAccount } from './create-admin.ts';
import type { Settings } from './settings.ts';

export const nextCommand = 'wordrise serve';

export interface SetupResult {
  envFile: string;
  written: boolean;
  /** Names of the settings that were written. */
  changed: string[];
  database: string;
  startersAdded: number;
  admin: AdminAccount | null;
  /** Where the admin account can be created, while there is none. */
  setupLink?: string;
  checks: Finding[];
}

export function showResult({ out }: Cli, result: SetupResult): string {
  const { envFile, written, startersAdded, admin, setupLink, checks } = result;
  const done = out.paint.green('✓');
  const path = relative(process.cwd(), envFile);
  const lines = checks.length > 0 ? [showFindings(out, checks)] : [''];
  lines.push(
    written ? `${done} Wrote ${path}; only you can read it.` : `${done} ${path} is unchanged.`,
    `${done} The database is ready.`,
  );
  if (startersAdded > 0) lines.push(`${done} ${startersAdded} starter words are in the library.`);
  if (admin?.created) lines.push(`${done} The admin “${admin.username}” can log in.`);
  if (setupLink !== undefined) {
    lines.push(
      `${out.paint.yellow('!')} There is no admin yet. Create the account, while the server runs, at`,
    );
    lines.push(`  ${setupLink}`);
  }
  return `${lines.join('\n')}\n\nNext: ${out.paint.bold(nextCommand)}`;
}

export function reportFailure(cli: Cli, findings: Finding[]): void {
  cli.out.answer({ written: false, checks: findings }, () => showFindings(cli.out, findings));
  cli.out.warn('Nothing was written. Fix this, or add --no-checks to write the settings anyway.');
  cli.fail();
}

export function reportDryRun({ out }: Cli, findings: Finding[], changed: string[], settings: Settings): void {
  out.answer({ dryRun: true, written: false, changed, checks: findings }, () => {
    const lines = changed.map((name) => `  ${name}=${isSecret(name) ? '(hidden)' : settings[name]}`);
    const env = lines.length > 0 ? `.env would get:\n${lines.join('\n')}` : '.env would not change.';
    return findings.length > 0 ? `${showFindings(out, findings)}\n${env}` : env;
  });
}

function isSecret(name: string): boolean {
  return variables.some((variable) => variable.name === name && variable.secret);
}

/** Such as “A, B and C”. */
export function list(names: string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
