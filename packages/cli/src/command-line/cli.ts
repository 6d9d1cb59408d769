import type { Config, Wordrise } from '@wordrise/core';
import { exitStatus } from './exit.ts';
import { watchForInterruption } from './interruption.ts';
import { createOutput, type Output } from './output.ts';

/** Options that every command takes. */
export interface CommonOptions {
  json?: boolean;
  quiet?: boolean;
  dryRun?: boolean;
}

/** What a command works with: where it prints, and the product behind `open`. */
export interface Cli {
  out: Output;
  /** Whether questions can be asked: both ends are a terminal, and the answer is for a person. */
  canAsk: boolean;
  /** Only report; write nothing. */
  dryRun: boolean;
  /** Without what only the database knows, unless it is needed to be complete. */
  config(): Promise<Config>;
  /** Opens the product once, on a database that exists; it is closed when the command ends. */
  open(): Promise<Wordrise>;
  /** Closes it and opens it with the settings as they are now. */
  reopen(): Promise<Wordrise>;
  /** Part of it failed and was reported: exit status 1. */
  fail(): void;
  /** Stopped by Ctrl-C before the end: exit status 130. */
  interrupted(): void;
}

/** What is probably a mistake: misspelled names, values that were cut, and the database of another data folder. */
export async function settingNotes(): Promise<string[]> {
  const { databaseOfOtherFolder, misspelledSettings, settingsEndedByHash } = await import('@wordrise/core');
  const misspelled = misspelledSettings().map(({ name, nearest, from }) => {
    const where = from === '.env' ? 'in .env' : 'in the environment';
    return `There is no setting ${name} (${where}). Did you mean ${nearest}?`;
  });
  const cut = settingsEndedByHash().map((name) => endedByHashNote(name, 'in .env'));
  const other = databaseOfOtherFolder();
  return [...misspelled, ...cut, ...(other ? [otherDatabaseNote(other)] : [])];
}

function otherDatabaseNote({ dataDir, database }: { dataDir: string; database: string }): string {
  return `DATA_DIR (in the environment) is ${dataDir}, but DATABASE_URL (in .env) is the database of another folder: ${database}. To use one of its own, remove DATABASE_URL from .env.`;
}

/** Does not say the value, which may be a secret. */
export function endedByHashNote(name: string, where: string): string {
  return `The value of ${name} (${where}) ends at a #. Put it in quotes if the # belongs to it.`;
}

function createCli({ dryRun = false, ...options }: CommonOptions): Cli & { close(): Promise<void> } {
  let config: Promise<Config> | undefined;
  let wordrise: Promise<Wordrise> | undefined;

  function load(): Promise<Config> {
    config ??= import('@wordrise/core').then(
      async ({ isDomainError, loadConfig, readConfig, readEnvironment }) => {
        const environment = readEnvironment();
        try {
          return loadConfig(environment);
        } catch (error) {
          // What is missing may be stored in the database.
          if (isDomainError(error, 'config.invalid')) return readConfig(environment);
          throw error;
        }
      },
    );
    return config;
  }

  async function open(): Promise<Wordrise> {
    const { openWordrise } = await import('@wordrise/core');
    return openWordrise(await load(), { access: dryRun ? 'read' : 'existing' });
  }

  return {
    out: createOutput(options),
    get canAsk() {
      return process.stdin.isTTY === true && process.stdout.isTTY === true && !options.json;
    },
    dryRun,
    config: load,
    open() {
      wordrise ??= open();
      return wordrise;
    },
    async reopen() {
      const opened = await open();
      await (await wordrise)?.close();
      wordrise = Promise.resolve(opened);
      return opened;
    },
    fail() {
      process.exitCode = exitStatus.failed;
    },
    interrupted() {
      process.exitCode = exitStatus.interrupted;
    },
    async close() {
      // If opening failed, there is nothing to close, and the error has been reported.
      await (await wordrise?.catch(() => undefined))?.close();
    },
  };
}

/** Runs a command and closes what it opened. Anything thrown is reported in `main.ts`. */
export async function runCommand(options: CommonOptions, run: (cli: Cli) => Promise<void>): Promise<void> {
  watchForInterruption();
  const cli = createCli(options);
  try {
    await run(cli);
  } finally {
    await cli.close();
  }
}
