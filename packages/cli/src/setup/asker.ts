import { isDomainError, loadConfig, variables } from '@wordrise/core';
import type { Cli } from '../command-line/cli.ts';
import type { Finding } from '../doctor/finding.ts';
import { showFindings } from '../doctor/show-findings.ts';
import { askChoice, askSecret, askText } from '../terminal/questions.ts';
import { withSpinner } from '../terminal/spinner.ts';
import type { Settings } from './settings.ts';

export interface AskerOptions {
  /** What flags and files have answered already. */
  given: Settings;
  /** What `.env` says; offered as defaults. */
  before: Settings;
  /** Whether to try the answers out. */
  checks: boolean;
}

export type Asker = ReturnType<typeof createAsker>;

/** Asks for settings one by one; what has been given by flags is not asked. */
export function createAsker({ out }: Cli, { given, before, checks }: AskerOptions) {
  const settings: Settings = { ...given };
  /** Names that have been asked for, or would have been but for a flag. */
  let asked: string[] = [];

  function isGiven(name: string): boolean {
    asked.push(name);
    return given[name] !== undefined;
  }

  async function ask(name: string, message: string, usual?: string): Promise<void> {
    if (isGiven(name)) return;
    const kept = settings[name] ?? before[name];
    const check = (value: string) => problemWith(name, value || (kept ?? ''));
    if (isSecret(name)) {
      const typed = await askSecret(kept ? `${message} (Enter keeps the present one)` : message, { check });
      settings[name] = typed || (kept ?? '');
    } else {
      const shown = kept ?? usual;
      settings[name] = await askText(message, { check, ...(shown ? { default: shown } : {}) });
    }
  }

  return {
    settings,
    isGiven,
    ask,

    heading(text: string, remark?: string): void {
      process.stdout.write(`\n${out.paint.bold(text)}\n${remark ? `${out.paint.dim(remark)}\n` : ''}`);
    },

    async choose<T extends string>(
      name: string,
      message: string,
      choices: { value: T; name: string }[],
    ): Promise<T> {
      if (!isGiven(name)) {
        const kept = choices.find(({ value }) => value === before[name])?.value;
        settings[name] = await askChoice(message, choices, kept ? { default: kept } : {});
      }
      return settings[name] as T;
    },

    /** Asks and tries the answers out, until they are good or to be kept as they are. */
    async until(askAll: () => Promise<void>, tryOut: () => Promise<Finding[]>): Promise<void> {
      for (;;) {
        asked = [];
        await askAll();
        if (!checks) return;
        const findings = await withSpinner(out, 'Trying this out', tryOut);
        process.stdout.write(`${showFindings(out, findings)}\n`);
        if (findings.every(({ status }) => status !== 'failed')) return;
        const next = await askChoice('What now?', [
          { value: 'again', name: 'Type it again' },
          { value: 'keep', name: 'Keep it as it is, and mend it later' },
        ]);
        if (next === 'keep') return;
        // What a flag said about it was wrong: from now on it is a question like the others.
        for (const name of asked) delete given[name];
      }
    },
  };
}

function isSecret(name: string): boolean {
  // The database's address has to be seen while it is typed.
  return name !== 'DATABASE_URL' && variables.some((variable) => variable.name === name && variable.secret);
}

/** What the configuration would say against it. */
function problemWith(name: string, value: string): true | string {
  if (value.trim() === '') return 'Please type an answer';
  try {
    loadConfig({ SESSION_SECRET: 'x'.repeat(32), [name]: value });
  } catch (error) {
    const problem = isDomainError(error) ? error.fields?.[name]?.[0] : undefined;
    if (problem) return `This ${problem}`;
  }
  return true;
}
